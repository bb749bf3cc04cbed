/** Seeds a new venue with events: its settings and its seven rooms. Later changes are made by staff; a restart never overwrites them. */
import { type Log, transact } from "../log/transact.ts";
import type { Sql } from "../platform/database/database.ts";
import { seedRooms } from "./rooms/seed-rooms.ts";
import { FIRST_DAY, FIRST_SETTINGS } from "./settings.ts";
import { SETTINGS_ID, settingsStream } from "./settings-stream.ts";

/** Adds what is missing; needs the owner's connection, because only the owner may repair the rows of rooms that existed before. */
export async function seedVenue(ownerSql: Sql): Promise<void> {
  const log: Log = { sql: ownerSql, clock: { now: () => new Date() }, afterAppend: () => undefined };
  const {
    email: _email,
    holdMinutes: _hold,
    map: _map,
    country: _country,
    region: _region,
    colors: _colors,
    headline: _headline,
    about: _about,
    questions: _questions,
    guidelines: _guidelines,
    termsText: _terms,
    privacyText: _privacy,
    ...settings
  } = FIRST_SETTINGS;
  const data = { from: FIRST_DAY, ...settings };
  await transact(log, settingsStream, SETTINGS_ID, {
    commandId: "seed:house",
    meta: { actor: { kind: "system" }, requestId: "seed:house" },
    decide: ({ changes }) => ({
      ok: true,
      events: changes.length > 0 ? [] : [{ type: "HouseOpened" as const, data }],
    }),
  });
  await seedRooms(log);
}
