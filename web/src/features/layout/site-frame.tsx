/** Arranges a page: skip link, navigation with the hold bar, the page itself, footer, toasts. */
import type { ReactNode } from "react";
import { PageFrame } from "../../ui/page-frame.tsx";
import { HoldBarPlace } from "./hold-bar-place.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

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
