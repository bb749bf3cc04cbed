/** Owns asking once more before something is done that touches somebody: what, with which words, yes or no. */
import * as Alert from "radix-ui/alert-dialog";
import { useRef } from "react";
import { Button } from "./button.tsx";
import { useReturnFocus } from "./return-focus.ts";

export interface Question {
  title: string;
  text: string;
  /** The verb on the button that does it. */
  confirm: string;
  danger?: boolean;
}

interface ConfirmDialogProps {
  /** Null while nothing is asked. */
  question: Question | null;
  busy: boolean;
  onConfirm(): void;
  onCancel(): void;
  /** Takes the focus once it is done, where what was pressed goes with it. */
  focusAfter?: (() => HTMLElement | null) | undefined;
  /** Takes the focus once it is given up, where what was pressed would do the same again: a tab, which its focus chooses. */
  focusAfterCancel?: (() => HTMLElement | null) | undefined;
}

/** The focus starts on Cancel and returns to where it was. */
export function ConfirmDialog({
  question,
  busy,
  onConfirm,
  onCancel,
  focusAfter,
  focusAfterCancel,
}: ConfirmDialogProps) {
  const confirmed = useRef(false);
  const returnFocus = useReturnFocus(() => (confirmed.current ? focusAfter : focusAfterCancel)?.() ?? null);
  return (
    <Alert.Root open={question !== null} onOpenChange={(open) => !open && !busy && onCancel()}>
      <Alert.Portal>
        <Alert.Overlay className="fixed inset-0 z-40 bg-[#14151f]/70" />
        <Alert.Content
          {...returnFocus}
          onOpenAutoFocus={() => {
            confirmed.current = false;
            returnFocus.onOpenAutoFocus();
          }}
          onKeyDown={(event) => {
            // While a toast is shown, the first Escape would close that alone.
            if (event.key === "Escape" && !busy) onCancel();
          }}
          className="fixed inset-x-0 bottom-0 z-50 border-t-4 border-ink bg-ground p-5 sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-[min(30rem,calc(100vw-2rem))] sm:-translate-1/2 sm:border-2 sm:p-6"
        >
          <Alert.Title className="text-xl font-semibold">{question?.title}</Alert.Title>
          <Alert.Description className="mt-2">{question?.text}</Alert.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Alert.Cancel asChild>
              <Button density="dense">Cancel</Button>
            </Alert.Cancel>
            <Button
              density="dense"
              variant={question?.danger ? "danger" : "solid"}
              busy={busy}
              onClick={() => {
                confirmed.current = true;
                onConfirm();
              }}
            >
              {question?.confirm}
            </Button>
          </div>
        </Alert.Content>
      </Alert.Portal>
    </Alert.Root>
  );
}
