/**
 * The look and behavior of toasts (decision 164). One at a time, a swipe of 50 px and F8 are what Radix's toast gives; a library such as
 * sonner stacks toasts and has another swipe and hotkey.
 */
import clsx from "clsx";
import * as Toast from "radix-ui/toast";
import { useLayoutEffect, useRef } from "react";
import { placeToasts } from "./toast-place.ts";
import { dismissToast, TOAST_DURATION_MS, useToast } from "./toast-store.ts";
import "./toast-area.css";

export default function ToastArea() {
  const shown = useToast();
  const area = useRef<HTMLOListElement>(null);
  const shownId = shown?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another toast may need another place.
  useLayoutEffect(() => {
    const list = area.current;
    if (list === null) return;
    const place = () => placeToasts(list);
    place();
    const growth = new ResizeObserver(place);
    growth.observe(list);
    // A page that opens while a toast is shown brings its own controls.
    const page = document.getElementById("main");
    if (page) growth.observe(page);
    // A dialog that opens meanwhile is a new child of the body.
    const dialogs = new MutationObserver(place);
    dialogs.observe(document.body, { childList: true });
    return () => {
      growth.disconnect();
      dialogs.disconnect();
    };
  }, [shownId]);
  return (
    <Toast.Provider duration={TOAST_DURATION_MS} swipeDirection="right" swipeThreshold={50}>
      {shown && (
        <Toast.Root
          key={shown.id}
          open={shown.open}
          duration={shown.durationMs ?? TOAST_DURATION_MS}
          type={shown.variant === "danger" ? "foreground" : "background"}
          onOpenChange={(open) => {
            if (!open) dismissToast(shown.id);
          }}
          className={clsx(
            "toast-motion pointer-events-auto flex items-start gap-3 border-2 bg-sheet py-3 pr-1 pl-4 text-ink",
            shown.variant === "danger"
              ? "border-danger shadow-[5px_5px_0_0_var(--color-orange)]"
              : "border-ink shadow-[5px_5px_0_0_var(--color-pink)]",
          )}
        >
          <div className="min-w-0 grow py-1">
            <Toast.Title className={clsx("font-semibold", shown.variant === "danger" && "text-danger")}>
              {shown.title}
            </Toast.Title>
            {shown.description && (
              <Toast.Description className="mt-0.5 text-sm">{shown.description}</Toast.Description>
            )}
          </div>
          <Toast.Close
            aria-label="Close"
            className="grid size-11 shrink-0 place-items-center text-2xl leading-none hover:bg-ink hover:text-ground"
          >
            <span aria-hidden="true">×</span>
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport
        ref={area}
        hotkey={["F8"]}
        className="toast-place pointer-events-none fixed right-0 z-60 m-0 w-full max-w-md list-none p-4 outline-none sm:px-6"
      />
    </Toast.Provider>
  );
}
