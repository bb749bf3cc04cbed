/** Owns toasts as the rest of the page uses them: `toast()` to show one, `Toaster` for the place where they appear. */
import { lazy, Suspense, useState } from "react";
import { useToast } from "./toast-store.ts";

export { type ToastMessage, toast } from "./toast-store.ts";

const ToastArea = lazy(() => import("./toast-area.tsx"));

/** The place where toasts appear, once on the page. Its code comes with the first of them. */
export function Toaster() {
  const shown = useToast();
  // Once there it stays: F8 leads to it between toasts too.
  const [needed, setNeeded] = useState(false);
  if (shown && !needed) setNeeded(true);
  if (!needed) return null;
  return (
    <Suspense fallback={null}>
      <ToastArea />
    </Suspense>
  );
}
