/** Arranges a page: skip link, navigation with the hold bar, the page itself, footer, toasts. */
import { type ReactNode, useState } from "react";
import { useMayHaveHolds } from "../../session/hold-marker.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { PageFrame } from "../../ui/page-frame.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

// The code of the bar with the visitor's own holds is loaded only if there may be a hold.
const HoldBar = lazyPart(async () => (await import("./hold-bar.tsx")).HoldBar, {
  waiting: null,
  name: null,
});

export function SiteFrame({ children }: { children: ReactNode }) {
  return (
    <PageFrame>
      <div data-site-head className="sticky top-0 z-30">
        <SiteHeader />
        <HoldBarPlace />
      </div>
      <main id="main" tabIndex={-1} className="min-h-[60dvh]">
        {children}
      </main>
      <SiteFooter />
    </PageFrame>
  );
}

/** The bar's height is reserved from the first paint on (`theme.js`, `[data-hold]`), so that nothing moves when it appears. */
function HoldBarPlace() {
  const mayHold = useMayHaveHolds();
  // Once loaded it stays, because it also tells when a hold ends.
  const [needed, setNeeded] = useState(false);
  if (mayHold && !needed) setNeeded(true);
  return <div className="hold-place">{needed && <HoldBar />}</div>;
}
