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
  return (
    // With `aria-live` set (even to off), a modal dialog does not hide it from assistive technology. It is there before any dialog opens,
    // since a dialog hides what is on the page at that moment, with all that is added to it later.
    <div data-toasts aria-live="off">
      {needed && <ToastArea />}
    </div>
  );
}
