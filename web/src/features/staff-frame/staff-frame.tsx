/** Owns the frame of the staff's screens: no shop window around them, only the page and its toasts. */
import type { ReactNode } from "react";
import { Toaster } from "../../ui/toast.tsx";

export function StaffFrame({ children }: { children: ReactNode }) {
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
