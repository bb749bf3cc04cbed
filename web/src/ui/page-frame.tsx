/** The frame of every page, which tells `theme.js` that the site has started, and all that staff's screens have around them: the skip link before the page and the toasts over it. */
import { type ReactNode, useEffect } from "react";
import { Toaster } from "./toast/toast.tsx";

export function PageFrame({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.documentElement.setAttribute("data-started", "");
    document.getElementById("not-started")?.remove();
  }, []);
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 bg-action px-4 py-3 font-semibold text-on-action focus:translate-y-0"
      >
        Skip to content
      </a>
      {children}
      <Toaster />
    </>
  );
}
