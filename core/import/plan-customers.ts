/** Says of each line of customers what would become of it: customers are told apart by their mailboxes (decision 311). */

import type { Core } from "../context.ts";
import { accountMailboxes } from "../customer/credentials.ts";
import { mailboxOf } from "../person/mailbox.ts";
import { knownKeys } from "./import-rows.ts";
import { type LineResult, notReadable, plainResult } from "./line-result.ts";
import { customerWords } from "./line-words.ts";
import type { Plan } from "./plan-bookings.ts";
import type { ReadImport } from "./read-file.ts";
import type { CustomerLine } from "./read-line.ts";

/** A line that would be made. */
export interface PlannedCustomer {
  line: number;
  key: string;
  value: CustomerLine;
}

/** Applying the lines at this moment gives these results. */
export async function planCustomers(
  core: Core,
  lines: ReadImport<CustomerLine>["lines"],
): Promise<Plan<PlannedCustomer>> {
  const found = lines.map(({ line, read }) => {
    const mailbox = read.ok ? mailboxOf(read.value.email) : "";
    return { line, read, mailbox, key: read.ok ? core.holderHash(`import customer ${mailbox}`) : "" };
  });
  const [known, accounts] = await Promise.all([
    knownKeys(
      core.sql,
      "customers",
      found.map(({ key }) => key),
    ),
    accountMailboxes(
      core.sql,
      found.map(({ mailbox }) => mailbox),
    ),
  ]);
  const results: LineResult[] = [];
  const made: PlannedCustomer[] = [];
  for (const { line, read, mailbox, key } of found) {
    if (!read.ok) {
      results.push(notReadable(line, read.problems));
    } else if (known.has(key)) {
      results.push(plainResult(line, "already imported"));
    } else if (accounts.has(mailbox)) {
      results.push(plainResult(line, "has an account"));
    } else {
      results.push(plainResult(line, "made"));
      made.push({ line, key, value: read.value });
      known.add(key);
    }
  }
  const words = new Map(
    lines.map(({ line, read, given }) => [line, read.ok ? customerWords(read.value) : given]),
  );
  return { results, words, made };
}
