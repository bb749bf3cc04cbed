/** Defines the two inks in which each room is printed, and the color of text on them (decision 151). Safe in a browser. */

export interface Ink {
  /** The printed color, the same in both themes. */
  hex: string;
  /** The color of readable text on an area in this ink. */
  text: "#14151f" | "#ffffff";
}

export interface RoomInks {
  /** The ink of the poster's background; the room's edge, ticket and headings use it. */
  first: Ink;
  /** The ink of the motif; multiplied over the first it makes the third color. */
  second: Ink;
}

const DARK = "#14151f";
const WHITE = "#ffffff";

export const INKS = {
  pink: { hex: "#ff48b0", text: DARK },
  yellow: { hex: "#ffe800", text: DARK },
  orange: { hex: "#ff6c2f", text: DARK },
  green: { hex: "#00a95c", text: DARK },
  blue: { hex: "#0078bf", text: WHITE },
  teal: { hex: "#00838a", text: WHITE },
  purple: { hex: "#765ba7", text: WHITE },
} as const satisfies Record<string, Ink>;

const ROOM_INKS: Record<string, RoomInks> = {
  "recording-studio": { first: INKS.pink, second: INKS.blue },
  auditorium: { first: INKS.orange, second: INKS.teal },
  "media-production": { first: INKS.yellow, second: INKS.blue },
  "black-box-theater": { first: INKS.purple, second: INKS.orange },
  "rehearsal-room": { first: INKS.yellow, second: INKS.pink },
  "conference-room": { first: INKS.teal, second: INKS.yellow },
  classroom: { first: INKS.green, second: INKS.pink },
};

export const VENUE_INKS: RoomInks = { first: INKS.blue, second: INKS.yellow };

/** Pairs in which text is readable on either ink and on their overprint; a room that staff add is printed in one of them. */
const MORE_INKS: readonly RoomInks[] = [
  { first: INKS.orange, second: INKS.purple },
  { first: INKS.green, second: INKS.yellow },
  { first: INKS.pink, second: INKS.teal },
  { first: INKS.blue, second: INKS.orange },
  { first: INKS.yellow, second: INKS.green },
];

/** A room's two inks, which never change: for a room that staff have added they are chosen by its slug. Without a room, the venue's. */
export function inksOf(slug: string): RoomInks {
  const own = ROOM_INKS[slug];
  if (own || slug === "") return own ?? VENUE_INKS;
  let sum = 0;
  for (const char of slug) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 1_000_003;
  return MORE_INKS[sum % MORE_INKS.length] ?? VENUE_INKS;
}
