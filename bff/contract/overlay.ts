/** Owns what stands across a room's card: staff's words where there are some, else SPEC §2's. Such a room stays bookable by its page (DECISIONS Booking). */
import { firstOverlayOf } from "../../core/venue/overlays.ts";

/** Null for a card with nothing across it. */
export const overlayOf = ({
  slug,
  overlay = firstOverlayOf(slug),
}: {
  slug: string;
  overlay?: string | null | undefined;
}): string | null => overlay;

/** SPEC §2's, by a room's slug. */
export { firstOverlayOf };
