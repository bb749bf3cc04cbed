/** Owns what a process remembers of its venue, rooms and house: read when it starts, and again when told that it has changed. */
import { readRawStream } from "../log/read.ts";
import { foldReadable } from "../log/stream.ts";
import type { Clock } from "../platform/clock.ts";
import type { Sql } from "../platform/database.ts";
import { type Defaults, type House, type HouseChanges, houseOn, scheduleOf } from "./house.ts";
import { HOUSE_ID, houseStream } from "./house-stream.ts";
import type { OpeningSchedule } from "./opening-hours.ts";
import { roomStream } from "./room.ts";
import { directoryOf, type Room, type RoomDirectory, readRooms } from "./rooms.ts";
import { type VenueDay, venueDayOf } from "./venue-time.ts";
import { isSameZone, OtherVenueZone } from "./zone-name.ts";

/** Told with the commit of every change, to every process that listens. */
export const VENUE_CHANGED_CHANNEL = "venue_changed";

export interface HouseDirectory {
  /** Events of its stream that this tells of. */
  version(): number;
  /** As it is today. */
  now(): House;
  on(day: VenueDay): House;
  schedule(): OpeningSchedule;
  /** Changes of which some may still be ahead. */
  changes(): HouseChanges;
}

export interface Venue {
  rooms: RoomDirectory;
  house: HouseDirectory;
  /** What is remembered may be old from here on. */
  expire(): void;
  /** Reads what has expired, if anything has. */
  settled(): Promise<void>;
  /** Reads it all anew. */
  reload(): Promise<void>;
  /** Why the house is known only as it was before a change; null where it is known as it is. */
  unreadable(): string | null;
}

/**
 * Needs a migrated and seeded database. A house that has been changed by an event which this code cannot read goes on as it was
 * before, and nobody can change it; rooms are what their rows say. Throws `OtherVenueZone`, now or when it is read anew, where the venue is
 * in another zone.
 */
export async function openVenue(
  sql: Sql,
  { clock, timeZone, defaults }: { clock: Clock; timeZone: string; defaults: Defaults },
): Promise<Venue> {
  let rooms = directoryOf([]);
  let house: { changes: HouseChanges; version: number; schedule: OpeningSchedule };
  let unreadable: string | null = null;
  let today: { day: VenueDay; house: House } | undefined;
  let [asked, read] = [1, 0];
  let reading: Promise<void> | null = null;

  async function readNow(): Promise<void> {
    const upTo = asked;
    const stream = houseStream.nameOf(HOUSE_ID);
    const [all, events] = await Promise.all([readRooms(sql), readRawStream(sql, stream)]);
    const known = foldReadable(houseStream, events);
    const remembered = known.state.timeZone;
    if (remembered !== null && !isSameZone(remembered, timeZone))
      throw new OtherVenueZone(remembered, timeZone);
    rooms = directoryOf(all);
    house = {
      changes: known.state.changes,
      version: events.at(-1)?.version ?? 0,
      schedule: scheduleOf(known.state.changes),
    };
    unreadable = known.unreadable;
    today = undefined;
    read = upTo;
  }

  async function settled(): Promise<void> {
    while (read < asked) {
      reading ??= readNow().finally(() => {
        reading = null;
      });
      await reading;
    }
  }

  const on = (day: VenueDay): House => houseOn(house.changes, day, defaults);
  const venue: Venue = {
    rooms: {
      all: () => rooms.all(),
      everOpened: () => rooms.everOpened(),
      byId: (id) => rooms.byId(id),
      bySlug: (slug) => rooms.bySlug(slug),
    },
    house: {
      version: () => house.version,
      now() {
        const day = venueDayOf(clock.now(), timeZone);
        if (today?.day !== day) today = { day, house: on(day) };
        return today.house;
      },
      on,
      schedule: () => house.schedule,
      changes: () => house.changes,
    },
    expire() {
      asked += 1;
    },
    settled,
    async reload() {
      asked += 1;
      await settled();
    },
    unreadable: () => unreadable,
  };
  await settled();
  return venue;
}

/** Refused by it: what was decided by a room or a house that has moved on since it was read. */
export const VENUE_MOVED_ON = "venue_as_it_was_read";

/** The guard's part in what is decided by a room and the house as they were read. */
export const venueStands = (room: Pick<Room, "id" | "version">, house: HouseDirectory) => ({
  operation: "stand" as const,
  streams: { [roomStream.nameOf(room.id)]: room.version, [houseStream.nameOf(HOUSE_ID)]: house.version() },
});

/** Reads the venue again; whether room or house are others than they were known to be. */
export async function hasVenueChanged(
  { rooms, house, venue }: { rooms: RoomDirectory; house: HouseDirectory; venue: Pick<Venue, "reload"> },
  roomId: number,
): Promise<boolean> {
  const known = () => `${rooms.byId(roomId)?.version} ${house.version()}`;
  const before = known();
  await venue.reload();
  return known() !== before;
}

/** The guard's part in every change of the venue: whoever listens reads anew. */
export const TELL_OF_VENUE = { operation: "tell_of_venue" } as const;
