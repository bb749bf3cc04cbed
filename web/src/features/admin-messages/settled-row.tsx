/** Takes the place of a message that was settled and no longer belongs to this list. */

import { useEffect, useId, useRef } from "react";
import type { StaffInquiry } from "../../../../bff/contract/staff/staff-inquiry.ts";
import { customerName } from "../../format/names.ts";
import { Button } from "../../ui/button.tsx";

/** What this person has just done with the message. */
export type SettledStep = "answered" | "done" | "reopened";

const WORDS: Record<SettledStep, string> = { answered: "answered", done: "done", reopened: "reopened" };

interface SettledRowProps {
  inquiry: StaffInquiry;
  settled: SettledStep;
  busy: boolean;
  onUndo(): void;
}

export function SettledRow({ inquiry, settled, busy, onUndo }: SettledRowProps) {
  const textId = useId();
  const row = useRef<HTMLLIElement>(null);
  // The button that was pressed disappeared with its message.
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    (row.current?.querySelector("button") ?? row.current)?.focus({ preventScroll: true });
  }, []);
  return (
    <li
      ref={row}
      tabIndex={-1}
      className="flex min-h-14 min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-2 border border-dashed border-control px-4 py-2"
    >
      <p id={textId}>
        <span className="font-semibold">{customerName(inquiry)}</span>: {WORDS[settled]}.
      </p>
      {settled === "done" && (
        <Button density="dense" aria-describedby={textId} busy={busy} onClick={onUndo}>
          Undo
        </Button>
      )}
    </li>
  );
}
