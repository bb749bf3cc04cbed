/** Owns the place of the bar that tells of one's own holds: its code comes only where there is reason to ask for one. */
import { useMayHold } from "../../session/hold-marker.ts";
import { fetchedPart } from "../../ui/fetched-part.tsx";

const HoldBar = fetchedPart(async () => (await import("./hold-bar.tsx")).HoldBar, {
  waiting: null,
  name: null,
});

/** Its room is kept from the first paint on (`theme.js`, `[data-hold]`), so that nothing moves when it comes. */
export const HoldBarPlace = () => <div className="hold-place">{useMayHold() && <HoldBar />}</div>;
