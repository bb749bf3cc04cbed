/** The words across a room's card: staff's words if there are any, else the first ones. Such a room can still be booked by its page (decision 40). */
import { firstOverlayOf } from "../../core/venue/overlays.ts";

/** Null for a card with nothing across it. */
export const overlayOf = ({
  slug,
  overlay = firstOverlayOf(slug),
}: {
  slug: string;
  overlay?: string | null | undefined;
}): string | null => overlay;

/** The first words, by a room's slug (decision 40). */
export { firstOverlayOf };
