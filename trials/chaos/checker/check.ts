/** Judges a run: every claim is checked separately, only by the evidence and without any of the product's code. */

import { checkAccountViews } from "./account-views.ts";
import { checkAccounts } from "./accounts.ts";
import { checkAnalytics } from "./analytics.ts";
import { checkAnswers } from "./answers.ts";
import type { Finding } from "./evidence/claims.ts";
import { type CheckedRun, type Evidence, gatherEvidence, withSnapshots } from "./evidence/evidence.ts";
import { checkFollowers } from "./followers.ts";
import { checkHeads } from "./heads.ts";
import { checkHours } from "./hours.ts";
import { checkNumbers } from "./invoices.ts";
import { checkMails } from "./mails.ts";
import { checkMoney } from "./money.ts";
import { checkOtherViews } from "./other-views.ts";
import { checkPublicEvents } from "./public-events.ts";
import { checkReads } from "./reads.ts";
import { checkRecovery } from "./recovery.ts";
import { checkStreams } from "./streams.ts";
import { checkViews } from "./views.ts";
import { checkWaitlist } from "./waitlist.ts";
import { checkWaitlistAnswers } from "./waitlist-answers.ts";

export type { Finding } from "./evidence/claims.ts";

const CHECKS: readonly ((evidence: Evidence) => Finding[] | Promise<Finding[]>)[] = [
  checkRecovery,
  checkStreams,
  checkAnswers,
  checkHours,
  checkWaitlist,
  checkWaitlistAnswers,
  checkMoney,
  checkAccounts,
  checkNumbers,
  checkMails,
  checkViews,
  checkAccountViews,
  checkOtherViews,
  checkPublicEvents,
  checkAnalytics,
  checkFollowers,
  checkReads,
  checkHeads,
];

/** Call it when everything has come to rest: the read tables are at the log's end, every mail is sent, the last event is sealed. */
export const checkRun = (run: CheckedRun): Promise<Finding[]> =>
  withSnapshots(run, (looks) => checkSnapshots(run, looks));

/** The same on snapshots that are already open. */
export async function checkSnapshots(
  run: Pick<CheckedRun, "history" | "baseUrl" | "patience" | "offerMinutes">,
  looks: Pick<Evidence, "db" | "provider">,
): Promise<Finding[]> {
  const evidence = await gatherEvidence(run, looks);
  const findings: Finding[] = [];
  // One after another: they share a connection.
  for (const check of CHECKS) findings.push(...(await check(evidence)));
  return findings;
}
