/** Toasts for the rest of the site: `toast()` shows one, `Toaster` is the place where they appear. */
import { useState } from "react";
import { lazyPart } from "../lazy-part.tsx";
import { useToast } from "./toast-store.ts";

export { type ToastMessage, toast } from "./toast-store.ts";

const ToastArea = lazyPart(async () => (await import("./toast-area.tsx")).default, {
  waiting: null,
  name: null,
});

/** The place where toasts appear, once on the page. Its code is loaded with the first toast. */
export function Toaster() {
  const shown = useToast();
  // Once loaded it stays, so that F8 leads to it between toasts too.
  const [needed, setNeeded] = useState(false);
  if (shown && !needed) setNeeded(true);
  if (!needed) return null;
  return <ToastArea />;
}
