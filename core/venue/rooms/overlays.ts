/** The overlays of two rooms' cards, until staff set others (decision 40). Safe in a browser. */

const OVERLAYS: Readonly<Record<string, string>> = {
  "recording-studio": "COMING SOON",
  "rehearsal-room": "COMING IN JULY",
};

/** By a room's slug; null for all other rooms. */
export const firstOverlayOf = (slug: string): string | null => OVERLAYS[slug] ?? null;

/** The text of a room's overlay, null for none. The room can still be booked on its page. */
export const overlayOf = ({
  slug,
  overlay = firstOverlayOf(slug),
}: {
  slug: string;
  overlay?: string | null | undefined;
}): string | null => overlay;
