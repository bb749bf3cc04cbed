/** Runs `make check-guard`: compares the hour claims with the hours that the events give, and repairs the differences. */
import { loadHolderHash } from "../core/booking/hold/holder.ts";
import { checkHourClaims, repairHourClaims } from "../core/hour-claims/hour-claim-check.ts";
import type { Unreadable } from "../core/log/stream.ts";
import type { Sql } from "../core/platform/database/database.ts";
import { holderHashWith } from "../core/platform/secrets/keyed-hash.ts";
import { loadKeys } from "../core/platform/secrets/keys.ts";
import { countText } from "../core/text/count-text.ts";
import { claimFaultText } from "./claim-fault.ts";
import { progressBar } from "./operator.ts";

/** Prints a line per fault, then what was repaired and what is left; returns how many faults are left. */
export async function checkHourClaimsCommand(
  sql: Sql,
  { repair, print }: { repair: boolean; print(line: string): void },
): Promise<number> {
  const [count] = await sql<{ total: number }[]>`
    select count(*) as total from events where version = 1 and stream like 'booking-%'`;
  const bar = progressBar("claims", "bookings");
  let bookings = 0;
  const unreadable: Unreadable[] = [];
  const { hours, faults } = await checkHourClaims(sql, {
    onBooking() {
      bookings += 1;
      if (bookings % 500 === 0) bar.show(bookings, count?.total ?? bookings);
    },
    onUnreadable: (error) => void unreadable.push(error),
  }).finally(() => bar.stop());
  for (const { message } of unreadable) print(`fault: ${message}`);
  for (const fault of faults) print(`fault: ${claimFaultText(fault)}`);
  const found = faults.length + unreadable.length;
  if (!repair || faults.length === 0) {
    print(found === 0 ? `checked ${hours} hours of ${bookings} bookings` : countText(found, "fault"));
    return found;
  }
  const holderHash = holderHashWith((await loadKeys(sql)).holders);
  const left = await repairHourClaims(sql, faults, (booking) => loadHolderHash({ sql, holderHash }, booking));
  for (const fault of left) print(`not repaired: ${claimFaultText(fault)}`);
  print(`repaired ${faults.length - left.length} of ${countText(found, "fault")}`);
  return left.length + unreadable.length;
}
