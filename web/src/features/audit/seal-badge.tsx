/** Describes an event's seal: its place in the tree and the head above it, or that it has none yet. */
import { LockKeyhole, LockKeyholeOpen } from "lucide-react";
import type { AuditEvent } from "../../../../bff/contract/auditor/audit.ts";
import { count } from "../../format/counts.ts";
import { exactMoment } from "./date-time-field.ts";

type Sealed = Pick<AuditEvent, "index" | "sealed">;

export function SealBadge({ index, sealed }: Sealed) {
  const Icon = sealed ? LockKeyhole : LockKeyholeOpen;
  return (
    <span className="figures inline-flex min-h-6 items-center gap-1.5 text-sm whitespace-nowrap">
      <Icon aria-hidden="true" className={sealed ? "size-4 text-success" : "size-4 text-muted"} />
      {sealed && index !== null ? (
        <span>
          <span className="sr-only">Sealed as event </span>#{count(index)}
        </span>
      ) : (
        <span className="text-muted">Not sealed yet</span>
      )}
    </span>
  );
}

export function sealWords({ index, sealed }: Sealed, zone: string): string {
  if (!sealed || index === null) return "Not sealed yet. Events are sealed within seconds.";
  return `Leaf ${count(index)} of the tree, first under the head of ${count(sealed.size)} events, signed ${exactMoment(sealed.signedAt, zone)}`;
}
