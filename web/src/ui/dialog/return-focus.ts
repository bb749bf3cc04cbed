/** Returns the focus to the pressed element when a dialog closes that no trigger of its own opened. */
import { useRef } from "react";

/** Spread onto the dialog's content. `instead` returns another element if the pressed one is about to be removed. */
export function useReturnFocus(instead?: () => HTMLElement | null) {
  const opener = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus(): void {
      opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    },
    onCloseAutoFocus(event: Event): void {
      event.preventDefault();
      (instead?.() ?? opener.current)?.focus();
    },
  };
}
