/** Owns the order of a page: skip link, navigation, the page itself, footer, toasts. */
import type { ReactNode } from "react";
import { Toaster } from "../../ui/toast.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

export function SiteFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 bg-action px-4 py-3 font-semibold text-on-action focus:translate-y-0"
      >
        Skip to content
      </a>
      <SiteHeader />
      <main id="main" tabIndex={-1} className="min-h-[60dvh]">
        {children}
      </main>
      <SiteFooter />
      <Toaster />
    </>
  );
}
