/** Checks the two colors of a venue for contrast in both themes, and makes the shades that the pages use. Pure. Safe in a browser. */
import { combined, contrastOf } from "./contrast.ts";

/** Both as `#rrggbb`, small letters. */
export interface VenueColors {
  /** Buttons and links. */
  action: string;
  /** The ground of the front page's first sheet, under dark text in both themes. */
  poster: string;
}

export const FIRST_COLORS: VenueColors = { action: "#2340c4", poster: "#ffe800" };

/** The grounds and the text of the two themes, as the styles have them. */
export const LIGHT_GROUND = "#eceeea";
export const DARK_GROUND = "#101118";
export const INK = "#14151f";

/** WCAG 2.2, 1.4.3: text of usual size. */
const LEAST_CONTRAST = 4.5;

/** `share`: 0 is the first color, 1 the other. */
const mixed = (hex: string, into: string, share: number): string =>
  combined(hex, into, (from, to) => from + (to - from) * share);

/** What the shade for dark pages has: as light as the first venue's, so that buttons do not look dull there. */
const DARK_CONTRAST = 7;

/** The color itself, or mixed with white or black until it contrasts enough with the ground. */
function readableOn(ground: string, hex: string, toward: string, least = LEAST_CONTRAST): string {
  for (let share = 0; share < 1; share += 0.02) {
    const shade = mixed(hex, toward, share);
    if (contrastOf(shade, ground) >= least) return shade;
  }
  return toward;
}

/** Why a color cannot be used, naming the nearest that can; null if it can. */
export function colorTrouble(name: keyof VenueColors, hex: string): string | null {
  const [ground, toward, what] =
    name === "action"
      ? ([LIGHT_GROUND, "#000000", "on the light ground"] as const)
      : ([INK, "#ffffff", "under dark text"] as const);
  const contrast = contrastOf(hex, ground);
  if (contrast >= LEAST_CONTRAST) return null;
  return `${hex} has a contrast of ${contrast.toFixed(1)} ${what}; it needs ${LEAST_CONTRAST}. ${readableOn(ground, hex, toward)} is the nearest that has it`;
}

/** The properties of the pages that the two colors decide. */
export const COLOR_PROPERTIES = [
  "--color-action",
  "--color-action-strong",
  "--color-on-action",
  "--color-poster",
] as const;

/** The values of the pages' own properties for these colors; none for the first ones, which the styles have. */
export const colorProperties = (colors: VenueColors): Readonly<Record<string, string>> =>
  colors.action === FIRST_COLORS.action && colors.poster === FIRST_COLORS.poster ? {} : shadesOf(colors);

/** The values of the pages' own properties for these colors, also for the first ones. */
export function shadesOf({ action, poster }: VenueColors): Readonly<Record<string, string>> {
  const dark = readableOn(DARK_GROUND, action, "#ffffff", DARK_CONTRAST);
  return {
    "--color-action": `light-dark(${action}, ${dark})`,
    "--color-action-strong": `light-dark(${mixed(action, "#000000", 0.3)}, ${mixed(dark, "#ffffff", 0.35)})`,
    "--color-on-action": `light-dark(#ffffff, ${DARK_GROUND})`,
    "--color-poster": poster,
  };
}
