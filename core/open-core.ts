/** Opens the core over a database: its rooms, its keys, its clock, the same in every process. */
import type { Core } from "./context.ts";
import { createLinks } from "./links.ts";
import { assertLogNotAhead } from "./log/read.ts";
import { openSharedClock } from "./platform/clock.ts";
import type { Config } from "./platform/config/config.ts";
import { sessionSecretOf } from "./platform/config/secret-file.ts";
import type { Logger } from "./platform/logger.ts";
import { loadKeys } from "./platform/secrets/keys.ts";
import { argon2Passwords } from "./platform/secrets/passwords.ts";
import { pseudonymsWith } from "./platform/secrets/pseudonyms.ts";
import { createVault } from "./platform/secrets/vault.ts";
import { SAMPLE_EMAIL } from "./venue/settings.ts";
import { openVenue } from "./venue/venue.ts";

/** Needs a migrated and seeded database. Throws if a restored log is ahead of this cluster. */
export async function openCore(
  config: Config,
  { logger, ...given }: Pick<Core, "sql" | "afterAppend"> & { logger: Logger | undefined },
): Promise<Core> {
  const { sql } = given;
  await assertLogNotAhead(sql);
  const keys = await loadKeys(sql);
  const clock = await openSharedClock(sql, logger ? { logger } : {});
  const timeZone = config.venueTimezone;
  const venue = await openVenue(sql, {
    clock,
    timeZone,
    defaults: { email: config.venueEmail ?? SAMPLE_EMAIL, url: config.publicUrl },
  });
  return {
    ...given,
    clock,
    rooms: venue.rooms,
    timeZone,
    settings: venue.settings,
    venue,
    holdMs: config.holdMinutes * 60_000,
    offerMs: config.offerMinutes === null ? null : config.offerMinutes * 60_000,
    unpaidHours: config.unpaidHours,
    ...pseudonymsWith(keys.holders),
    passwords: argon2Passwords,
    vault: createVault(sessionSecretOf(config), config.previousSessionSecrets),
    links: createLinks({ key: keys.links, publicUrl: config.publicUrl }),
  };
}
