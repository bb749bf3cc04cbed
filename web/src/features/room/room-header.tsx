/** The head of a room's page: its pictures, name, capacity, description and equipment, and the button that leads to its calendar. */

import type { ReactNode } from "react";
import type { Room } from "../../../../bff/contract/room.ts";
import { inksOf } from "../../../../core/venue/rooms/inks.ts";
import { peopleText } from "../../format/counts.ts";
import { hourlyOn } from "../../format/hour-prices.ts";
import { Poster } from "../../ui/booking/poster.tsx";
import { Button } from "../../ui/button.tsx";
import { PageHeading } from "../../ui/page-title.tsx";
import { Equipment, FurtherPictures } from "./room-details.tsx";

/** The room poster's shape: a strip on a phone, so that the calendar begins on its first screen; as high as the head on a wide screen. */
export const ROOM_POSTER_SHAPE = "h-30 aspect-auto! sm:h-64 lg:h-auto";

/** The poster, extending to the left edge on a wide screen. On a phone the next pictures share its strip. */
export function RoomPoster({ room }: { room: Room }) {
  const { second } = inksOf(room.slug);
  return (
    <div className="relative lg:min-h-84">
      <div className="flex gap-1 sm:block">
        <Poster
          room={room}
          priority
          sizes="(min-width: 64rem) 40vw, 100vw"
          // Out of the flow on a wide screen: the picture takes the head's height and never changes it.
          className={`${ROOM_POSTER_SHAPE} min-w-0 flex-1 lg:absolute lg:inset-0`}
        />
        <div className="contents sm:hidden">
          <FurtherPictures room={room} />
        </div>
      </div>
      <p
        className="absolute right-4 -bottom-5 -rotate-3 border-2 border-press px-3 py-1.5 sm:px-4 sm:py-2 lg:-right-6 lg:bottom-8"
        style={{ backgroundColor: second.hex, color: second.text }}
      >
        <span className="poster-type figures block text-3xl sm:text-4xl">{hourlyOn(room).lowest}</span>
        <span className="block text-sm font-semibold">
          {room.priceRules ? "per hour and more" : "per hour"}
        </span>
      </p>
    </div>
  );
}

interface RoomHeaderProps {
  room: Room;
  /** The page's one heading, if it is not the room's name. */
  title?: string;
  /** Replaces the heading, if the page has another one. */
  heading?: ReactNode;
  /** Leads to the calendar, or to what is missing there. */
  onBook?: (() => void) | undefined;
  children?: ReactNode;
}

export function RoomHeader({ room, title, heading, onBook, children }: RoomHeaderProps) {
  return (
    <header className="grid content-start gap-3 sm:gap-5">
      {heading ?? (
        <PageHeading
          title={title ?? room.name}
          className="poster-type text-5xl text-balance sm:text-7xl xl:text-8xl"
        >
          {title ?? room.name}
        </PageHeading>
      )}
      <p className="text-lg font-semibold">Up to {peopleText(room.capacity)}</p>
      <p className="max-w-[62ch] sm:text-lg">{room.description}</p>
      <Equipment room={room} />
      {children}
      {onBook && (
        <p>
          <Button size="lg" data-needs-scripts onClick={onBook}>
            Book Now
          </Button>
        </p>
      )}
    </header>
  );
}
