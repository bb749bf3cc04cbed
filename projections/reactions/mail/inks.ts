/** Owns the spot inks of the rooms where a mail needs them: a mail loads no stylesheet, so they are written into it (UI Direction). */

export interface PostalInks {
  first: string;
  second: string;
  /** What may stand on the first. */
  text: string;
}

const DARK = "#14151f";
const WHITE = "#ffffff";

const [PINK, YELLOW, ORANGE, GREEN, BLUE, TEAL, PURPLE] = [
  "#ff48b0",
  "#ffe800",
  "#ff6c2f",
  "#00a95c",
  "#0078bf",
  "#00838a",
  "#765ba7",
] as const;

/** As the screens print them (`web/src/ui/inks.ts`). */
const ROOM_INKS: Record<string, PostalInks> = {
  "recording-studio": { first: PINK, second: BLUE, text: DARK },
  auditorium: { first: ORANGE, second: TEAL, text: DARK },
  "media-production": { first: YELLOW, second: BLUE, text: DARK },
  "black-box-theater": { first: PURPLE, second: ORANGE, text: WHITE },
  "rehearsal-room": { first: YELLOW, second: PINK, text: DARK },
  "conference-room": { first: TEAL, second: YELLOW, text: WHITE },
  classroom: { first: GREEN, second: PINK, text: DARK },
};

export const HOUSE_INKS: PostalInks = { first: BLUE, second: YELLOW, text: WHITE };

export const postalInksOf = (slug: string): PostalInks => ROOM_INKS[slug] ?? HOUSE_INKS;

/** The third colour, where both inks lie over each other. */
export function overprint(a: string, b: string): string {
  const channel = (hex: string, at: number): number => Number.parseInt(hex.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => Math.round((channel(a, at) * channel(b, at)) / 255));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}
