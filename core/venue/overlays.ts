/** The words across two rooms' cards, until staff set others (decision 40). Safe in a browser. */

const OVERLAYS: Readonly<Record<string, string>> = {
  "recording-studio": "COMING SOON",
  "rehearsal-room": "COMING IN JULY",
};

/** By a room's slug; null for every other. */
export const firstOverlayOf = (slug: string): string | null => OVERLAYS[slug] ?? null;

/** The words across a room's card, null for none. The room stays bookable by its page. */
export const overlayOf = ({
  slug,
  overlay = firstOverlayOf(slug),
}: {
  slug: string;
  overlay?: string | null | undefined;
}): string | null => overlay;
