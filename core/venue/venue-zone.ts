/**
 * Keeps the time zone in which the venue counts its hours and days: it is stored in the stream of settings, and is fixed
 * once something was booked or closed.
 */
import { randomUUID } from "node:crypto";
import type { EventMeta } from "../log/append-request.ts";
import type { Decision } from "../log/decision.ts";
import { hasStreamsOf, readRawStream } from "../log/read.ts";
import { foldReadable } from "../log/stream.ts";
import { type Log, transact } from "../log/transact.ts";
import type { Sql } from "../platform/database/database.ts";
import { SETTINGS_ID, type SettingsEvent, settingsStream } from "./settings-stream.ts";
import { isSameZone, OtherVenueZone } from "./time/zone-name.ts";
import { NOTIFY_VENUE_CHANGED } from "./venue.ts";

/** Programs that book: while one is running, it may book in the zone that it knows. */
const BOOKING_PROGRAMS = ["hub bff", "hub worker"];

/**
 * Stores the zone if none is stored, or if nothing was ever booked or closed in the stored one. Otherwise throws
 * `OtherVenueZone` if the zones differ.
 */
export async function claimZone(log: Log, zone: string): Promise<void> {
  await setZone(log, zone, async (remembered) => {
    if (await hasStreamsOf(log.sql, ["booking", "block"])) throw new OtherVenueZone(remembered, zone);
  });
}

/** Throws `OtherVenueZone` if another zone is stored; a database without a log has none. */
export async function assertVenueZone(sql: Sql, zone: string): Promise<void> {
  const [database] = await sql<{ hasLog: boolean }[]>`select to_regclass('events') is not null as "hasLog"`;
  if (!database?.hasLog) return;
  const events = await readRawStream(sql, settingsStream.nameOf(SETTINGS_ID));
  const { timeZone } = foldReadable(settingsStream, events).state;
  if (timeZone !== null && !isSameZone(timeZone, zone)) throw new OtherVenueZone(timeZone, zone);
}

/**
 * Changes the zone for the operator; returns the previous one. Throws, with instructions, while the product is running
 * or there are future bookings or closures: their hours might not be whole hours in the new zone, and customers have not
 * agreed to other hours.
 */
export async function changeZone(log: Log, zone: string): Promise<string | null> {
  const running = await log.sql`
    select from pg_stat_activity
    where datname = current_database() and application_name = any(${BOOKING_PROGRAMS}) limit 1`;
  if (running.length > 0) throw new Error("The product is running: stop every process of it first.");
  const now = log.clock.now();
  const [ahead] = await log.sql<{ bookings: number; closures: number }[]>`
    select count(distinct booking_id)::integer as bookings,
      (select count(distinct block)::integer from room_hours, unnest(block_ids) block
        where starts_at + interval '1 hour' > ${now}) as closures
    from room_hours where starts_at + interval '1 hour' > ${now}`;
  if (ahead && ahead.bookings + ahead.closures > 0) {
    throw new Error(
      `There are ${ahead.bookings} bookings and ${ahead.closures} closures in the future, made in the previous zone. ` +
        "Cancel or reopen them, or wait until they are over.",
    );
  }
  return setZone(log, zone, async () => undefined);
}

async function setZone(
  log: Log,
  zone: string,
  mayReplace: (remembered: string) => Promise<void>,
): Promise<string | null> {
  const requestId = `zone:${randomUUID()}`;
  const meta: EventMeta = { actor: { kind: "system" }, requestId };
  let before: string | null = null;
  const outcome = await transact(log, settingsStream, SETTINGS_ID, {
    commandId: requestId,
    meta,
    async decide({ timeZone }): Promise<Decision<SettingsEvent>> {
      before = timeZone;
      if (timeZone !== null && isSameZone(timeZone, zone)) return { ok: true, events: [] };
      if (timeZone !== null) await mayReplace(timeZone);
      return { ok: true, events: [{ type: "HouseZoneSet", data: { timeZone: zone } }] };
    },
    appendRules: () => [NOTIFY_VENUE_CHANGED],
  });
  if (!outcome.ok)
    throw new Error("The zone could not be stored, because the settings are being changed. Try again.");
  return before;
}
