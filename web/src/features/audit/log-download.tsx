/** Lets auditors download the log: an export, its checker, and how to use the two outside of the venue. */

import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { logKeysQuery } from "../../api/audit/staff-audit.ts";
import { saveFile } from "../../browser/save-file.ts";
import { useZone } from "../../format/venue.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/state-notice.tsx";
import { exactMoment } from "./date-time-field.ts";
import { type ExportPart, readExport } from "./log-export.ts";

const FILE = "hub-log.ndjson";

interface TakeAlongProps {
  /** The time and the stream that the log is filtered by. */
  part: ExportPart;
  /** Whether another filter is set too, which an export does not apply. */
  alsoNarrowed: boolean;
}

export function LogDownload({ part, alsoNarrowed }: TakeAlongProps) {
  return (
    <div className="grid gap-5">
      <Export part={part} alsoNarrowed={alsoNarrowed} />
      <Checker />
    </div>
  );
}

function Export({ part, alsoNarrowed }: TakeAlongProps) {
  const zone = useZone();
  const [bytes, setBytes] = useState(0);
  const abort = useRef(new AbortController());
  useEffect(() => () => abort.current.abort(), []);
  const exporting = useMutation({
    mutationFn: () => {
      setBytes(0);
      abort.current = new AbortController();
      return readExport(part, { signal: abort.current.signal, onBytes: setBytes });
    },
    onSuccess: ({ lines }) => saveFile(FILE, lines),
  });
  const { isPending, data: taken } = exporting;
  const failed = exporting.isError && !abort.current.signal.aborted;

  return (
    <Card title="Export">
      <p className="max-w-[72ch]">
        A line of JSON for each event, with its place in the tree, and the signed head in a second file.{" "}
        {partWords(part, zone)}
        {alsoNarrowed && " An export ignores the filters by actor, event, booking and room."}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button density="dense" variant="solid" busy={isPending} onClick={() => exporting.mutate()}>
          {isPending ? "Exporting…" : "Export Events"}
        </Button>
        {isPending && (
          <Button density="dense" onClick={() => abort.current.abort()}>
            Cancel
          </Button>
        )}
        {taken && (
          <Button density="dense" onClick={() => saveFile(`${FILE}.checkpoint`, taken.checkpoint)}>
            Download the Checkpoint
          </Button>
        )}
      </div>
      {isPending && <p className="figures text-sm text-muted">{(bytes / 1_000_000).toFixed(1)} MB so far</p>}
      <p role="status" className={taken ? "text-sm" : "sr-only"}>
        {taken && `${FILE} is saved. Download ${FILE}.checkpoint into the same folder: the checker needs it.`}
      </p>
      {failed && <FailureNotice title="The export was not completed" onRetry={() => exporting.mutate()} />}
    </Card>
  );
}

function partWords({ stream, from, to }: ExportPart, zone: string): string {
  const parts = [
    stream && `of ${stream}`,
    from && `from ${exactMoment(from, zone)}`,
    to && `to ${exactMoment(to, zone)}`,
  ].filter(Boolean);
  return parts.length === 0
    ? "This exports the whole log. Filter the list by time or stream to export a part of it."
    : `This exports the events ${parts.join(" ")}, each with its proof.`;
}

function Checker() {
  const { data: keys } = useQuery(logKeysQuery);
  const key = keys?.[0] ?? "KEY";
  const { origin } = window.location;
  return (
    <Card title="Check it without our servers">
      <p className="max-w-[72ch]">
        The checker is one file of JavaScript for Node.js 18 or newer. It uses no network and no package. Read
        it before you trust it; that takes twenty minutes. Get the key once from someone you trust, and keep
        it.
      </p>
      <Command>{`curl -O ${origin}/log/verify-log.mjs
node verify-log.mjs --key '${key}' ${FILE}
node verify-log.mjs --key '${key}' booking-42-*.tlog-proof`}</Command>
      <p className="max-w-[72ch]">
        It prints each fault on a line, and ends with <code>verified N events</code>, or with the number of
        faults.
      </p>
      <p className="flex flex-wrap gap-2">
        <a href="/log/verify-log.mjs" download className={buttonClass({ density: "dense" })}>
          Download verify-log.mjs
        </a>
        <a href="/log/checkpoint" className={buttonClass({ density: "dense" })}>
          The Signed Head
        </a>
        <a href="/log/key" className={buttonClass({ density: "dense" })}>
          The Keys
        </a>
      </p>
    </Card>
  );
}

const Command = ({ children }: { children: string }) => (
  <pre className="border-l-4 border-control bg-ground px-3 py-2 text-sm whitespace-pre-wrap wrap-anywhere">
    <code>{children}</code>
  </pre>
);

const Card = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-4 border border-rule bg-sheet p-4 sm:p-6">
    <h2 className="text-lg font-semibold">{title}</h2>
    {children}
  </section>
);
