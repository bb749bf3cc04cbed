/** The words across two rooms' cards, until staff set others (decision 40). Safe in a browser. */

const OVERLAYS: Readonly<Record<string, string>> = {
  "recording-studio": "COMING SOON",
  "rehearsal-room": "COMING IN JULY",
};

/** By a room's slug; null for every other. */
export const firstOverlayOf = (slug: string): string | null => OVERLAYS[slug] ?? null;
