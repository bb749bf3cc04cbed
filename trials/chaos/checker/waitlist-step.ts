/** What the checks of the waitlist share: the venue's days, a finding about an event, and how old a decision may be. */
import type { Claim, Finding } from "./evidence/claims.ts";
import type { createDays } from "./evidence/days.ts";
import type { LogEvent } from "./evidence/evidence.ts";

export type Days = ReturnType<typeof createDays>;

/** A decision may be so much older than its event, and a process knows a change of the venue so much later. */
export const DECIDED_WITHIN_MS = 10_000;

export const found = (claim: Claim, { stream, version, type }: LogEvent, words: string): Finding => ({
  claim,
  subject: `${stream} v${version} ${type}`,
  words,
});
