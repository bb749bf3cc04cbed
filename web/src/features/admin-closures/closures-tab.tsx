/** The Closures tab: current and past closures, closing hours, reopening them, and public holidays to close on. */

import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { ClosureInList } from "../../../../bff/contract/venue/closure.ts";
import { addDays, venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { useZone } from "../../format/venue.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { EmptyNotice, QueryPlaceholder } from "../../ui/state-notice.tsx";
import { closuresQuery } from "./calls.ts";
import { CloseHoursDialog } from "./close-hours-dialog.tsx";
import { ClosureList } from "./closure-list.tsx";
import type { RequestedClosure } from "./closure-span.ts";
import { closedRoomsWords, closureTimes, type NamedRoom } from "./closure-words.ts";
import { HolidaySuggestions } from "./holiday-suggestions.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";
import { useReopening } from "./use-reopening.ts";

/** The longest range that the list of closures can be requested for, less its first day. */
const DAYS_AHEAD = 399;
const DAYS_BACK = 365;

export function ClosuresTab({ rooms }: { rooms: readonly NamedRoom[] }) {
  const zone = useZone();
  const today = venueDayOf(new Date(), zone);
  const coming = useQuery(closuresQuery(today, addDays(today, DAYS_AHEAD)));
  const [asked, setAsked] = useState<RequestedClosure | null>(null);
  const [lifted, setLifted] = useState<ClosureInList | null>(null);
  const [reasoned, setReasoned] = useState<ClosureInList | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const lifting = useReopening(() => setLifted(null));
  const current = coming.data?.filter(({ endTime }) => new Date(endTime) > new Date());

  return (
    <div className="grid gap-6">
      <section aria-labelledby="closures-title" className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 ref={heading} id="closures-title" tabIndex={-1} className="text-lg font-semibold">
            Closures{current && ` (${current.length})`}
          </h2>
          <Button density="dense" variant="solid" onClick={() => setAsked({})}>
            Close hours
          </Button>
        </div>
        {!coming.data && <QueryPlaceholder of={coming} failed="Failed to fetch closures" className="h-20" />}
        {current?.length === 0 && (
          <EmptyNotice title="Nothing is closed">
            Every hour within the opening hours can be booked.
          </EmptyNotice>
        )}
        {current?.[0] && (
          <ClosureList
            label="Closures"
            blocks={current}
            rooms={rooms}
            onReason={setReasoned}
            onReopen={setLifted}
          />
        )}
      </section>
      <HolidaySuggestions
        today={today}
        blocks={coming.data ?? []}
        rooms={rooms}
        onClose={(day, untilDay) => setAsked({ day, untilDay, reason: "Public holiday" })}
      />
      <PastClosures today={today} rooms={rooms} onReason={setReasoned} />
      <ReasonDialog block={reasoned} onClose={() => setReasoned(null)} />
      <CloseHoursDialog
        open={asked}
        rooms={rooms}
        onClose={() => setAsked(null)}
        onPlaced={() => undefined}
      />
      <ConfirmDialog
        question={
          lifted && {
            title: "Reopen these hours?",
            text: `${closedRoomsWords(lifted.roomIds, rooms)}, ${closureTimes(lifted, zone)}: they can be booked again immediately. Cancelled and moved bookings stay as they are.`,
            confirm: "Reopen",
          }
        }
        busy={lifting.isPending}
        onConfirm={() => lifted && lifting.mutate(lifted.id)}
        onCancel={() => setLifted(null)}
        focusAfter={() => heading.current}
      />
    </div>
  );
}

interface PastClosuresProps {
  today: string;
  rooms: readonly NamedRoom[];
  onReason(block: ClosureInList): void;
}

/** Fetched only when staff open the list. */
function PastClosures({ today, rooms, onReason }: PastClosuresProps) {
  const [shown, setShown] = useState(false);
  const past = useQuery({ ...closuresQuery(addDays(today, -DAYS_BACK), today), enabled: shown });
  const over = past.data?.filter(({ endTime }) => new Date(endTime) <= new Date()).toReversed();
  return (
    <details className="border border-rule bg-sheet" onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary className="flex min-h-11 cursor-pointer items-center px-4 font-medium hover:text-action">
        Closures of the past year
      </summary>
      <div className="grid gap-2 border-t border-rule p-3">
        {!past.data && <QueryPlaceholder of={past} failed="Failed to fetch past closures" className="h-16" />}
        {over?.length === 0 && <p className="text-muted">None.</p>}
        {over?.[0] && <ClosureList label="Past closures" blocks={over} rooms={rooms} onReason={onReason} />}
      </div>
    </details>
  );
}
