/** The rooms section: the rooms as posters, their placeholders, and the message if they cannot be loaded. */
import { useQuery } from "@tanstack/react-query";
import type { Room } from "../../../../bff/contract/room.ts";
import { overlayOf } from "../../../../core/venue/rooms/overlays.ts";
import { roomsQuery } from "../../api/rooms.ts";
import { Button } from "../../ui/button.tsx";
import { PhoneLink } from "../../ui/phone-link.tsx";
import { commonNextFree, formatNextFree } from "./next-free.ts";
import { RoomCard, RoomCardPlaceholder } from "./room-card.tsx";

const PLACEHOLDERS = 6;

export function RoomsSection() {
  const rooms = useQuery(roomsQuery);
  const shown = rooms.data?.filter((room) => overlayOf(room) === null) ?? [];
  const common = commonNextFree(shown);
  return (
    <section id="rooms" aria-labelledby="rooms-title" className="page scroll-mt-16 pt-16 lg:pt-24">
      <div className="mb-8 flex flex-wrap items-end justify-between gap-x-10 gap-y-3 lg:mb-12">
        <h2 id="rooms-title" tabIndex={-1} className="poster-type text-6xl lg:text-8xl">
          The rooms
        </h2>
        <p className="min-h-[3em] max-w-md text-muted lg:pb-2">
          {rooms.data?.length !== 0 && nextFreeNote(shown, common)}
        </p>
      </div>
      {rooms.isError ? (
        <RoomsUnavailable busy={rooms.isFetching} onRefresh={() => void rooms.refetch()} />
      ) : rooms.data?.length === 0 ? (
        <p className="max-w-2xl border-2 border-ink bg-sheet p-6 text-lg">
          The rooms are not listed here yet. Call <PhoneLink />, and we tell you what there is and when it is
          free.
        </p>
      ) : (
        <ul aria-busy={rooms.isPending} className="wall">
          {rooms.data
            ? rooms.data.map((room, place) => (
                <RoomCard key={room.id} room={room} place={place} stamped={room.nextFreeAt !== common} />
              ))
            : placeholders}
        </ul>
      )}
    </section>
  );
}

/** Explains the stamps: a room has one if its next free hour differs from the other rooms'. */
function nextFreeNote(rooms: readonly Room[], common: string | null): string {
  const [room] = rooms;
  if (common === null || room === undefined)
    return "The stamp on each poster shows when the room is next free.";
  const { day, time } = formatNextFree(common, room.timeZone, new Date());
  const differs = rooms.some(({ nextFreeAt }) => nextFreeAt !== common);
  return differs
    ? `The next free hour is ${day}, ${time}. A stamp shows where it differs.`
    : `The next free hour in every room is ${day}, ${time}.`;
}

const placeholders = [
  ...Array.from({ length: PLACEHOLDERS }, (_, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing but their place.
    <RoomCardPlaceholder key={place} place={place} />
  )),
  // The place after them has the message. A new venue has seven rooms, so nothing moves when they load.
  <RoomCardPlaceholder key="status" place={PLACEHOLDERS} message="Loading the rooms…" />,
];

function RoomsUnavailable({ busy, onRefresh }: { busy: boolean; onRefresh: () => void }) {
  return (
    <div role="alert" className="border-2 border-ink bg-sheet p-6 sm:p-10">
      <h3 className="poster-type text-4xl sm:text-5xl">Unable to Load Rooms</h3>
      <p className="mt-3 max-w-lg">
        The rooms could not be loaded. Refresh to try again, or call <PhoneLink /> to book by phone.
      </p>
      <Button className="mt-6" size="lg" busy={busy} onClick={onRefresh}>
        {busy ? "Refreshing…" : "Refresh"}
      </Button>
    </div>
  );
}
