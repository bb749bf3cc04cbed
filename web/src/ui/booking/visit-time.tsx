/** Shows a visit's time in the venue zone, labeled, and in the visitor's own zone if it differs (decision 13). */

import {
  clocksDiffer,
  timeRange,
  timeRangeElsewhere,
  zoneName,
} from "../../../../core/venue/time/time-format.ts";
import { useZone } from "../../format/venue.ts";

let ownZone: string | undefined;

/** The visitor's own zone, from the browser, which is slow to answer and is asked once. */
export function visitorZone(): string {
  ownZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return ownZone;
}

interface VisitTimeProps {
  startsAt: Date;
  endsAt: Date;
}

export function VisitTime({ startsAt, endsAt }: VisitTimeProps) {
  const zone = useZone();
  const own = visitorZone();
  return (
    <span className="grid">
      <time dateTime={startsAt.toISOString()}>{timeRange(startsAt, endsAt, zone)}</time>
      <span className="text-sm font-normal text-muted">{zoneName(zone, startsAt)}</span>
      {clocksDiffer(startsAt, zone, own) && (
        <span className="text-sm font-normal text-muted">
          {timeRangeElsewhere(startsAt, endsAt, zone, own)} where you are
        </span>
      )}
    </span>
  );
}
