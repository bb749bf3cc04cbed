/** Shows a room's day as of an instant: which hours were taken, by which booking, and what changed that. */

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { AuditRoomDay } from "../../../../bff/contract/auditor/audit.ts";
import type { Room } from "../../../../bff/contract/room.ts";
import { inksOf } from "../../../../core/venue/rooms/inks.ts";
import { dateAndTime, dayName, timeRange } from "../../../../core/venue/time/time-format.ts";
import {
  addDays,
  isVenueDay,
  type VenueDay,
  venueClockOf,
  venueDayOf,
} from "../../../../core/venue/time/venue-time.ts";
import { auditRoomDayQuery } from "../../api/audit/staff-audit.ts";
import { RequestError } from "../../api/request.ts";
import { hourRanges } from "../../format/hours.ts";
import { useZone } from "../../format/venue.ts";
import { PAYMENT_LABELS, StatusBadge } from "../../ui/booking/booking-badges.tsx";
import { HourMarks, HourStrip } from "../../ui/booking/hour-strip.tsx";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EmptyNotice, FailureNotice } from "../../ui/state-notice.tsx";
import { exactMoment } from "./date-time-field.ts";
import { stopsOf } from "./slider-stops.ts";
import { TimeSlider } from "./time-slider.tsx";

interface RoomDayViewProps {
  roomId: number;
  rooms: readonly Room[];
  day: VenueDay;
  at: string | undefined;
  onRoom(roomId: number): void;
  onDay(day: VenueDay): void;
  onAt(at: string | undefined): void;
}

export function RoomDayView(props: RoomDayViewProps) {
  const { roomId, rooms, day, at, onAt } = props;
  const { data, error, isPlaceholderData, refetch } = useQuery(auditRoomDayQuery(roomId, day, at));
  return (
    <div className="grid gap-5">
      <Choice {...props} />
      {error ? (
        error instanceof RequestError && error.status === 404 ? (
          <EmptyNotice title="Room not found">There is no room with this number.</EmptyNotice>
        ) : (
          <FailureNotice title="The room's day could not be fetched" onRetry={() => void refetch()} />
        )
      ) : data ? (
        <>
          <TimeSlider stops={stopsOf(data.changes, "Before any hour was taken")} at={at} onAt={onAt} />
          <div aria-busy={isPlaceholderData} className="grid gap-5">
            <Hours of={data} slug={rooms.find(({ id }) => id === roomId)?.slug ?? ""} />
            <Changes of={data} onAt={onAt} />
          </div>
        </>
      ) : (
        <>
          <p role="status" className="sr-only">
            Loading the day...
          </p>
          <Skeleton className="h-44" />
          <Skeleton className="h-48" />
        </>
      )}
    </div>
  );
}

function Choice({ roomId, rooms, day, onRoom, onDay }: RoomDayViewProps) {
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SelectField
        density="dense"
        label="Room"
        className="min-w-48"
        value={roomId}
        onChange={({ target }) => onRoom(Number(target.value))}
        options={rooms.map(({ id, name }) => [id, name] as const)}
      />
      <TextField
        density="dense"
        label="Day"
        type="date"
        value={day}
        onChange={({ target }) => {
          if (isVenueDay(target.value)) onDay(target.value);
        }}
      />
      <div className="flex gap-2">
        <Button density="dense" className="sm:min-h-10" onClick={() => onDay(addDays(day, -1))}>
          Day Before
        </Button>
        <Button density="dense" className="sm:min-h-10" onClick={() => onDay(addDays(day, 1))}>
          Day After
        </Button>
      </div>
    </div>
  );
}

function Hours({ of: { day, hours, bookings, blocks, at }, slug }: { of: AuditRoomDay; slug: string }) {
  const zone = useZone();
  if (hours.length === 0) return <EmptyNotice title="Closed on this day" />;
  const free = hours
    .filter(({ bookingId, blockId }) => bookingId === null && blockId === null)
    .map(({ startTime }) => venueClockOf(new Date(startTime), zone).hour);
  return (
    <section aria-labelledby="hours" className="grid gap-4">
      <h2 id="hours" className="text-lg font-semibold">
        {dayName(day)}
      </h2>
      <div>
        <HourStrip inks={inksOf(slug)} freeHours={free} className="h-14" />
        <HourMarks />
      </div>
      <p className="figures">{free.length === 0 ? "No hour was free." : `Free: ${hourRanges(free)}.`}</p>
      {bookings.length > 0 && (
        <ul aria-label="Bookings at that time" className="border border-rule">
          {bookings.map(({ bookingId, status, paymentStatus, startTime, endTime, heldUntil }) => (
            <li
              key={bookingId}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-rule bg-sheet px-4 py-3 last:border-b-0"
            >
              <span className="figures font-medium">
                {timeRange(new Date(startTime), new Date(endTime), zone)}
              </span>
              <Link
                to="/audit/booking/$bookingId"
                params={{ bookingId: String(bookingId) }}
                search={{ at }}
                className="figures font-semibold text-action underline underline-offset-4"
              >
                Booking #{bookingId}
              </Link>
              <StatusBadge status={status} />
              <span className="text-sm text-muted">
                {PAYMENT_LABELS[paymentStatus]}
                {heldUntil && `, held until ${dateAndTime(new Date(heldUntil), zone)}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {blocks.length > 0 && (
        <ul aria-label="Closures at that time" className="border border-rule">
          {blocks.map(({ blockId, startTime, endTime, reason }) => {
            const [from, to] = [new Date(startTime), new Date(endTime)];
            const isOneDay = venueDayOf(from, zone) === venueDayOf(to, zone);
            return (
              <li
                key={blockId}
                className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-rule bg-sheet px-4 py-3 last:border-b-0"
              >
                <span className="figures font-medium">
                  {isOneDay
                    ? timeRange(from, to, zone)
                    : `${dateAndTime(from, zone)} – ${dateAndTime(to, zone)}`}
                </span>
                <span className="figures font-semibold">Closure #{blockId}</span>
                <span className="text-sm text-muted">{reason}</span>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

function Changes({ of: { changes, at }, onAt }: { of: AuditRoomDay; onAt(at: string): void }) {
  const zone = useZone();
  if (changes.length === 0) return <p className="text-muted">No hour of this day was ever taken.</p>;
  return (
    <section aria-labelledby="changes" className="grid gap-3">
      <h2 id="changes" className="text-lg font-semibold">
        What changed
      </h2>
      <ol aria-label="What changed" className="border border-rule">
        {changes.map((change, index) => {
          const counted = Date.parse(change.at) <= Date.parse(at);
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: the changes keep their order.
              key={index}
              className="border-b border-l-4 border-rule bg-sheet px-4 py-3 last:border-b-0 data-counted:border-l-ink"
              data-counted={counted || undefined}
            >
              <p className={counted ? "font-medium" : "text-muted"}>
                {!counted && <span className="italic">Not yet: </span>}
                {change.text}
              </p>
              <button
                type="button"
                className="figures text-sm text-muted underline decoration-control underline-offset-4 hover:text-action"
                onClick={() => onAt(change.at)}
              >
                <span className="sr-only">As of </span>
                {exactMoment(change.at, zone)}
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
