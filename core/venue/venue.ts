/** Caches a process's venue, rooms and settings: read at its start, and again after a notice that they have changed. */

import { readRawStream } from "../log/read.ts";
import { foldReadable } from "../log/stream.ts";
import type { Clock } from "../platform/clock.ts";
import type { Sql } from "../platform/database/database.ts";
import { setCurrency } from "./currency.ts";
import { roomStream } from "./rooms/room.ts";
import { directoryOf, type Room, type RoomDirectory, readRooms } from "./rooms/rooms.ts";
import {
  type DatedChanges,
  type FixedSettings,
  type OperatorDefaults,
  scheduleOf,
  type VenueDetails,
  venueOn,
} from "./settings.ts";
import { SETTINGS_ID, settingsStream } from "./settings-stream.ts";
import type { OpeningSchedule } from "./time/opening-hours.ts";
import { type VenueDay, venueDayOf } from "./time/venue-time.ts";
import { isSameZone, OtherVenueZone } from "./time/zone-name.ts";

/** Notified with the commit of every change; every process listens. */
export const VENUE_CHANGED_CHANNEL = "venue_changed";

export interface SettingsDirectory {
  /** How many events of its stream are included. */
  version(): number;
  /** The venue as it is today. */
  now(): VenueDetails;
  on(day: VenueDay): VenueDetails;
  schedule(): OpeningSchedule;
  /** All changes, including scheduled ones. */
  changes(): DatedChanges;
}

export interface Venue {
  rooms: RoomDirectory;
  settings: SettingsDirectory;
  /** Marks the cache as possibly outdated. */
  expire(): void;
  /** Reads what is outdated, if anything is. */
  refreshIfExpired(): Promise<void>;
  /** Reads everything again. */
  reload(): Promise<void>;
  /** Why the settings are known only as they were before a change; null if they are up to date. */
  unreadable(): string | null;
}

/**
 * Needs a migrated and seeded database. If an event that this code cannot read has changed the settings, the earlier
 * settings apply and cannot be changed; the rooms are read from their rows. Throws `OtherVenueZone`, now or when it
 * reads again, if the venue is in another zone.
 */
export async function openVenue(
  sql: Sql,
  { clock, timeZone, defaults }: { clock: Clock; timeZone: string; defaults: OperatorDefaults },
): Promise<Venue> {
  let rooms = directoryOf([]);
  let settings: {
    changes: DatedChanges;
    fixed: FixedSettings;
    version: number;
    schedule: OpeningSchedule;
  };
  let unreadable: string | null = null;
  let today: { day: VenueDay; venue: VenueDetails } | undefined;
  let [asked, read] = [1, 0];
  let reading: Promise<void> | null = null;

  async function readNow(): Promise<void> {
    const upTo = asked;
    const stream = settingsStream.nameOf(SETTINGS_ID);
    const [all, events] = await Promise.all([readRooms(sql), readRawStream(sql, stream)]);
    const known = foldReadable(settingsStream, events);
    const remembered = known.state.timeZone;
    if (remembered !== null && !isSameZone(remembered, timeZone))
      throw new OtherVenueZone(remembered, timeZone);
    rooms = directoryOf(all);
    settings = {
      changes: known.state.changes,
      fixed: known.state.fixed,
      version: events.at(-1)?.version ?? 0,
      schedule: scheduleOf(known.state.changes),
    };
    setCurrency(settings.fixed);
    unreadable = known.unreadable;
    today = undefined;
    read = upTo;
  }

  async function refreshIfExpired(): Promise<void> {
    while (read < asked) {
      reading ??= readNow().finally(() => {
        reading = null;
      });
      await reading;
    }
  }

  const on = (day: VenueDay): VenueDetails => venueOn(settings, day, defaults);
  const venue: Venue = {
    rooms: {
      all: () => rooms.all(),
      allIncludingRetired: () => rooms.allIncludingRetired(),
      nameOf: (id) => rooms.nameOf(id),
      byId: (id) => rooms.byId(id),
      bySlug: (slug) => rooms.bySlug(slug),
    },
    settings: {
      version: () => settings.version,
      now() {
        const day = venueDayOf(clock.now(), timeZone);
        if (today?.day !== day) today = { day, venue: on(day) };
        return today.venue;
      },
      on,
      schedule: () => settings.schedule,
      changes: () => settings.changes,
    },
    expire() {
      asked += 1;
    },
    refreshIfExpired,
    async reload() {
      asked += 1;
      await refreshIfExpired();
    },
    unreadable: () => unreadable,
  };
  await refreshIfExpired();
  return venue;
}

/** The constraint that refuses an append based on a room or settings that have changed since they were read. */
export const VENUE_UNCHANGED_CONSTRAINT = "venue_as_it_was_read";

/** The append rule for a decision that is based on a room and the settings as they were read. */
export const requireVenueUnchanged = (room: Pick<Room, "id" | "version">, settings: SettingsDirectory) => ({
  operation: "stand" as const,
  streams: {
    [roomStream.nameOf(room.id)]: room.version,
    [settingsStream.nameOf(SETTINGS_ID)]: settings.version(),
  },
});

/** Reads the venue again; returns whether the room or the settings have changed. */
export async function hasVenueChanged(
  {
    rooms,
    settings,
    venue,
  }: { rooms: RoomDirectory; settings: SettingsDirectory; venue: Pick<Venue, "reload"> },
  roomId: number,
): Promise<boolean> {
  const known = () => `${rooms.byId(roomId)?.version} ${settings.version()}`;
  const before = known();
  await venue.reload();
  return known() !== before;
}

/** The append rule for every change of the venue: all listening processes read it again. */
export const NOTIFY_VENUE_CHANGED = { operation: "tell_of_venue" } as const;
