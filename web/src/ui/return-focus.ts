/** Owns where the focus goes when a dialog closes that no trigger of its own opened: back to what was pressed. */
import { useRef } from "react";

/** Spread onto the dialog's content. `instead` is for when what was pressed is about to go, and answers where to then. */
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
