/** Runs `make erase`: erases a person in the database and in the folder of mails. */
import { removeErasedMails } from "../core/adapters/mail/erased-mails.ts";
import { openMailService } from "../core/adapters/mail/mail-service.ts";
import { erasePerson } from "../core/erasure/handle.ts";
import { openCore } from "../core/open-core.ts";
import { systemClock } from "../core/platform/clock.ts";
import type { Config } from "../core/platform/config/config.ts";
import type { Sql } from "../core/platform/database/database.ts";
import { countText } from "../core/text/count-text.ts";
import { wakeFollowers } from "../projections/engine/wake-followers.ts";
import { bookingsOfPerson, countUpcoming } from "../projections/views/person-bookings.ts";

/** Returns what to print. Works whether or not the product runs. */
export async function eraseCommand(sql: Sql, config: Config, email: string): Promise<string[]> {
  const core = await openCore(config, { sql, logger: undefined, afterAppend: () => undefined });
  const meta = { actor: { kind: "system" }, requestId: "operator" } as const;
  const outcome = await erasePerson(core, { email, bookingsOf: bookingsOfPerson(sql) }, meta);
  if (!outcome.ok) throw new Error("This email belongs to a staff account. Delete that account first.");
  const { records, account, bookingIds } = outcome.value;
  if (records === 0 && !account) {
    throw new Error(`Nothing is stored under ${email}. Check how it is spelled.`);
  }
  await wakeFollowers(sql);
  const { removed } = await removeErasedMails(sql, openMailService(config).transport);
  const upcoming = await countUpcoming(sql, bookingIds, systemClock.now());
  return [
    `Erased ${countText(records, "record")}${account ? " and the account" : ""}.`,
    ...(removed > 0 ? [`Removed ${countText(removed, "mail")}.`] : []),
    ...(upcoming > 0 ? [`${upcoming} upcoming bookings keep their hours, without a name.`] : []),
  ];
}
