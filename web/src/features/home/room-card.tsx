/** Shows one room as a poster: picture, name across its foot, stamp, and what the room is. */

import clsx from "clsx";
import type { ReactNode } from "react";
import type { Room } from "../../../../bff/contract/room.ts";
import { inksOf } from "../../../../core/venue/rooms/inks.ts";
import { overlayOf } from "../../../../core/venue/rooms/overlays.ts";
import { peopleText, slotsFree } from "../../format/counts.ts";
import { hourlyOn } from "../../format/hour-prices.ts";
import { hourName, hourRanges } from "../../format/hours.ts";
import { hoursOfDay, usualHours } from "../../format/venue.ts";
import { HourStrip } from "../../ui/booking/hour-strip.tsx";
import { Poster } from "../../ui/booking/poster.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TellMe } from "../../ui/waitlist/tell-me.tsx";
import { formatNearDay, formatNextFree } from "./next-free.ts";

/** The layout of each place on a wide screen: its columns, its vertical offset, its poster's shape. */
const PLACES = [
  { cell: "lg:col-span-7", poster: "lg:aspect-16/11" },
  { cell: "lg:col-span-5 lg:mt-28", poster: "lg:aspect-5/4" },
  { cell: "lg:col-span-4 lg:-mt-12", poster: "" },
  { cell: "lg:col-span-4 lg:mt-10", poster: "" },
  { cell: "lg:col-span-4 lg:mt-0", poster: "" },
  { cell: "lg:col-span-5 lg:mt-4", poster: "lg:aspect-1/1" },
  { cell: "lg:col-span-7 lg:mt-20", poster: "lg:aspect-16/11" },
] as const;

const placeOf = (place: number) => PLACES[place % PLACES.length] ?? PLACES[0];

/** As large as the poster's width allows for the name: a letter is about 0.37 em wide in the poster font. */
const nameSize = (name: string) => `min(7.25rem, ${(93 / (name.length * 0.37)).toFixed(1)}cqw)`;

interface RoomCardProps {
  room: Room;
  place: number;
  /** Whether its next free hour differs from the one that most rooms share, so that the poster shows it as a stamp. */
  stamped: boolean;
}

export function RoomCard({ room, place, stamped }: RoomCardProps) {
  const { cell, poster } = placeOf(place);
  const overlay = overlayOf(room);
  const page = `/room/${room.slug}`;
  const titleId = `room-${room.id}`;
  return (
    <li className={cell}>
      <article aria-labelledby={titleId} className="@container">
        {/* The name's link covers the poster; the name is in a layer of its own above the print. */}
        <div className="group relative grid grid-cols-[minmax(0,1fr)]">
          <Poster
            room={room}
            className={clsx("print [grid-area:1/1]", poster)}
            sizes="(min-width: 64rem) 50vw, 100vw"
          />
          {overlay && (
            <p className="absolute inset-x-0 top-[38%] -rotate-6 bg-press py-2 text-center poster-type text-[clamp(2rem,11cqw,4.5rem)] text-yellow">
              <span className="block">{overlay}</span>
              {room.bookable && (
                <span className="mt-1 block font-sans text-base font-semibold text-white">Bookable now</span>
              )}
            </p>
          )}
          {!overlay && stamped && <NextFreeStamp room={room} />}
          <h3
            id={titleId}
            className="z-1 max-w-full self-end justify-self-start bg-ground pt-[0.14em] pr-[0.16em] poster-type leading-[0.8] whitespace-nowrap [grid-area:1/1]"
            style={{ fontSize: nameSize(room.name) }}
          >
            <a
              href={page}
              className="decoration-[0.06em] underline-offset-[0.08em] group-hover:underline after:absolute after:inset-0"
            >
              {room.name}
            </a>
          </h3>
        </div>
        <CardText
          day={
            overlay ? (
              <p className="font-semibold">See dates and prices on its page.</p>
            ) : (
              <DayStrip room={room} />
            )
          }
          facts={
            <>
              <span>Up to {peopleText(room.capacity)}</span>
              <span className="figures">from {hourlyOn(room).lowest} an hour</span>
            </>
          }
          description={room.description}
          features={
            <ul className="grid gap-1">
              {room.features.slice(0, 2).map((feature) => (
                <li key={feature} className="flex items-baseline gap-2.5">
                  <span
                    aria-hidden="true"
                    className="size-2.5 shrink-0"
                    style={{ backgroundColor: inksOf(room.slug).first.hex }}
                  />
                  <span className="truncate">{feature}</span>
                </li>
              ))}
            </ul>
          }
          actions={
            <>
              <a href={page} aria-label={`Book Now, ${room.name}`} className={buttonClass()}>
                Book Now
              </a>
              <a
                href={page}
                aria-label={`Details, ${room.name}`}
                className={buttonClass({ variant: "outline" })}
              >
                Details
              </a>
            </>
          }
        />
      </article>
    </li>
  );
}

/** The text below a poster, always of the same height, so that nothing moves when rooms replace placeholders. */
function CardText(parts: {
  day: ReactNode;
  facts: ReactNode;
  description: ReactNode;
  features: ReactNode;
  actions: ReactNode;
}) {
  return (
    <div className="mt-3 grid gap-x-8 gap-y-4 @2xl:grid-cols-[1fr_auto]">
      <div className="h-10 @2xl:col-span-2">{parts.day}</div>
      <div>
        <div className="flex h-6 items-center justify-between gap-2 font-semibold whitespace-nowrap max-[22rem]:text-sm">
          {parts.facts}
        </div>
        <div className="mt-1 line-clamp-3 h-[4.5em]">{parts.description}</div>
      </div>
      <div className="h-[3.5em] @2xl:col-start-1">{parts.features}</div>
      <div className="flex h-13 flex-wrap items-start gap-4 @2xl:col-start-2 @2xl:row-start-2 @2xl:row-end-4 @2xl:flex-col">
        {parts.actions}
      </div>
    </div>
  );
}

/** The length of a visit that a visitor waits for who has chosen none. */
const USUAL_LENGTH = 2;

/** Today's hours, or those of the next open day. */
function DayStrip({ room }: { room: Room }) {
  const { openDay, slug, timeZone, leastHours = 1 } = room;
  if (openDay === null) return <p className="font-semibold">Not open for booking at the moment.</p>;
  const { day, freeHours } = openDay;
  const ranges = hourRanges(freeHours);
  const { open, close } = usualHours();
  const near = formatNearDay(day, timeZone, new Date());
  if (freeHours.length === 0)
    return (
      <>
        <HourStrip inks={inksOf(slug)} freeHours={freeHours} />
        <p className="flex items-baseline justify-between gap-3 text-sm">
          <span className="truncate">{near}: nothing free</span>
          <TellMe
            variant="ghost"
            className="min-h-6! shrink-0 px-0! py-0! text-sm! decoration-current!"
            what={`${room.name}, ${near}`}
            wish={{
              roomIds: [room.id],
              day,
              from: hoursOfDay(day).open,
              to: hoursOfDay(day).close,
              hours: Math.max(USUAL_LENGTH, leastHours),
              duration: "hourly",
              people: null,
            }}
          />
        </p>
      </>
    );
  return (
    <>
      <HourStrip inks={inksOf(slug)} freeHours={freeHours} />
      <p className="figures mt-1 flex justify-between gap-3 text-sm">
        <span aria-hidden="true" className="text-muted">
          {hourName(open)}
        </span>
        <span className="truncate">
          {near}: {slotsFree(freeHours.length)}
          {ranges && <span className="sr-only">, {ranges}</span>}
        </span>
        <span aria-hidden="true" className="text-muted">
          {hourName(close)}
        </span>
      </p>
    </>
  );
}

function NextFreeStamp({ room }: { room: Room }) {
  if (!room.nextFreeAt) return null;
  const { day, time } = formatNextFree(room.nextFreeAt, room.timeZone, new Date());
  return (
    <p className="stamp figures">
      <span className="block text-sm">Next free</span>
      <time dateTime={room.nextFreeAt} className="block">
        <span className="block poster-type text-2xl">{day}</span>
        {time}
      </time>
    </p>
  );
}

/** Holds the place of a room that is loading, in a room's exact size; one of them can carry a message instead of a picture. */
export function RoomCardPlaceholder({ place, message }: { place: number; message?: string }) {
  const { cell, poster } = placeOf(place);
  return (
    <li className={cell}>
      <div className="@container">
        {message ? (
          <div className={clsx("grid aspect-4/5 place-items-center border-2 border-rule", poster)}>
            <p role="status" className="px-6 text-center poster-type text-5xl text-muted">
              {message}
            </p>
          </div>
        ) : (
          <Skeleton className={clsx("aspect-4/5", poster)} />
        )}
        <CardText
          day={message ? null : <Skeleton className="h-4" />}
          facts={message ? null : <Skeleton className="h-4 w-32" />}
          description={message ? null : <Skeleton className="h-full" />}
          features={message ? null : <Skeleton className="h-full w-2/3" />}
          actions={message ? null : <Skeleton className="h-11 w-48" />}
        />
      </div>
    </li>
  );
}
