/** The day's guests beside the board: who comes, who is late or did not come, and what each owes; with the next step as a button. */
import type { Board, BookingEntry } from "../../../../bff/contract/staff/board.ts";
import { whyStageNotAllowed } from "../../../../core/booking/rules/statuses.ts";
import { inksOf } from "../../../../core/venue/rooms/inks.ts";
import { clockTime } from "../../../../core/venue/time/time-format.ts";
import { customerName } from "../../format/names.ts";
import { useZone } from "../../format/venue.ts";
import { Button } from "../../ui/button.tsx";
import { moneyWords } from "./entry-words.ts";
import { useCurrentMinute } from "./use-minute.ts";
import { useVisitStage } from "./use-visit-stage.ts";

interface ArrivingProps {
  /** Today's board. */
  board: Board;
  onOpen(bookingId: number): void;
}

type Waiting = "expected" | "overdue" | "no-show";

interface Arrival {
  booking: BookingEntry;
  roomName: string;
  slug: string;
  waiting: Waiting;
}

/** Visits of today whose guests have not arrived, by start: also those that are over, so that no guest is dropped without a word. */
function arrivalsOf({ rooms }: Board, now: Date): Arrival[] {
  return rooms
    .flatMap(({ name, slug, entries }) =>
      entries.flatMap((booking) => {
        const waiting = booking.kind === "booking" ? waitingOf(booking, now) : null;
        return booking.kind === "booking" && waiting ? [{ booking, roomName: name, slug, waiting }] : [];
      }),
    )
    .sort((a, b) => a.booking.startTime.localeCompare(b.booking.startTime));
}

function waitingOf({ visit, status, endTime }: BookingEntry, now: Date): Waiting | null {
  if (visit === "no-show") return "no-show";
  if ((visit !== null && visit !== "late") || status === "completed") return null;
  return new Date(endTime) > now ? "expected" : "overdue";
}

export function Arrivals({ board, onOpen }: ArrivingProps) {
  const now = useCurrentMinute();
  const arrivals = arrivalsOf(board, now);
  const expected = arrivals.filter(({ waiting }) => waiting === "expected").length;
  return (
    <section aria-labelledby="arriving" className="print-none grid gap-1.5 xl:content-start">
      <h2 id="arriving" className="text-sm font-semibold">
        Arriving today
        {expected > 0 && <span className="figures text-muted"> ({expected})</span>}
      </h2>
      {arrivals.length === 0 ? (
        <p className="text-sm text-muted">No more guests are expected today.</p>
      ) : (
        <ul className="-mx-1 flex gap-1.5 overflow-x-auto px-1 pb-1.5">
          {arrivals.map((arrival) => (
            <li key={arrival.booking.id} className="flex-none">
              <ArrivalCard arrival={arrival} now={now} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface ArrivalCardProps {
  arrival: Arrival;
  now: Date;
  onOpen(bookingId: number): void;
}

const WAITING_WORDS: Record<Waiting, string | null> = {
  expected: null,
  overdue: "Did not arrive",
  "no-show": "No-show",
};

function ArrivalCard({ arrival: { booking, roomName, slug, waiting }, now, onOpen }: ArrivalCardProps) {
  const zone = useZone();
  const stage = useVisitStage(booking.id);
  const visit = { ...booking, hoursFreed: booking.freed, startsAt: new Date(booking.startTime) };
  const mayArrive = whyStageNotAllowed("arrived", visit, now) === null;
  const name = customerName(booking);
  const words = WAITING_WORDS[waiting] ?? (booking.visit === "late" ? "Comes later" : null);
  return (
    <div
      style={{ borderLeftColor: inksOf(slug).first.hex }}
      className="flex min-h-11 items-stretch border border-l-4 border-control bg-sheet text-sm leading-snug"
    >
      <button
        type="button"
        onClick={() => onOpen(booking.id)}
        className="grid w-48 px-2.5 py-1 text-left hover:bg-ground"
      >
        <span className="flex justify-between gap-2">
          <b className="figures whitespace-nowrap">{clockTime(new Date(booking.startTime), zone)}</b>
          <span className="figures truncate font-medium">{moneyWords(booking, zone)}</span>
        </span>
        <span className="truncate font-medium">{name}</span>
        <span className="truncate text-muted">
          {words ? <b className="text-ink">{words} · </b> : null}
          {roomName}
        </span>
      </button>
      {waiting === "no-show" ? (
        <Button
          density="dense"
          className="border-y-0 border-r-0"
          aria-label={`Undo the no-show of ${name}`}
          busy={stage.isPending}
          onClick={() => stage.mutate("undo")}
        >
          Undo
        </Button>
      ) : (
        mayArrive && (
          <Button
            density="dense"
            className="border-y-0 border-r-0"
            aria-label={`${name} has arrived`}
            busy={stage.isPending}
            onClick={() => stage.mutate("arrived")}
          >
            Here
          </Button>
        )
      )}
    </div>
  );
}
