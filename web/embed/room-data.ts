/** Reads what the element shows over the API, from whichever site it is on: the room, the venue's hours and terms, the taken hours. */
import { READ_AFTER_HEADER } from "../../bff/contract/headers.ts";
import type { EmbeddedRoom } from "../../bff/contract/open/embed.ts";
import type { RoomBooking } from "../../bff/contract/room.ts";
import { daysOf, type VenueMonth } from "../../core/venue/time/venue-time.ts";

/** Why nothing can be shown. `refused`: our server answers, but not to this site. */
export type ReadTrouble = "unknown room" | "refused" | "unreachable" | "unwell";

export class ReadFailed extends Error {
  readonly trouble: ReadTrouble;

  constructor(trouble: ReadTrouble) {
    super(trouble);
    this.trouble = trouble;
  }
}

export interface RoomReads {
  /** The room, and what is needed of the venue. */
  room(slug: string, after: string | null): Promise<EmbeddedRoom>;
  /** When the room is taken in a month; `after`: the newest log position that the page has heard of. */
  taken(roomId: number, month: VenueMonth, after: string | null): Promise<RoomBooking[]>;
}

/** `base`: where our server is. Every read throws `ReadFailed`. */
export function createReads(base: string): RoomReads {
  async function read<T>(path: string, after: string | null = null): Promise<T> {
    const headers = after === null ? {} : { [READ_AFTER_HEADER]: after };
    // A site that is not named gets the same error as one without a network.
    const response = await fetch(new URL(path, base), { headers, credentials: "omit" }).catch(async () => {
      throw new ReadFailed((await isReachable(base)) ? "refused" : "unreachable");
    });
    if (response.status === 404) throw new ReadFailed("unknown room");
    if (!response.ok) throw new ReadFailed("unwell");
    return (await response.json()) as T; // our own server's answer to this call
  }

  return {
    room: (slug, after) => read(`/api/embed/${encodeURIComponent(slug)}`, after),
    taken(roomId, month, after) {
      const { first, last } = daysOf(month);
      return read(`/api/rooms/${roomId}/bookings?startDate=${first}&endDate=${last}`, after);
    },
  };
}

/** Whether our server answers at all: the script may be read by every site. */
const isReachable = (base: string): Promise<boolean> =>
  fetch(new URL("/embed.js", base), { mode: "no-cors", cache: "no-store", credentials: "omit" }).then(
    () => true,
    () => false,
  );
