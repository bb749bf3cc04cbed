/** Holds the place of the bar that shows the visitor's own holds; its code is loaded only if there may be a hold. */
import { useState } from "react";
import { useMayHold } from "../../session/hold-marker.ts";
import { fetchedPart } from "../../ui/fetched-part.tsx";

const HoldBar = fetchedPart(async () => (await import("./hold-bar.tsx")).HoldBar, {
  waiting: null,
  name: null,
});

/** Its height is reserved from the first paint on (`theme.js`, `[data-hold]`), so that nothing moves when it appears. */
export function HoldBarPlace() {
  const mayHold = useMayHold();
  // Once loaded it stays, because it also tells when a hold ends.
  const [needed, setNeeded] = useState(false);
  if (mayHold && !needed) setNeeded(true);
  return <div className="hold-place">{needed && <HoldBar />}</div>;
}
