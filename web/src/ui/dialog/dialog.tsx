/** The modal dialog: Radix's behavior in the venue's look, to be imported lazily because the landing page does not need it. */
import * as Radix from "@radix-ui/react-dialog";
import clsx from "clsx";
import { type ComponentProps, useRef } from "react";
import { useBackCloses } from "../../browser/back-closes.ts";
import { useReturnFocus } from "./return-focus.ts";

export const Dialog = Radix.Root;

/** A sheet in the middle of a desk screen, and at the bottom edge on a phone. Toasts stay usable above it. */
export function DialogContent({
  className,
  children,
  onInteractOutside,
  ...rest
}: ComponentProps<typeof Radix.Content>) {
  const close = useRef<HTMLButtonElement>(null);
  return (
    <Radix.Portal>
      <ClosedByBack onBack={() => close.current?.click()} />
      <Radix.Overlay className="fixed inset-0 z-40 bg-[#14151f]/70" />
      <Radix.Content
        {...rest}
        onInteractOutside={(event) => {
          const target = event.target;
          if (target instanceof Element && target.closest("[data-toasts]")) event.preventDefault();
          onInteractOutside?.(event);
        }}
        onKeyDown={(event) => {
          // While a toast is shown, Escape should close the toast only. A dialog that is open above this one handles Escape itself.
          const inside = event.target instanceof Node && event.currentTarget.contains(event.target);
          if (event.key === "Escape" && inside) close.current?.click();
        }}
        className={clsx(
          "fixed inset-x-0 bottom-0 z-50 max-h-[92dvh] overflow-y-auto overscroll-contain border-t-4 border-ink bg-ground p-5",
          "sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-[min(42rem,calc(100vw-2rem))] sm:-translate-1/2 sm:border-2 sm:p-8",
          className,
        )}
      >
        {children}
        <Radix.Close
          ref={close}
          aria-label="Close"
          className="absolute top-2 right-2 grid size-11 place-items-center text-2xl leading-none hover:bg-ink hover:text-ground"
        >
          <span aria-hidden="true">×</span>
        </Radix.Close>
      </Radix.Content>
    </Radix.Portal>
  );
}

/** On the page for as long as the dialog is open. */
function ClosedByBack({ onBack }: { onBack(): void }) {
  useBackCloses(true, onBack);
  return null;
}

interface DeskDialogProps extends ComponentProps<typeof DialogContent> {
  open: boolean;
  onClose(): void;
}

/** A dialog that no trigger of its own opened: the focus returns to the pressed element. */
export function DeskDialog({ open, onClose, ...content }: DeskDialogProps) {
  const returnFocus = useReturnFocus();
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent {...returnFocus} {...content} />
    </Dialog>
  );
}

/** `desk`: the staff's plain size instead of a poster's. */
export function DialogTitle({
  size = "poster",
  className,
  ...rest
}: ComponentProps<typeof Radix.Title> & { size?: "poster" | "desk" }) {
  const type = size === "desk" ? "text-2xl font-semibold" : "poster-type text-4xl sm:text-5xl";
  return <Radix.Title {...rest} className={clsx("pr-10", type, className)} />;
}

export function DialogDescription({ className, ...rest }: ComponentProps<typeof Radix.Description>) {
  return <Radix.Description {...rest} className={clsx("mt-2 text-muted", className)} />;
}
