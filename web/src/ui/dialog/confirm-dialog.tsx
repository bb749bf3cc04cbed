/** Asks for confirmation before an action that affects a person: a title, an explanation, and yes or no. */
import * as Alert from "radix-ui/alert-dialog";
import { useRef } from "react";
import { Button } from "../button.tsx";
import { useReturnFocus } from "./return-focus.ts";

export interface Question {
  title: string;
  text: string;
  /** The verb on the confirming button. */
  confirm: string;
  danger?: boolean;
}

interface ConfirmDialogProps {
  /** Null while nothing is asked. */
  question: Question | null;
  busy: boolean;
  onConfirm(): void;
  onCancel(): void;
  /** The element that gets the focus after the action, if the pressed element is removed by it. */
  focusAfter?: (() => HTMLElement | null) | undefined;
  /** The element that gets the focus after Cancel, if focusing the pressed element would ask again: a tab, which is chosen by its focus. */
  focusAfterCancel?: (() => HTMLElement | null) | undefined;
}

/** The focus starts on Cancel and returns to the pressed element. */
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
            // While a toast is shown, the first Escape should close the toast only.
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
