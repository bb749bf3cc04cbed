/** A question below the pressed button, before the action: it gets the focus and is answered by two buttons. */
import { useEffect, useRef } from "react";
import { Button } from "../button.tsx";

interface QuestionProps {
  words: string;
  /** The verb on the confirming button. */
  yes: string;
  busy: boolean;
  onYes(): void;
  onNo(): void;
}

export function InlineConfirm({ words, yes, busy, onYes, onNo }: QuestionProps) {
  const question = useRef<HTMLParagraphElement>(null);
  useEffect(() => question.current?.focus(), []);
  return (
    <div className="grid gap-3 border-l-4 border-danger py-1 pl-3 sm:col-span-2">
      <p ref={question} tabIndex={-1} className="font-semibold">
        {words}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button density="dense" variant="danger" busy={busy} onClick={onYes}>
          {yes}
        </Button>
        <Button density="dense" inert={busy} onClick={onNo}>
          Leave it
        </Button>
      </div>
    </div>
  );
}
