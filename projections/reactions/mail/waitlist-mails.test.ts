/** Shows which mails those who wait get, what they say, and when none goes (decision 285). */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { WAITLIST_ID, waitlistStream } from "../../../core/booking/waitlist/waitlist.ts";
import {
  type WaitlistWriter,
  writeWaitlist,
} from "../../../core/booking/waitlist/written-waitlist-fixture.ts";
import type { Core } from "../../../core/context.ts";
import { readRawStream } from "../../../core/log/read.ts";
import { storePerson, textRow } from "../../../core/person/personal-data.ts";
import { createTestDatabase, type TestDatabase } from "../../../core/testing/database.ts";
import {
  createTestClock,
  createTestCore,
  type TestClock,
  testMeta,
} from "../../../core/testing/test-core.ts";
import { MAIL_BUDGET } from "./mail-budget.ts";
import { mailedEventsOf, mailsFor } from "./mailed-events.ts";
import { writeMail } from "./write-mail.ts";

// New York, five hours behind UTC in December. The evening of the wish begins at 23:00 UTC.
const EVENING = "2026-12-12T23:00:00.000Z";
const WAITLIST = waitlistStream.nameOf(WAITLIST_ID);
const STAFF = { actor: { kind: "staff", id: 1, role: "manager" }, requestId: "test" } as const;

let database: TestDatabase;
let core: Core & { clock: TestClock };
let log: WaitlistWriter;

beforeAll(async () => {
  database = await createTestDatabase();
  core = await createTestCore(database, createTestClock());
  log = writeWaitlist(core);
});
afterAll(() => database.drop());
// Ten in the morning at the venue.
beforeEach(() => core.clock.set("2026-12-01T15:00:00Z"));

/** Every mail that the events of a stream from this version on cause, as it is written now. */
async function mailsOf(stream: string, from = 1) {
  const events = mailedEventsOf(await readRawStream(core.sql, stream)).slice(from - 1);
  const scheduled = events.flatMap((event) => mailsFor(event));
  return Promise.all(
    scheduled
      .filter(({ mail }) => mail.kind !== "reminder" && mail.kind !== "feedback-invitation")
      .map(async ({ mail, sendAt }) => {
        const written = await writeMail(core, core.settings.now().email, mail);
        return { kind: mail.kind, sendAt, written: written.ok ? written.mail : written.reason };
      }),
  );
}

const lastVersion = async () => (await readRawStream(core.sql, WAITLIST)).length;
const urlsIn = (text: string): string[] =>
  [...text.matchAll(/https?:\/\/\S+/g)].map(([url]) => url).filter((url) => url !== core.settings.now().url);

async function lapse({ entryId, bookingId }: { entryId: number; bookingId: number }, leaves = false) {
  await log.booking(bookingId, [{ type: "BookingExpired", data: {} }]);
  return log.waitlist([
    { type: "OfferLapsed", data: { entryId, bookingId } },
    ...(leaves ? [{ type: "WaitlistLeft", data: { entryId, why: "lapses" } } as const] : []),
  ]);
}

describe("a person who joins", () => {
  it("is told the wish and what happens next, with one link", async () => {
    const entry = await log.join(
      { roomIds: [5, 4], until: "2026-12-13", attendees: 12 },
      { email: "one@example.test" },
    );
    const [joined, ...others] = await mailsOf(WAITLIST, await lastVersion());
    expect(others).toEqual([]);
    expect(joined).toMatchObject({
      kind: "waitlist-joined",
      sendAt: null,
      written: {
        to: { name: "Ada Byron", address: "one@example.test" },
        subject: "You are on the waitlist: Rehearsal Room or Black Box Theater, Sat, Dec 12 – Sun, Dec 13",
      },
    });
    const { text, html } = Object(joined?.written);
    expect(text).toMatch(/Days: +Sat, Dec 12, 2026 – Sun, Dec 13, 2026/);
    expect(text).toMatch(/Between: +6:00 PM – 10:00 PM EST/);
    expect(text).toMatch(/Length: +2 hours/);
    expect(text).toMatch(/People: +12/);
    expect(text).toContain("If none are free by Sun, Dec 13, 2026, your entry ends by itself");
    expect(urlsIn(text)).toEqual([core.links.waitlist(entry).url]);
    expect(html).toContain(core.links.waitlist(entry).url);
  });

  it("gets no mail after they have left, once erased, or in a sample history", async () => {
    const { entryId } = await log.join();
    const version = await lastVersion();
    await log.waitlist([{ type: "WaitlistLeft", data: { entryId, why: "withdrawn" } }]);
    expect(await mailsOf(WAITLIST, version)).toMatchObject([{ written: "overtaken" }]);
    const erased = await log.join();
    await database.ownerSql`update personal_data set email = null where id = ${erased.personId}`;
    expect(await mailsOf(WAITLIST, await lastVersion())).toMatchObject([{ written: "no-address" }]);
    const sample = await log.join({}, { meta: { ...testMeta, demo: true } });
    expect(await mailsOf(WAITLIST, await lastVersion())).toEqual([]);
    // A visitor's cancellation frees the hours, so the event itself is of no sample.
    await log.offer(sample, EVENING);
    expect(await mailsOf(WAITLIST, await lastVersion())).toMatchObject([{ written: "demo" }]);
  });
});

describe("an offer", () => {
  it("is mailed at once by day, with room, time, price, end and one link", async () => {
    const entry = await log.join({}, { email: "two@example.test" });
    const { bookingId } = await log.offer(entry, EVENING);
    const [offered] = await mailsOf(WAITLIST, await lastVersion());
    expect(offered).toMatchObject({
      kind: "waitlist-offered",
      sendAt: null,
      written: {
        to: { address: "two@example.test" },
        subject: "Free for you until Tue, Dec 1, 10:00 PM EST: Rehearsal Room, Sat, Dec 12, 6:00 PM",
      },
    });
    const { text, html } = Object(offered?.written);
    expect(text).toContain("pay the downpayment of $40.00 by then");
    expect(text).toMatch(/Time: +6:00 PM – 8:00 PM EST/);
    expect(text).toMatch(/Total: +\$80\.00/);
    expect(text).toMatch(/Yours until: +Tue, Dec 1, 10:00 PM EST/);
    expect(urlsIn(text)).toEqual([core.links.waitlist(entry).url]);
    expect(html).toContain("Pay $40.00, or decline");
    // The hold's own mail would ask for the same money at another link.
    expect(await mailsOf(`booking-${bookingId}`)).toMatchObject([{ written: "overtaken" }]);
  });

  it("made at night is mailed at eight, and its time ends later; one for tomorrow is mailed at once", async () => {
    core.clock.set("2026-12-02T04:30:00Z");
    await log.offer(await log.join(), EVENING);
    const [offered] = await mailsOf(WAITLIST, await lastVersion());
    expect(offered?.sendAt).toEqual(new Date("2026-12-02T13:00:00Z"));
    expect(Object(offered?.written).text).toContain("until Wed, Dec 2, 8:00 PM EST");
    core.clock.set("2026-12-12T04:30:00Z");
    await log.offer(await log.join(), EVENING);
    expect(await mailsOf(WAITLIST, await lastVersion())).toMatchObject([{ sendAt: null }]);
  });

  it("that is over, taken or declined is not mailed any more", async () => {
    const over = await log.offer(await log.join(), EVENING);
    const version = await lastVersion();
    core.clock.set("2026-12-02T03:00:00Z");
    expect(await mailsOf(WAITLIST, version)).toMatchObject([{ written: "overtaken" }]);
    core.clock.set("2026-12-01T15:00:00Z");
    await log.waitlist([{ type: "OfferDeclined", data: over }]);
    expect(await mailsOf(WAITLIST, version)).toMatchObject([
      { kind: "waitlist-offered", written: "overtaken" },
      { kind: "waitlist-ended", written: "overtaken" },
    ]);
  });

  it("with nothing to pay asks for no money", async () => {
    await log.offer(await log.join(), EVENING, { downpaymentCents: 0 });
    const [offered] = await mailsOf(WAITLIST, await lastVersion());
    const { text } = Object(offered?.written);
    expect(text).toContain("say so at the link by then; nothing is due now");
    expect(text).toContain("Take them, or decline:");
  });

  it("that is paid is followed by the ordinary confirmation", async () => {
    const taken = await log.offer(await log.join(), EVENING);
    await log.booking(taken.bookingId, [{ type: "BookingConfirmed", data: {} }]);
    await log.waitlist([{ type: "OfferClaimed", data: taken }]);
    expect(await mailsOf(WAITLIST, await lastVersion())).toEqual([]);
    expect(await mailsOf(`booking-${taken.bookingId}`, 2)).toMatchObject([
      { kind: "booking-confirmed", written: { subject: expect.stringMatching(/^Booking confirmed/) } },
    ]);
  });
});

describe("an offer that runs out", () => {
  it("says so in place of the hold's mail; the second ends the entry, in one mail", async () => {
    const entry = await log.join();
    const first = await log.offer(entry, EVENING);
    const lapsed = await mailsOf(WAITLIST, await lapse(first));
    expect(lapsed).toMatchObject([{ kind: "waitlist-lapsed", sendAt: null }]);
    const { text } = Object(lapsed[0]?.written);
    expect(text).toContain("You are still on the waitlist, at the same place in the order.");
    expect(text).toContain("If the next offer runs out too, your entry leaves.");
    expect(urlsIn(text)).toEqual([core.links.waitlist(entry).url]);
    expect(await mailsOf(`booking-${first.bookingId}`, 2)).toMatchObject([{ written: "overtaken" }]);

    const second = await log.offer(entry, EVENING);
    const [again] = await mailsOf(WAITLIST, await lastVersion());
    expect(Object(again?.written).text).toContain("This is your second offer.");
    const ended = await mailsOf(WAITLIST, await lapse(second, true));
    expect(ended).toMatchObject([
      { kind: "waitlist-lapsed", written: "overtaken" },
      {
        kind: "waitlist-ended",
        written: {
          subject: "You are no longer on the waitlist: Rehearsal Room, Sat, Dec 12, 6:00 PM",
          text: expect.stringContaining("Two offers ran out, the last one on Tue, Dec 1, 10:00 PM EST."),
        },
      },
    ]);
    expect(Object(ended[1]?.written).text).toContain("press “Tell me when it frees up”");
    expect(urlsIn(Object(ended[1]?.written).text)).toEqual(["http://hub.example.test/room/rehearsal-room"]);
  });
});

describe("an entry that ends otherwise", () => {
  it("is told if staff cancelled the offer, with their reason", async () => {
    const offer = await log.offer(await log.join(), EVENING);
    const reason = textRow("The lift is being repaired");
    await log.booking(
      offer.bookingId,
      [{ type: "BookingCancelled", data: { cancelledBy: "venue", reasonId: reason.id, reasonTold: true } }],
      { meta: STAFF, appendRules: [storePerson(reason)] },
    );
    const version = await log.waitlist([{ type: "OfferDeclined", data: offer }], {
      actor: { kind: "system" },
      requestId: "test",
    });
    const [ended] = await mailsOf(WAITLIST, version);
    expect(Object(ended?.written).text).toContain("We have ended this offer, and your entry with it.");
    expect(Object(ended?.written).text).toContain("The reason: The lift is being repaired");
    expect(await mailsOf(`booking-${offer.bookingId}`, 2)).toMatchObject([
      { kind: "booking-cancelled", written: "overtaken" },
    ]);
  });

  it.each(["withdrawn", "erased", "over"] as const)("is not mailed to if it was %s", async (why) => {
    const { entryId } = await log.join();
    const version = await log.waitlist([{ type: "WaitlistLeft", data: { entryId, why } }]);
    expect(await mailsOf(WAITLIST, version)).toEqual([]);
  });

  it("is not mailed to if its holder declined", async () => {
    const offer = await log.offer(await log.join(), EVENING);
    await log.booking(offer.bookingId, [{ type: "HoldReleased", data: {} }]);
    const version = await log.waitlist([{ type: "OfferDeclined", data: offer }]);
    expect(await mailsOf(WAITLIST, version)).toMatchObject([{ written: "overtaken" }]);
  });
});

describe("a mailbox that has never paid", () => {
  it("gets no more mails from strangers who join for it than its budget, but those that staff cause", async () => {
    const email = `flooded-${randomUUID()}@example.test`;
    const from = (await lastVersion()) + 1;
    const entry = await log.join({}, { email });
    for (let more = 0; more < MAIL_BUDGET.perHour; more++) await log.join({}, { email });
    const reasons = (await mailsOf(WAITLIST, from)).map(
      ({ written }) => typeof written === "string" && written,
    );
    expect(reasons.filter((reason) => reason === "beyond-budget")).toHaveLength(1);
    await log.offer(entry, EVENING, { meta: STAFF, override: "They asked first" });
    expect(await mailsOf(WAITLIST, await lastVersion())).toMatchObject([
      { kind: "waitlist-offered", written: { to: { address: email } } },
    ]);
  });
});
