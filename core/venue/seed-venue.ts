/** Seeds a new venue with events: its settings and its seven rooms. Later changes are made by staff; a restart never overwrites them. */
import { type Log, transact } from "../log/transact.ts";
import type { Sql } from "../platform/database.ts";
import { FIRST_SETTINGS, FROM_EVER } from "./house.ts";
import { HOUSE_ID, houseStream } from "./house-stream.ts";
import { seedRooms } from "./seed-rooms.ts";

/** Adds what is missing; needs the owner's connection, because only the owner may repair the rows of rooms that existed before. */
export async function seedVenue(ownerSql: Sql): Promise<void> {
  const log: Log = { sql: ownerSql, clock: { now: () => new Date() }, afterAppend: () => undefined };
  const {
    email: _email,
    holdMinutes: _hold,
    country: _country,
    region: _region,
    ...settings
  } = FIRST_SETTINGS;
  const data = { from: FROM_EVER, ...settings };
  await transact(log, houseStream, HOUSE_ID, {
    commandId: "seed:house",
    meta: { actor: { kind: "system" }, requestId: "seed:house" },
    decide: ({ changes }) => ({
      ok: true,
      events: changes.length > 0 ? [] : [{ type: "HouseOpened" as const, data }],
    }),
  });
  await seedRooms(log);
}
