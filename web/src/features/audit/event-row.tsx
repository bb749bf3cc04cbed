/** Shows one event of the log: what happened, when and where, the actor, its seal, and on demand the stored event. */

import { Link } from "@tanstack/react-router";
import { memo, useState } from "react";
import type { AuditEvent } from "../../../../bff/contract/auditor/audit.ts";
import { saveProof } from "../../api/audit/proof-files.ts";
import { useZone } from "../../format/venue.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { exactMoment } from "./date-time-field.ts";
import { SealBadge, sealWords } from "./seal-badge.tsx";
import { useProofDownload } from "./use-proof-download.ts";

const LINK = "underline decoration-control underline-offset-4 hover:text-action hover:decoration-current";

interface EventRowProps {
  event: AuditEvent;
}

/** Drawn once: an event does not change, and a long list has many of them. */
export const EventRow = memo(function EventRow({ event }: EventRowProps) {
  const zone = useZone();
  const { stream, version, actor, text, type, changes, roomId, roomName } = event;
  return (
    <li className="border-b border-rule bg-sheet px-4 py-3 last:border-b-0">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4">
        <p className="font-medium wrap-anywhere">{text}</p>
        <SealBadge {...event} />
      </div>
      <p className="figures flex flex-wrap items-baseline gap-x-2 text-sm text-muted">
        <time dateTime={event.occurredAt}>{exactMoment(event.occurredAt, zone)}</time>
        <Dot />
        <Link to="/audit" search={{ actor: actorFilter(actor) }} className={LINK}>
          {actor.name}
        </Link>
        <Dot />
        <Link to="/audit" search={{ stream }} className={LINK}>
          {stream}
        </Link>
        <span>v{version}</span>
        <Dot />
        <Link to="/audit" search={{ type }} className={LINK}>
          {type}
        </Link>
        {roomId !== null && roomName !== null && (
          <>
            <Dot />
            <Link to="/audit" search={{ room: roomId }} className={LINK}>
              {roomName}
            </Link>
          </>
        )}
      </p>
      <Changes changes={changes} />
      <EventDetails event={event} />
    </li>
  );
});

/** What held before the event, and what holds since. */
function Changes({ changes }: Pick<AuditEvent, "changes">) {
  if (changes.length === 0) return null;
  return (
    <dl className="grid gap-x-3 py-1 text-sm sm:grid-cols-[minmax(8rem,auto)_minmax(0,1fr)]">
      {changes.map(({ what, before, after }) => (
        <div key={what} className="contents">
          <dt className="text-muted">{what}</dt>
          <dd className="figures wrap-anywhere">
            <del className="text-muted">
              <span className="sr-only">before: </span>
              {before}
            </del>
            <span aria-hidden="true"> → </span>
            <ins className="font-medium no-underline">
              <span className="sr-only">after: </span>
              {after}
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const Dot = () => <span aria-hidden="true">·</span>;

const actorFilter = ({ kind, id }: AuditEvent["actor"]): string => (id === null ? kind : `${kind}-${id}`);

const BOOKING = /^booking-(\d+)$/;

/** The event as it is stored in the log; drawn when it is opened. */
export function EventDetails({ event }: EventRowProps) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="inline-flex min-h-8 cursor-pointer items-center text-sm font-medium text-action underline-offset-4 hover:underline">
        {open ? "Hide details" : "Details"}
        <span className="sr-only">
          {" "}
          of {event.stream}, version {event.version}
        </span>
      </summary>
      {open && <OpenDetails event={event} />}
    </details>
  );
}

function OpenDetails({ event }: EventRowProps) {
  const zone = useZone();
  const { index, stream, version, type, schemaVersion, data, meta, commandId, occurredAt } = event;
  const proof = useProofDownload(() => saveProof(index ?? 0, `${stream}-${version}.tlog-proof`));
  const raw = { index, stream, version, type, schemaVersion, data, meta, commandId, occurredAt };
  const [, booking] = BOOKING.exec(stream) ?? [];
  return (
    <div className="grid gap-3 pt-1 pb-2">
      <p className="text-sm">{sealWords(event, zone)}</p>
      <pre className="figures border-l-4 border-control bg-ground px-3 py-2 text-sm whitespace-pre-wrap wrap-anywhere">
        {JSON.stringify(raw, null, 2)}
      </pre>
      <div className="flex flex-wrap gap-2">
        {event.sealed && (
          <Button density="dense" busy={proof.isPending} onClick={() => proof.mutate()}>
            Download Proof
          </Button>
        )}
        {booking !== undefined && (
          <Link
            to="/audit/booking/$bookingId"
            params={{ bookingId: booking }}
            search={{ at: occurredAt }}
            className={buttonClass({ density: "dense" })}
          >
            The Booking at That Time
          </Link>
        )}
      </div>
    </div>
  );
}
