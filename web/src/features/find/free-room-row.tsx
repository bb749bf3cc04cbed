/** Shows one room that fits: its day in its ink, the time, the whole price, and one press to its filled form. */

import type { FoundDay, FoundTime } from "../../../../bff/contract/visitor/find.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { durationHours } from "../../../../core/booking/rules/pricing.ts";
import { inksOf } from "../../../../core/venue/rooms/inks.ts";
import { clockTime, shortDay, timeRange } from "../../../../core/venue/time/time-format.ts";
import { venueClockOf } from "../../../../core/venue/time/venue-time.ts";
import type { FindRequest } from "../../api/rooms.ts";
import { bookHref } from "../../format/book-href.ts";
import { hoursText, peopleText } from "../../format/counts.ts";
import { hourRanges } from "../../format/hours.ts";
import { useZone } from "../../format/venue.ts";
import { HourMarks, HourStrip } from "../../ui/booking/hour-strip.tsx";
import { buttonClass } from "../../ui/button.tsx";

interface FoundRowProps {
  time: FoundTime;
  /** The room's day. */
  roomDay: FoundDay | undefined;
  wish: FindRequest;
  /** The room's own words that say why it suits what the visitor wants to do. */
  why?: string | null;
  /** Whether the row names its day, because it has no heading that does. */
  named?: boolean;
}

const LENGTH_WORDS = { hourly: null, "half-day": "half day", "full-day": "full day" } as const;

export function FreeRoomRow({ time, roomDay, wish, why = null, named = false }: FoundRowProps) {
  const zone = useZone();
  const { slug, name, day, bookingDuration } = time;
  const startsAt = new Date(time.startTime);
  const range = timeRange(startsAt, new Date(time.endTime), zone);
  const from = venueClockOf(startsAt, zone).hour;
  const length = durationHours(bookingDuration, wish.hours);
  const hrefAt = (startHour: number, duration: FoundTime["bookingDuration"]) =>
    bookHref(slug, {
      day,
      startHour,
      hours: wish.hours,
      duration,
      people: wish.people,
      activity: wish.activity,
    });
  const href = hrefAt(from, bookingDuration);
  const longer = LENGTH_WORDS[bookingDuration];
  const clock = clockTime(startsAt, zone);
  const when = named ? `${shortDay(day)}, ${range}` : range;
  return (
    <li
      data-found={slug}
      className="grid gap-x-8 gap-y-3 border-t-2 border-ink py-4 md:grid-cols-[12rem_minmax(0,1fr)] lg:grid-cols-[12rem_minmax(0,1fr)_25rem] lg:gap-x-6 lg:items-center"
    >
      <div className="flex items-baseline justify-between gap-x-4 md:block">
        <h3 className="poster-type text-2xl lg:text-3xl">
          <a href={`/room/${slug}`} className="decoration-2 underline-offset-4 hover:underline">
            {name}
          </a>
        </h3>
        <p className="shrink-0 text-sm text-muted md:mt-1">Up to {peopleText(time.capacity)}</p>
      </div>
      {why !== null && (
        <p className="text-sm md:col-start-2 lg:col-span-2 lg:row-start-2">
          <strong>Suits you:</strong> {why}
        </p>
      )}
      {roomDay && (
        <div className="min-w-0 max-lg:md:col-start-2">
          <HourStrip
            inks={inksOf(slug)}
            freeHours={roomDay.freeHours}
            inked={{ from, to: from + length }}
            hrefOf={(hour) => {
              const within = hour >= from && hour < from + length;
              if (within) return href;
              const start = roomDay.starts.find((each) => each.hour === hour);
              return start && hrefAt(hour, start.bookingDuration);
            }}
            className="h-12"
          />
          <HourMarks />
          <p className="sr-only">Free {hourRanges(roomDay.freeHours)}</p>
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-lg:md:col-span-2 lg:flex-nowrap">
        <div className="figures">
          <p className="font-semibold">
            {!time.exact && (
              <span className="mr-2 inline-block bg-ink px-1.5 text-sm text-ground">Nearest</span>
            )}
            <time dateTime={time.startTime}>{when}</time>
          </p>
          <p>
            <strong className="text-lg">{formatMoney(time.totalAmount)}</strong>
            <span className="text-sm text-muted">
              {longer && `, ${longer} of ${hoursText(length)}`}, {formatMoney(time.downpaymentAmount)} now
            </span>
          </p>
        </div>
        <a
          href={href}
          aria-label={`Book ${clock}, ${name}, ${when}, ${formatMoney(time.totalAmount)}`}
          className={buttonClass({ className: "mr-1 mb-1 shrink-0 whitespace-nowrap max-sm:grow" })}
        >
          Book {clock}
        </a>
      </div>
    </li>
  );
}
