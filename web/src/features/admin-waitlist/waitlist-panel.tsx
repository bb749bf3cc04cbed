/** Who waits for hours of the board's day or of a room's week, in the order of joining. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { StaffWaitlistEntry } from "../../../../bff/contract/visitor/waitlist.ts";
import type { VenueDay } from "../../../../core/venue/time/venue-time.ts";
import { staffWaitlistQuery } from "../../api/staff-waitlist.ts";
import { useNow } from "../../browser/use-now.ts";
import { FailureNotice } from "../../ui/state-notice.tsx";
import { OfferDialog } from "./offer-dialog.tsx";
import { WaitingEntry } from "./waiting-entry.tsx";

interface WaitlistPanelProps {
  /** The days on the board that are not past, the last one included. */
  day: VenueDay;
  until: VenueDay;
  /** Null means every room. */
  roomId: number | null;
  /** Whether this person may offer hours out of turn. */
  mayOffer: boolean;
  onOpen(bookingId: number): void;
}

export function WaitlistPanel({ day, until, roomId, mayOffer, onOpen }: WaitlistPanelProps) {
  const now = useNow(60_000);
  const [offering, setOffering] = useState<StaffWaitlistEntry | null>(null);
  const asked = { day, until, ...(roomId === null ? {} : { roomId }) };
  const { data: waiting, isError, refetch } = useQuery(staffWaitlistQuery(asked));
  if (isError)
    return <FailureNotice title="The waitlist could not be fetched" onRetry={() => void refetch()} />;
  return (
    <section aria-labelledby="who-waits" className="print-none grid min-w-0 gap-1.5">
      <h2 id="who-waits" className="text-sm font-semibold">
        Who waits
        {waiting && waiting.length > 0 && <span className="figures text-muted"> ({waiting.length})</span>}
      </h2>
      {waiting === undefined || waiting.length === 0 ? (
        <p className="text-sm text-muted">
          {waiting === undefined
            ? "Loading the waitlist…"
            : `The waitlist has no entry for ${roomId === null ? "this day" : "this week"}.`}
        </p>
      ) : (
        <ol className="-mx-1 flex items-stretch gap-1.5 overflow-x-auto px-1 pb-1.5">
          {waiting.map((entry, at) => (
            <li key={entry.id} className="w-[min(22rem,85vw)] flex-none">
              <WaitingEntry
                entry={entry}
                place={at + 1}
                now={now}
                onOpen={onOpen}
                onOffer={mayOffer ? () => setOffering(entry) : undefined}
              />
            </li>
          ))}
        </ol>
      )}
      <OfferDialog entry={offering} day={day} until={until} onClose={() => setOffering(null)} />
    </section>
  );
}
