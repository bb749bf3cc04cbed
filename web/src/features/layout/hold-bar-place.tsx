/** Owns the place of the bar that tells of one's own holds: its code comes only where there is reason to ask for one. */
import { useState } from "react";
import { useMayHold } from "../../session/hold-marker.ts";
import { fetchedPart } from "../../ui/fetched-part.tsx";

const HoldBar = fetchedPart(async () => (await import("./hold-bar.tsx")).HoldBar, {
  waiting: null,
  name: null,
});

/** Its room is kept from the first paint on (`theme.js`, `[data-hold]`), so that nothing moves when it comes. */
export function HoldBarPlace() {
  const mayHold = useMayHold();
  // Once there it stays: it has the end of a hold to tell too.
  const [needed, setNeeded] = useState(false);
  if (mayHold && !needed) setNeeded(true);
  return <div className="hold-place">{needed && <HoldBar />}</div>;
}
