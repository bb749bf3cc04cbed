/** Shows what visitors need to know about a room before booking it: equipment, specifications, and further pictures. */
import type { ReactNode } from "react";
import type { Room } from "../../../../bff/contract/room.ts";
import { MAX_HOURS } from "../../../../core/booking/rules/pricing.ts";
import { inksOf } from "../../../../core/venue/rooms/inks.ts";
import { Photo } from "../../ui/booking/photo.tsx";
import { Poster } from "../../ui/booking/poster.tsx";

/** The room page's own minimum number of hours (decision 16). */
export const ROOM_PAGE_MIN_HOURS = 2;

export function Equipment({ room }: { room: Room }) {
  const { first } = inksOf(room.slug);
  return (
    <Details title="Equipment">
      <ul className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-1">
        {room.equipment.map((piece) => (
          <li key={piece} className="flex items-baseline gap-3 border-t border-rule py-2">
            <span aria-hidden="true" className="size-2.5 shrink-0" style={{ backgroundColor: first.hex }} />
            {piece}
          </li>
        ))}
      </ul>
    </Details>
  );
}

export function Specifications({ room }: { room: Room }) {
  const rows = [
    ["Capacity", `Up to ${room.capacity} people`],
    ["Equipment", `${room.equipment.length} pieces included`],
    ["Minimum booking", `${ROOM_PAGE_MIN_HOURS} hours`],
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

/** The room's photos after the first, or further prints if it has no photos; shows nothing if there is only one. */
export function Gallery({ room }: { room: Room }) {
  const photos = room.photos.slice(1);
  const prints = room.photos.length > 0 ? [] : room.images.filter((image) => image !== room.imageUrl);
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
    <section aria-label={`More prints of ${room.name}`} className="grid grid-cols-3 gap-2 sm:gap-4">
      {prints.map((imageUrl) => (
        <Poster key={imageUrl} room={{ ...room, imageUrl }} sizes="33vw" className="aspect-4/5" />
      ))}
    </section>
  );
}

export function Details({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="poster-type mb-4 text-3xl">{title}</h2>
      {children}
    </section>
  );
}
