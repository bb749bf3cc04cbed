/** Combines two colors, each as `#rrggbb`, and measures their contrast by WCAG. Pure. Safe in a browser. */

/** Red, green and blue, 0 to 255. */
const channelsOf = (hex: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** One color of two, channel by channel. */
export function combined(
  one: string,
  other: string,
  channel: (one: number, other: number) => number,
): string {
  const [from, to] = [channelsOf(one), channelsOf(other)];
  const parts = from.map((part, at) => Math.round(channel(part, to[at] ?? 0)));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** WCAG's relative luminance. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(hex).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colors by WCAG: 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}
