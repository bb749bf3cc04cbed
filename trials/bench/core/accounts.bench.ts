/** Measures a billing account that has 2,000 visits: a booking on it beside a guest's, an invoice of 100 visits, and its row in the read table. */
import { createBilling } from "../../../core/billing/billing-fixture.ts";
import { issueInvoice } from "../../../core/billing/issue-invoice.ts";
import { accountStream } from "../../../core/booking/billing/account.ts";
import { requestBooking } from "../../../core/booking/request-booking.ts";
import { readStream } from "../../../core/log/read.ts";
import { openSql } from "../../../core/platform/database/database.ts";
import { bookingRequest, createTestCore, testMeta } from "../../../core/testing/test-core.ts";
import { isClosedDay, slotStarts } from "../../../core/venue/time/opening-hours.ts";
import { addDays, type VenueDay, venueDayOf } from "../../../core/venue/time/venue-time.ts";
import { accountView } from "../../../projections/views/billing-accounts.ts";
import { startSeededServer } from "../servers/seeded-server.ts";
import { median, report } from "./measure.ts";

const VISITS = 2_000;
const OF_INVOICE = 100;
const ROUNDS = 200;
const WARM_UPS = 20;
const AIM = 2;
const ROOMS = [1, 2, 3, 4, 5, 6, 7];
const FIRST_DAY = "2026-12-08";

/** On a server of its own. */
export async function benchAccounts(): Promise<void> {
  const server = await startSeededServer();
  const [sql, ownerSql] = [openSql(server.runtimeUrl, { max: 8 }), openSql(server.ownerUrl, { max: 2 })];
  try {
    const core = await createTestCore({ sql, ownerSql });
    const billing = createBilling(core);
    const accountId = await billing.open({ terms: { creditLimitCents: 1_000_000_000 } });
    const hours = freeHours(core.timeZone);
    const next = () => hours.next().value;
    const lastDay = () => addDays(venueDayOf(next().startsAt, core.timeZone), 1);
    const times = {
      guest: [] as number[],
      few: [] as number[],
      account: [] as number[],
      invoice: [] as number[],
    };
    const withFew = await billing.open({ terms: { creditLimitCents: 1_000_000_000 } });
    const guest = async () => {
      const outcome = await requestBooking(core, bookingRequest(core, next()), testMeta);
      if (!outcome.ok) throw new Error(outcome.rejection.code);
    };
    async function timed(into: number[], call: () => Promise<unknown>): Promise<void> {
      const began = performance.now();
      await call();
      into.push(performance.now() - began);
    }
    for (let visits = 0; visits < VISITS; visits += OF_INVOICE) {
      for (let n = 0; n < OF_INVOICE; n++) await billing.book(accountId, next());
      const until = lastDay();
      await timed(times.invoice, async () => {
        const once = { idempotencyKey: null, bodyHash: null };
        const issued = await issueInvoice(core, accountId, { ...once, until }, { meta: testMeta });
        if (!issued.ok) throw new Error(issued.rejection.code);
        if (issued.value.value?.lines.length !== OF_INVOICE) throw new Error("not all visits are on it");
      });
    }
    for (let round = -WARM_UPS; round < ROUNDS; round++) {
      const into = (name: keyof typeof times) => (round < 0 ? [] : times[name]);
      await timed(into("guest"), guest);
      await timed(into("few"), () => billing.book(withFew, next()));
      await timed(into("account"), () => billing.book(accountId, next()));
    }
    const [ofGuest, ofFew, ofAccount] = [median(times.guest), median(times.few), median(times.account)];
    const ratio = ofAccount / ofGuest;
    report(
      `a booking on account, ${VISITS.toLocaleString("en-US")} visits`,
      `p50 ${ofAccount.toFixed(2)} ms (${ofFew.toFixed(2)} ms with few visits)`,
      `${ratio.toFixed(2)} × a guest's (${ofGuest.toFixed(2)} ms, aim ≤ ${AIM}${ratio <= AIM ? "" : ", MISSED"})`,
    );
    report(`an invoice of ${OF_INVOICE} visits`, `p50 ${median(times.invoice.slice(-5)).toFixed(1)} ms`);
    const events = await readStream(sql, accountStream, accountId);
    let before = accountStream.initial;
    let inRows = 0;
    for (const event of events) {
      const after = accountStream.evolve(before, event);
      const began = performance.now();
      accountView.rowOf({ id: accountId, before, after, event, begunAt: event.occurredAt }, null);
      inRows += performance.now() - began;
      before = after;
    }
    report(
      "its row in the read table",
      `${((1_000 * inRows) / events.length).toFixed(1)} µs an event`,
      `${events.length} events`,
    );
  } finally {
    await Promise.all([sql.end(), ownerSql.end()]);
    await server.stop();
  }
}

/** Free hours of all rooms, day by day. */
function* freeHours(timeZone: string): Generator<{ roomId: number; startsAt: Date }, never> {
  for (let day: VenueDay = FIRST_DAY; ; day = addDays(day, 1)) {
    if (isClosedDay(day)) continue;
    for (const startsAt of slotStarts(day, timeZone)) for (const roomId of ROOMS) yield { roomId, startsAt };
  }
}
