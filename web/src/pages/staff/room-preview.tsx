/** A preview of a room that is being edited: its card and the head of its page, drawn by the visitors' own components. */
import type { Room } from "../../../../bff/contract/room.ts";
import { RoomCard } from "../../features/home/room-card.tsx";
import { PricingCard } from "../../features/room/booking-notes.tsx";
import { Gallery, Specifications, TheRoom } from "../../features/room/room-details.tsx";
import { RoomHeader, RoomPoster } from "../../features/room/room-header.tsx";

export function RoomPreview({ room }: { room: Room }) {
  return (
    <>
      <ul>
        <RoomCard room={room} place={4} stamped={false} />
      </ul>
      <div className="grid gap-10 border-t-2 border-rule pt-8">
        <RoomPoster room={room} />
        <RoomHeader room={room} heading={<p className="poster-type text-5xl text-balance">{room.name}</p>} />
        <Specifications room={room} />
        <TheRoom room={room} />
        <PricingCard room={room} />
        <Gallery room={room} />
      </div>
    </>
  );
}
