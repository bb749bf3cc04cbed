/** Shows what visitors need to know about a room before booking it: equipment, size and plan, specifications, and further pictures. */
import { type ReactNode, useId } from "react";
import type { Room } from "../../../../bff/contract/room.ts";
import { MAX_HOURS } from "../../../../core/booking/rules/pricing.ts";
import { countText } from "../../../../core/text/count-text.ts";
import { floorOf, floorText, heightText } from "../../../../core/venue/rooms/floor-plan.ts";
import { inksOf } from "../../../../core/venue/rooms/inks.ts";
import { peopleText } from "../../format/counts.ts";
import { leastHoursOn, ROOM_PAGE_MIN_HOURS } from "../../session/least-hours.ts";
import { Photo } from "../../ui/booking/photo.tsx";
import { Poster } from "../../ui/booking/poster.tsx";
import { FloorPlan } from "./floor-drawing.tsx";

/** A part of the page's head, so that it is read before the calendar; on a phone it runs on in a few lines. */
export function Equipment({ room }: { room: Pick<Room, "slug" | "equipment"> }) {
  if (room.equipment.length === 0) return null;
  const { first } = inksOf(room.slug);
  return (
    <section>
      <h2 className="font-semibold">Equipment</h2>
      <ul className="mt-1 flex flex-wrap gap-x-3 text-sm sm:grid sm:grid-cols-2 sm:gap-x-6 sm:gap-y-1 sm:text-base">
        {room.equipment.map((piece) => (
          <li key={piece} className="flex items-baseline gap-2">
            <span aria-hidden="true" className="size-2 shrink-0" style={{ backgroundColor: first.hex }} />
            {piece}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the room shows of itself without a photo; nothing if staff have told nothing of it. */
export function TheRoom({ room }: { room: Room }) {
  const { widthFeet = null, depthFeet = null, heightFeet, plan = [], look = "", sound = "" } = room;
  const floor = floorOf({ widthFeet, depthFeet });
  const facts = [
    ["Size", floor ? floorText(floor) : ""],
    ["Ceiling", heightFeet === undefined ? "" : heightText(heightFeet)],
    ["How it looks", look],
    ["How it sounds", sound],
  ].filter(([, text]) => text !== "");
  if (facts.length === 0 && plan.length === 0) return null;
  return (
    <Details title="The Room">
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <dl className="grid content-start gap-4">
          {facts.map(([label, text]) => (
            <div key={label} className="border-t border-rule pt-2">
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="figures">{text}</dd>
            </div>
          ))}
        </dl>
        <FloorPlan room={room} />
      </div>
    </Details>
  );
}

export function Specifications({ room }: { room: Room }) {
  const rows = [
    ["Capacity", `Up to ${peopleText(room.capacity)}`],
    ...(room.equipment.length > 0
      ? [["Equipment", `${countText(room.equipment.length, "piece")} included`] as const]
      : []),
    ["Minimum booking", `${leastHoursOn(ROOM_PAGE_MIN_HOURS, room)} hours`],
    ["Maximum booking", `${MAX_HOURS} hours`],
  ];
  return (
    <Details title="Specifications">
      <dl>
        {rows.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-4 border-t border-rule py-2">
            <dt className="text-muted">{label}</dt>
            <dd className="text-right font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {room.features.length > 0 && (
        <ul aria-label="Features" className="mt-3 flex flex-wrap gap-2">
          {room.features.map((feature) => (
            <li key={feature} className="border-2 border-control px-2.5 py-1 text-sm">
              {feature}
            </li>
          ))}
        </ul>
      )}
    </Details>
  );
}

/** The prints of a room without photos, after its first. */
const printsOf = ({ photos, images, imageUrl }: Room): string[] =>
  photos.length > 0 ? [] : images.filter((image) => image !== imageUrl);

const FURTHER = "aspect-auto! h-30 w-1/5 shrink-0";
const MOST_FURTHER = 2;

/** The next pictures after the first, in the strip of a phone. */
export function FurtherPictures({ room }: { room: Room }) {
  return (
    <>
      {room.photos.slice(1, 1 + MOST_FURTHER).map((photo) => (
        <Photo key={photo.id} photo={photo} sizes="20vw" className="h-30 w-1/5 shrink-0 object-cover" />
      ))}
      {printsOf(room)
        .slice(0, MOST_FURTHER)
        .map((imageUrl) => (
          <Poster key={imageUrl} room={{ ...room, imageUrl }} sizes="20vw" className={FURTHER} />
        ))}
    </>
  );
}

/** The room's photos after the first, or further prints if it has no photos; a phone has those in the strip above. */
export function Gallery({ room }: { room: Room }) {
  const photos = room.photos.slice(1);
  const prints = printsOf(room);
  if (photos.length > 0) {
    return (
      <section aria-label={`Photos of ${room.name}`} className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {photos.map((photo) => (
          <Photo
            key={photo.id}
            photo={photo}
            sizes="(min-width: 64rem) 33vw, (min-width: 40rem) 50vw, 100vw"
            className="aspect-3/2 h-auto w-full object-cover"
          />
        ))}
      </section>
    );
  }
  if (prints.length === 0) return null;
  return (
    <section aria-label={`More prints of ${room.name}`} className="hidden grid-cols-3 gap-4 sm:grid">
      {prints.map((imageUrl) => (
        <Poster key={imageUrl} room={{ ...room, imageUrl }} sizes="33vw" className="aspect-4/5" />
      ))}
    </section>
  );
}

export function Details({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="poster-type mb-4 text-3xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
