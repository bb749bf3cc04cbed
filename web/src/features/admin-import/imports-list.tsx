/** Lists the imports, how far each is and what it did not make, and undoes one. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Import } from "../../../../bff/contract/open/imports.ts";
import { dateAndTime } from "../../../../core/venue/time/time-format.ts";
import { toastRefusal, useRefresh } from "../../form/after-change.ts";
import { count } from "../../format/counts.ts";
import { useZone } from "../../format/venue.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { QueryPlaceholder } from "../../ui/state-notice.tsx";
import { IMPORTS_KEY, importQuery, importsQuery, undoImport } from "./calls.ts";
import { groupedLines } from "./grouped-lines.ts";

const STATES = {
  applying: { tone: "yellow", words: "Applying" },
  applied: { tone: "green", words: "Applied" },
  undoing: { tone: "yellow", words: "Undoing" },
  undone: { tone: "neutral", words: "Undone" },
} as const;

const UNDOING: Record<Import["kind"], string> = {
  bookings:
    "The bookings that it made are cancelled, and their hours are free again. Those that were changed since stay.",
  customers: "The accounts that it made and that no customer has claimed are removed.",
};

export function ImportsList() {
  const refresh = useRefresh();
  const imports = useQuery(importsQuery);
  const [asked, setAsked] = useState<Import | null>(null);
  const undo = useMutation({
    mutationFn: ({ id }: Import) => undoImport(id),
    onError: toastRefusal("Import Not Undone", "The import could not be undone. Please try again."),
    onSettled() {
      setAsked(null);
      refresh(IMPORTS_KEY);
    },
  });
  return (
    <section aria-labelledby="imports" className="grid gap-3">
      <h2 id="imports" tabIndex={-1} className="text-lg font-semibold">
        Imports
      </h2>
      {imports.data ? (
        <Rows imports={imports.data} onUndo={setAsked} />
      ) : (
        <QueryPlaceholder of={imports} failed="Failed to fetch the imports" className="h-16" />
      )}
      <ConfirmDialog
        question={
          asked && {
            title: `Undo import ${asked.id}, ${asked.fileName}?`,
            text: `${UNDOING[asked.kind]} No mail is sent.`,
            confirm: "Undo Import",
            danger: true,
          }
        }
        busy={undo.isPending}
        onConfirm={() => asked && undo.mutate(asked)}
        onCancel={() => setAsked(null)}
        focusAfter={() => document.getElementById("imports")}
      />
    </section>
  );
}

function Rows({ imports, onUndo }: { imports: readonly Import[]; onUndo(one: Import): void }) {
  const zone = useZone();
  if (imports.length === 0) return <p className="text-muted">There are no imports yet.</p>;
  return (
    <ul aria-label="Imports" className="grid gap-px border border-rule bg-rule">
      {imports.map((one) => (
        <li
          key={one.id}
          className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 bg-sheet px-3 py-2.5"
        >
          <div className="grid min-w-0 gap-1 wrap-anywhere">
            <p className="flex flex-wrap items-center gap-2">
              <strong>
                {one.id}: {one.fileName}
              </strong>
              <Badge tone={STATES[one.state].tone}>{STATES[one.state].words}</Badge>
            </p>
            <p>{progressText(one)}</p>
            {one.state === "applying" && (
              <ProgressBar
                aria-label={`How far import ${one.id} is`}
                max={one.lines}
                value={one.made}
                className="max-w-80"
              />
            )}
            <p className="text-sm text-muted">
              By {one.by} on {dateAndTime(new Date(one.begunAt), zone)}
            </p>
            {(Boolean(one.notMade) || one.state === "undone") && <Report id={one.id} />}
          </div>
          {(one.state === "applied" || one.state === "applying") && (
            <Button density="dense" variant="danger" onClick={() => onUndo(one)}>
              Undo<span className="sr-only"> import {one.id}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function progressText({ state, kind, lines, made, notMade }: Import): string {
  const of = `${count(made)} of ${count(lines)} ${kind}`;
  if (state === "applying") return `${of} made so far`;
  if (state === "undoing") return `${of} still to be undone`;
  if (state === "undone") return made === 0 ? `All ${kind} are undone` : `${of} were changed since and stay`;
  return `${of} made${notMade ? `, ${count(notMade)} not` : ""}`;
}

const MOST_SHOWN = 200;

/** Its lines are read when it is opened. */
function Report({ id }: { id: number }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer py-2 text-sm">
        Lines that were not made or not undone<span className="sr-only"> by import {id}</span>
      </summary>
      {open && <ReportLines id={id} />}
    </details>
  );
}

function ReportLines({ id }: { id: number }) {
  const found = useQuery(importQuery(id));
  if (!found.data) return <QueryPlaceholder of={found} failed="Failed to fetch the lines" className="h-16" />;
  const lines = groupedLines([...found.data.kept, ...found.data.report]);
  if (lines.length === 0) return <p className="text-sm text-muted">There are none.</p>;
  return (
    <ul className="text-sm" aria-label={`Lines of import ${id}`}>
      {lines.slice(0, MOST_SHOWN).map(({ numbers, text }) => (
        <li key={text}>
          {numbers}: {text}
        </li>
      ))}
      {lines.length > MOST_SHOWN && <li>and {count(lines.length - MOST_SHOWN)} more</li>}
    </ul>
  );
}
