/** Lists all sequences, and runs them in an order drawn from one seed. */
import { randomOf } from "../chaos/random.ts";
import { operationsOf } from "./document.ts";
import type { Finding } from "./fuzz.ts";
import type { FuzzWorld } from "./fuzz-world.ts";
import { runSequence, type Sequence, shuffled } from "./run-sequence.ts";
import { createSequenceCalls, SequenceEnded } from "./sequence-calls.ts";
import { colleague, customerAccount, erasedCustomer, staffSession } from "./sequences/accounts.ts";
import { billingSequences } from "./sequences/billing.ts";
import { customersBooking, guestsBooking, hold, staffsBooking } from "./sequences/bookings.ts";
import { calendarFeed } from "./sequences/feeds.ts";
import { token, webhook } from "./sequences/programs.ts";
import { seriesSequences } from "./sequences/series.ts";
import { bookingNote, feedback, guestNote, message } from "./sequences/texts.ts";
import { closedHours, houseChange, photo, room } from "./sequences/venue.ts";
import { offeredEntry, waitingEntry } from "./sequences/waitlist.ts";

const LIVES: readonly Sequence[] = [
  closedHours,
  room,
  photo,
  houseChange,
  customerAccount,
  colleague,
  staffSession,
  erasedCustomer,
  customersBooking,
  guestsBooking,
  hold,
  staffsBooking,
  ...seriesSequences,
  ...billingSequences,
  bookingNote,
  guestNote,
  message,
  feedback,
  calendarFeed,
  token,
  webhook,
  waitingEntry,
  offeredEntry,
];

export interface SequencesReport {
  calls: number;
  /** Operations that were called. */
  called: ReadonlySet<string>;
  /** How often each sequence was run. */
  runs: Map<string, number>;
  findings: Finding[];
}

/** Runs rounds of all sequences, each round in its own order, until this many calls were made; at least one round. */
export async function runAllSequences(
  world: FuzzWorld,
  { calls, seed, onProgress }: { calls: number; seed: number; onProgress?: (calls: number) => void },
): Promise<SequencesReport> {
  const findings = new Map<string, Finding>();
  const runs = new Map<string, number>();
  const random = randomOf(seed);
  const story = createSequenceCalls(world, operationsOf(await world.openApi()), {
    seed,
    random,
    found(what, example) {
      const finding = findings.get(what) ?? { what, example, times: 0 };
      finding.times += 1;
      findings.set(what, finding);
    },
  });
  try {
    do {
      for (const life of shuffled(story, LIVES)) {
        await runSequence(story, life).catch((error: unknown) => {
          if (!(error instanceof SequenceEnded)) throw error;
        });
        runs.set(life.name, (runs.get(life.name) ?? 0) + 1);
      }
      onProgress?.(story.calls());
    } while (story.calls() < calls);
  } finally {
    story.close();
  }
  return { calls: story.calls(), called: story.called, runs, findings: [...findings.values()] };
}

const WITH_A_CODE = "a code is valid once in 30 seconds, and the clock of the fuzz does not run";
const SINGLE = "makes nothing that can be read, changed and ended";
const BY_MAIL = "needs a link from a mail; the fuzz uses those in single calls";

const IN_BACKGROUND = "is done by the worker, so that the state changes between two reads";

/** Calls that write and are in no sequence, each with the reason. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  "POST /api/stripe/webhook": "called by the provider; single calls send its events in every order",
  "POST /api/auth/login/second-factor": WITH_A_CODE,
  "POST /api/auth/login/open": BY_MAIL,
  "POST /api/auth/staff-password": BY_MAIL,
  "POST /api/staff/invitations": SINGLE,
  "POST /api/staff/{id}/password-link": SINGLE,
  "PATCH /api/staff/{id}/role": "would change what the colleagues of other sequences may do",
  "POST /api/imports/dry-run": SINGLE,
  "POST /api/imports": IN_BACKGROUND,
  "POST /api/imports/{id}/undo": IN_BACKGROUND,
  "POST /api/auth/logout": SINGLE,
  "POST /api/auth/user-logout": SINGLE,
  "POST /api/auth/verify-email": BY_MAIL,
  "POST /api/auth/verify-email/resend": SINGLE,
  "POST /api/auth/forgot-password": SINGLE,
  "POST /api/auth/reset-password": BY_MAIL,
  "POST /api/auth/disown-account": BY_MAIL,
  "PATCH /api/staff/{id}/reactivate":
    "would undo a change of the colleague's sequence, which makes its changes in any order",
  "DELETE /api/staff/{id}/second-factor": WITH_A_CODE,
  "POST /api/staff/second-factor": WITH_A_CODE,
  "POST /api/staff/second-factor/enrolment": WITH_A_CODE,
  "POST /api/staff/second-factor/recovery-codes": WITH_A_CODE,
  "POST /api/staff/second-factor/turn-off": WITH_A_CODE,
  "PUT /api/staff/second-factor-policy": "would lock out the colleagues of all other sequences",
  "POST /api/test-email": SINGLE,
  "POST /api/rooms/{id}/prices": "changes the prices at which other sequences book",
  "DELETE /api/rooms/{id}/prices/{from}": "changes the prices at which other sequences book",
  "POST /api/bookings/{id}/swap": "changes the booking of another sequence",
  "PATCH /api/staff/guests/{id}": "changes the bookings of other sequences",
  "PUT /api/staff/setup/step": SINGLE,
  "PUT /api/house/currency": SINGLE,
  "POST /api/house/logo": SINGLE,
  "DELETE /api/house/logo": SINGLE,
  "DELETE /api/staff/setup/sample-rooms": SINGLE,
  "POST /api/staff/setup/mail-trial": SINGLE,
  "POST /api/staff/setup/payment-trial": SINGLE,
  "POST /api/bookings/{id}/refunds/{refundId}/retry": "needs a refund that the provider refused",
  "POST /api/bookings/{id}/late": "needs the day of the visit, and the clock of the fuzz does not run",
  "POST /api/bookings/{id}/undo-visit": "needs the day of the visit, and the clock of the fuzz does not run",
  "POST /api/bookings/{id}/arrived": "needs the day of the visit, and the clock of the fuzz does not run",
  "POST /api/bookings/{id}/left": "needs the day of the visit, and the clock of the fuzz does not run",
  "POST /api/bookings/{id}/no-show": "needs the day of the visit, and the clock of the fuzz does not run",
  "POST /api/bookings/{id}/refunds":
    "changes money in background jobs, so that the state changes between two reads",
  "POST /api/bookings/{id}/price-reduction":
    "changes money in background jobs, so that the state changes between two reads",
  "POST /api/bookings/{id}/receipt/mail": SINGLE,
  "POST /api/takings/close": "closes a day once for all sequences",
  "POST /api/takings/reopen": "opens a day for all sequences",
  "POST /log/add-cosignature": "needs a witness's signature, which the fuzz does not have",
};
