/** Owns `make check-guard`: the hours that the guard has beside those that the events say, and mending the difference. */
import { checkGuard, type GuardFault, mendGuard } from "../../core/booking/guard-check.ts";
import { mailboxOf } from "../../core/mailbox.ts";
import { readPerson } from "../../core/personal-data.ts";
import type { Sql } from "../../core/platform/database.ts";
import { holderHashWith } from "../../core/platform/keyed-hash.ts";
import { loadKeys } from "../../core/platform/keys.ts";
import { progressBar } from "./operator.ts";

/** Prints a line per fault, then what was mended and how it stands; answers how many faults are left. */
export async function checkGuardCommand(
  sql: Sql,
  { repair, say }: { repair: boolean; say(line: string): void },
): Promise<number> {
  const [count] = await sql<{ total: number }[]>`
    select count(*) as total from events where version = 1 and stream like 'booking-%'`;
  const bar = progressBar("guard", "bookings");
  let bookings = 0;
  const { hours, faults } = await checkGuard(sql, () => {
    bookings += 1;
    if (bookings % 500 === 0) bar.show(bookings, count?.total ?? bookings);
  }).finally(() => bar.stop());
  for (const fault of faults) say(`fault: ${lineOf(fault)}`);
  if (!repair || faults.length === 0) {
    say(faults.length === 0 ? `checked ${hours} hours of ${bookings} bookings` : countOf(faults));
    return faults.length;
  }
  const holderHash = holderHashWith((await loadKeys(sql)).holders);
  const left = await mendGuard(sql, faults, async (personId) => {
    const email = (await readPerson(sql, personId))?.email;
    return email ? holderHash(mailboxOf(email)) : null;
  });
  for (const fault of left) say(`not mended: ${lineOf(fault)}`);
  say(`mended ${faults.length - left.length} of ${countOf(faults)}`);
  return left.length;
}

const countOf = ({ length }: readonly GuardFault[]): string =>
  length === 1 ? "1 fault" : `${length} faults`;

const secondsOf = (instant: Date): string => instant.toISOString().replace(".000Z", "Z");

/** `guard room 3 2026-12-01T15:00:00Z: …` */
function lineOf({ roomId, startsAt, guard, events }: GuardFault): string {
  const nameOf = (one: { bookingId: number } | null): string => (one ? `booking-${one.bookingId}` : "nobody");
  const heldOf = (one: { heldUntil: Date | null } | null): string =>
    one?.heldUntil ? `held until ${secondsOf(one.heldUntil)}` : "no hold";
  const isAboutHold = guard?.bookingId === events?.bookingId;
  const what = isAboutHold
    ? `${nameOf(events)} is ${heldOf(guard)} in the guard, ${heldOf(events)} by its events`
    : `${nameOf(guard)} has it in the guard, ${nameOf(events)} by the events`;
  return `guard room ${roomId} ${secondsOf(startsAt)}: ${what}`;
}
