/** Checks that whatever frees hours offers them to the first who waits for them, in the same append, and what ends an offer (decisions 274 to 277). */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createPaymentWorld } from "../adapters/stripe/payment-fixture.ts";
import type { BookingChange } from "../booking/booking.ts";
import { expireBooking, handleBooking, loadBooking } from "../booking/handle.ts";
import { requestBooking } from "../booking/request-booking.ts";
import type { Booking } from "../booking/state/booking-state.ts";
import { sweepWaitlist } from "../booking/waitlist/sweep.ts";
import { closeRooms, reopenRooms } from "../closure/handle.ts";
import type { Core } from "../context.ts";
import { checkHourClaims } from "../hour-claims/hour-claim-check.ts";
import type { PaymentGateway } from "../payment/gateway.ts";
import { readPerson } from "../person/personal-data.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { bookingRequest, createTestCore, type TestClock, testMeta } from "../testing/test-core.ts";
import { addRoom, changeRoom } from "../venue/handle.ts";
import { seedVenue } from "../venue/seed-venue.ts";
import { isClosedDay } from "../venue/time/opening-hours.ts";
import { addDays, instantAt } from "../venue/time/venue-time.ts";
import { joinWaitlist } from "./join.ts";
import { declineOffer, takeOffer, withdrawEntry } from "./leave.ts";
import { offerOutOfTurn } from "./offer-out-of-turn.ts";
import { entry, join, joinRequest, offersOf } from "./waitlist-fixture.ts";

const ROOM = 4;
const OTHER = 5;
let database: TestDatabase;
let gateway: PaymentGateway;
let close: () => Promise<void>;
let core: Core & { clock: TestClock };
let day = "2027-02-01";

beforeAll(async () => {
  database = await createTestDatabase({ max: 24 });
  const payments = await createPaymentWorld(database);
  gateway = (await payments.start()).gateway;
  close = payments.close;
  await seedVenue(database.ownerSql);
  core = await createTestCore(database);
});
afterAll(() => close());
/** Each test uses its own day. */
beforeEach(() => {
  core.clock.set("2026-12-01T15:00:00Z");
  do day = addDays(day, 1);
  while (isClosedDay(day));
});

const at = (hour: number): Date => instantAt(day, hour, core.timeZone);
const meta = testMeta;
async function booked(hour: number, hours = 2, roomId = ROOM): Promise<number> {
  const outcome = await requestBooking(
    core,
    bookingRequest(core, { roomId, startsAt: at(hour), hours }),
    meta,
  );
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  return outcome.value.id;
}
const change = async (id: number, command: BookingChange): Promise<Booking> => {
  const outcome = await handleBooking(core, id, command, { commandId: randomUUID(), meta });
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  return outcome.value;
};
const cancel = (id: number) =>
  change(id, { type: "CancelBooking", cancelledBy: "venue", now: core.clock.now() });
/** A room that is full on the day: one booking from 9 to 21, another one to 22. */
const full = async (roomId = ROOM) => [await booked(9, 12, roomId), await booked(21, 1, roomId)] as const;
const waits = (from = 9, to = 22, hours = 2, roomIds: number[] = [ROOM]) =>
  join(core, { roomIds, day, from, to, hours });
const stateOf = async (id: number) => (await entry(core, id)).state;
const offerOf = async (id: number) => {
  const offer = (await entry(core, id)).offers.at(-1);
  if (!offer) throw new Error(`Nothing was offered to ${id}`);
  return offer;
};
const bookingOf = async (id: number): Promise<Booking> => {
  const { state } = await loadBooking(core, (await offerOf(id)).bookingId);
  if (!state.exists) throw new Error("No booking");
  return state;
};
const tries = async (hour: number, hours: number, roomId = ROOM) => {
  const outcome = await requestBooking(
    core,
    bookingRequest(core, { roomId, startsAt: at(hour), hours }),
    meta,
  );
  return outcome.ok ? "booked" : outcome.rejection.code;
};
const confirm = (bookingId: number) => change(bookingId, { type: "ConfirmBooking" });

describe("hours that become free", () => {
  it("by a cancellation go to the first who waits, as a hold in their name until the offer ends", async () => {
    const id = await booked(18);
    const first = await waits(18, 20);
    const second = await waits(18, 20);
    await cancel(id);
    expect([await stateOf(first), await stateOf(second)]).toEqual(["offered", "waiting"]);
    const booking = await bookingOf(first);
    expect(booking).toMatchObject({
      roomId: ROOM,
      startsAt: at(18),
      endsAt: at(20),
      status: "pending",
      waitlistEntryId: first,
      holdUntil: new Date(core.clock.now().getTime() + 12 * 3_600_000),
    });
    expect((await readPerson(core.sql, booking.personId))?.firstName).toBe("Wanda");
    expect(await tries(18, 1)).toBe("SlotTaken");
    expect((await offersOf(core)).at(-1)).toMatchObject({
      entryId: first,
      open: [{ id: first }, { id: second }],
    });
  });

  it("go only to a wish that fits whole; each that is passed has its reason", async () => {
    const id = await booked(18);
    await booked(20, 2);
    await booked(9, 9);
    const long = await waits(18, 22, 3);
    const elsewhere = await waits(9, 14, 2);
    const fits = await waits(17, 20, 2);
    await cancel(id);
    expect(await stateOf(fits)).toBe("offered");
    expect((await offersOf(core)).at(-1)?.open.slice(-3)).toEqual([
      { id: long, why: "does not fit" },
      { id: elsewhere, why: "does not fit" },
      { id: fits },
    ]);
  });

  it("are joined with free hours beside them, and what an offer leaves goes to the next", async () => {
    const id = await booked(12, 8);
    const three = await waits(11, 15, 4);
    const two = await waits(15, 18, 2);
    const none = await waits(15, 17, 2);
    await cancel(id);
    expect(await offerOf(three)).toMatchObject({ startsAt: at(11), endsAt: at(15) });
    expect(await offerOf(two)).toMatchObject({ startsAt: at(15), endsAt: at(17) });
    expect(await stateOf(none)).toBe("waiting");
    expect((await offersOf(core)).at(-1)?.open.slice(-3)).toEqual([
      { id: three, why: "already offered" },
      { id: two },
      { id: none },
    ]);
    expect(await tries(17, 3)).toBe("booked");
  });

  it("by expiry, a release, a move, a reschedule and a no-show", async () => {
    const expires = await booked(9);
    const released = await booked(11);
    const moved = await booked(13);
    await confirm(moved);
    const entries = [await waits(9, 11), await waits(11, 13), await waits(13, 15)];
    await change(released, { type: "ReleaseHold" });
    await change(moved, {
      type: "RescheduleBooking",
      startDate: day,
      startsAt: at(20),
      now: core.clock.now(),
      timeZone: core.timeZone,
      opening: core.settings.schedule(),
      room: { bookable: true },
    });
    core.clock.advanceMinutes(31);
    await expireBooking(core, expires);
    for (const id of entries) expect(await stateOf(id)).toBe("offered");
  });

  it("by a closure that is lifted, and by a cancellation for a closure only outside of it", async () => {
    const closure = { roomIds: [OTHER], startsAt: at(9), endsAt: at(22), public: false, wholeVenue: false };
    const closed = await closeRooms(
      core,
      gateway,
      { ...closure, reason: "Floor", bookings: new Map() },
      meta,
    );
    if (!closed.ok) throw new Error(closed.rejection.code);
    const waiting = await waits(10, 12, 2, [OTHER]);
    await reopenRooms(core, closed.value.id, meta);
    expect(await stateOf(waiting)).toBe("offered");
    const id = await booked(14, 4, OTHER);
    const within = await waits(16, 18, 2, [OTHER]);
    const outside = await waits(14, 16, 2, [OTHER]);
    const part = {
      ...closure,
      startsAt: at(16),
      reason: "Floor",
      bookings: new Map([[id, "cancel" as const]]),
    };
    expect(await closeRooms(core, gateway, part, meta)).toMatchObject({ ok: true });
    expect([await stateOf(within), await stateOf(outside)]).toEqual(["waiting", "offered"]);
  });

  it("that no one waits for are free at once", async () => {
    const id = await booked(18);
    const long = await waits(18, 22, 4);
    await booked(20);
    await cancel(id);
    expect(await stateOf(long)).toBe("waiting");
    expect(await tries(18, 2)).toBe("booked");
  });

  it("less than an hour ahead are offered to no one", async () => {
    const id = await booked(18);
    const waiting = await waits(18, 20);
    core.clock.set(new Date(at(17).getTime() + 60_000));
    await cancel(id);
    expect(await stateOf(waiting)).toBe("waiting");
  });

  it("keep the room's turnaround", async () => {
    await changeRoom(core, OTHER, { turnaroundHours: 1 }, { meta });
    const early = await booked(9, 3, OTHER);
    const late = await booked(13, 9, OTHER);
    const before = await waits(9, 13, 4, [OTHER]);
    await cancel(early);
    expect(await stateOf(before)).toBe("waiting");
    const three = await waits(9, 13, 3, [OTHER]).catch(() => null);
    expect(three).toBeNull();
    await cancel(late);
    expect(await offerOf(before)).toMatchObject({ startsAt: at(9), endsAt: at(13) });
    await changeRoom(core, OTHER, { turnaroundHours: 0 }, { meta });
  });

  it("by hours that the venue opens, a room that is bookable again and a room that is added", async () => {
    await changeRoom(core, OTHER, { bookable: false }, { meta });
    await full();
    const named = core.rooms.all().filter(({ bookable }) => bookable);
    for (const { id } of named) if (id !== ROOM) await full(id);
    const any = await join(core, { roomIds: named.map(({ id }) => id), day, from: 10, to: 12 });
    await changeRoom(core, OTHER, { bookable: true }, { meta });
    await sweepWaitlist(core);
    expect(await offerOf(any)).toMatchObject({ roomId: OTHER });
    for (const [hour, hours] of [
      [9, 1],
      [12, 10],
    ] as const)
      await booked(hour, hours, OTHER);
    const one = await waits(10, 12);
    const all = await join(core, { roomIds: core.rooms.all().map(({ id }) => id), day, from: 13, to: 15 });
    const added = await addRoom(core, newRoom(), { meta });
    if (!added.ok) throw new Error(added.rejection.code);
    await sweepWaitlist(core);
    expect(await stateOf(one)).toBe("waiting");
    expect(await offerOf(all)).toMatchObject({ roomId: added.value.id });
  });
});

const newRoom = () => {
  const { id: _, version: _v, engineerAvailable: _e, ...room } = core.rooms.byId(ROOM) ?? never();
  return { ...room, name: `Studio ${randomUUID().slice(0, 6)}`, engineer: null } as never;
};
const never = (): never => {
  throw new Error("No room");
};

describe("an offer", () => {
  it("is claimed once its booking is confirmed", async () => {
    const id = await booked(18);
    const first = await waits(18, 20);
    await cancel(id);
    await confirm((await offerOf(first)).bookingId);
    expect(await stateOf(first)).toBe("claimed");
  });

  it("lapses to the next; the entry waits on, but is not offered those hours by that lapse; its second lapse ends it", async () => {
    const id = await booked(18);
    const [first, second] = [await waits(18, 20), await waits(18, 20)];
    await cancel(id);
    const lapse = async (entryId: number) => {
      const { bookingId, until } = await offerOf(entryId);
      core.clock.set(until);
      await expireBooking(core, bookingId);
    };
    await lapse(first);
    expect([await stateOf(first), await stateOf(second)]).toEqual(["waiting", "offered"]);
    expect((await offersOf(core)).at(-1)?.open.slice(-2)).toEqual([
      { id: first, why: "already offered" },
      { id: second },
    ]);
    await lapse(second);
    expect([await stateOf(first), await stateOf(second)]).toEqual(["offered", "waiting"]);
    await lapse(first);
    expect([await stateOf(first), await stateOf(second)]).toEqual(["lapsed", "offered"]);
    await lapse(second);
    expect(await stateOf(second)).toBe("lapsed");
    expect(await tries(18, 2)).toBe("booked");
  });

  it("lapses when a stranger asks for the hours, which go to the next and not to the stranger", async () => {
    const id = await booked(18);
    const [first, second] = [await waits(18, 20), await waits(18, 20)];
    await cancel(id);
    core.clock.set((await offerOf(first)).until);
    expect(await tries(18, 2)).toBe("SlotTaken");
    expect([await stateOf(first), await stateOf(second)]).toEqual(["waiting", "offered"]);
  });

  it("is declined by letting it go, by withdrawing, and if staff cancel the booking", async () => {
    const id = await booked(18);
    const [first, second, third, fourth] = [
      await waits(18, 20),
      await waits(18, 20),
      await waits(18, 20),
      await waits(18, 20),
    ];
    await cancel(id);
    expect(await declineOffer(core, first, meta)).toMatchObject({ ok: true, value: { state: "declined" } });
    expect(await withdrawEntry(core, second, meta)).toMatchObject({
      ok: true,
      value: { state: "withdrawn" },
    });
    await cancel((await offerOf(third)).bookingId);
    expect([await stateOf(third), await stateOf(fourth)]).toEqual(["declined", "offered"]);
    expect(await declineOffer(core, first, meta)).toMatchObject({ ok: true });
    expect(await withdrawEntry(core, first, meta)).toMatchObject({ rejection: { code: "NotWaiting" } });
    expect(await declineOffer(core, second, meta)).toMatchObject({ rejection: { code: "NotOffered" } });
    expect(await takeOffer(core, fourth, meta)).toMatchObject({ rejection: { code: "PaymentNeeded" } });
  });

  it("that lapsed is claimed by late money while its hours are free, and its lapse then counts no more", async () => {
    const id = await booked(18);
    const first = await waits(18, 20);
    await cancel(id);
    const { bookingId, until } = await offerOf(first);
    core.clock.set(until);
    await expireBooking(core, bookingId);
    expect(await stateOf(first)).toBe("waiting");
    await change(bookingId, {
      type: "ReceiveDownpayment",
      paymentIntentId: `pi_${randomUUID()}`,
      chargeId: "ch",
      amountCents: (await bookingOf(first)).downpaymentCents,
      hoursAvailable: true,
      now: core.clock.now(),
    } as BookingChange);
    expect(await stateOf(first)).toBe("claimed");
  });

  it("is made out of turn only of free hours that fit, with the reason in its event", async () => {
    const id = await booked(18);
    const [first, second] = [await waits(18, 20), await waits(18, 20)];
    expect(await offerOutOfTurn(core, second, { reason: "Ours", meta })).toMatchObject({
      rejection: { code: "NothingFits" },
    });
    await cancel(id);
    expect(await offerOutOfTurn(core, first, { reason: "Ours", meta })).toMatchObject({
      rejection: { code: "AlreadyOffered" },
    });
    for (const entryId of [first, second]) {
      const { bookingId, until } = await offerOf(entryId);
      core.clock.set(until);
      await expireBooking(core, bookingId);
    }
    // The first has them again; staff take nothing from an offer.
    expect(await offerOutOfTurn(core, second, { reason: "Ours", meta })).toMatchObject({
      rejection: { code: "NothingFits" },
    });
    await withdrawEntry(core, first, meta);
    expect(await stateOf(second)).toBe("offered");
    await declineOffer(core, second, meta);
    const third = await join(core, { roomIds: [ROOM], day, from: 9, to: 12 }).catch(
      (error: Error) => error.message,
    );
    expect(third).toContain("HoursAreFree");
  });
});

describe("a join", () => {
  it("names what is free now, refuses a sixth entry of a mailbox, and answers a repeated request again", async () => {
    const free = await joinWaitlist(core, joinRequest({ roomIds: [ROOM], day, from: 18, to: 20 }), meta);
    expect(free).toMatchObject({
      rejection: { code: "HoursAreFree", free: [{ roomId: ROOM, startsAt: at(18), endsAt: at(20) }] },
    });
    await full();
    const key = { idempotencyKey: randomUUID(), email: "one.of.many@gmail.com" };
    const request = joinRequest({ roomIds: [ROOM], day }, key);
    const first = await joinWaitlist(core, request, meta);
    expect(await joinWaitlist(core, request, meta)).toEqual(first);
    const spelled = [
      "oneofmany@gmail.com",
      "One.Of.Many+a@gmail.com",
      "oneofmany+b@googlemail.com",
      "one.ofmany@gmail.com",
    ];
    for (const email of spelled) await join(core, { roomIds: [ROOM], day }, { email });
    expect(await joinWaitlist(core, joinRequest({ roomIds: [ROOM], day }, key), meta)).toMatchObject({
      ok: true,
    });
    const sixth = joinRequest({ roomIds: [ROOM], day }, { email: "o.neofmany@gmail.com" });
    expect(await joinWaitlist(core, sixth, meta)).toMatchObject({ rejection: { code: "TooManyWaiting" } });
  });

  it("counts who is ahead: those who wait for an hour of the same room", async () => {
    await full();
    await full(OTHER);
    await waits(9, 12);
    await waits(11, 14);
    await waits(9, 12, 2, [OTHER]);
    const outcome = await joinWaitlist(core, joinRequest({ roomIds: [ROOM], day, from: 11, to: 13 }), meta);
    expect(outcome).toMatchObject({ ok: true, value: { ahead: 2 } });
  });
});

describe("at the moment of freeing", () => {
  it("20 strangers get nothing while a person waits, and two freeings at once make two offers", async () => {
    const [a, b] = [await booked(10), await booked(12)];
    const entries = [await waits(10, 12), await waits(12, 14)];
    const outcomes = await Promise.all([
      cancel(a),
      cancel(b),
      ...Array.from({ length: 20 }, (_, i) => tries(i % 2 ? 10 : 12, 2)),
    ]);
    expect(outcomes.slice(2).every((outcome) => outcome === "SlotTaken")).toBe(true);
    for (const id of entries) expect(await stateOf(id)).toBe("offered");
  });

  it("20 who join while hours become free are served in the order of the log, and none is left while hours are free", async () => {
    const ids = [await booked(9), await booked(11), await booked(13), await booked(15)];
    await booked(17, 5);
    const joins = Array.from({ length: 20 }, () =>
      joinWaitlist(core, joinRequest({ roomIds: [ROOM], day }), meta),
    );
    const outcomes = await Promise.all([...joins, ...ids.map(cancel)].map((one) => one as Promise<unknown>));
    const entries = outcomes
      .slice(0, 20)
      .flatMap((outcome) =>
        (outcome as { ok: boolean }).ok
          ? [(outcome as never as { value: { entry: { id: number } } }).value.entry.id]
          : [],
      );
    const offered = (await offersOf(core)).filter(({ entryId }) => entries.includes(entryId));
    expect(new Set(offered.map(({ bookingId }) => bookingId)).size).toBe(offered.length);
    const states = await Promise.all(entries.sort((x, y) => x - y).map(stateOf));
    const waiting = states.filter((state) => state === "waiting").length;
    if (waiting > 0) {
      const [one] = entries.slice(-1);
      expect(one && (await tries(9, 2))).toBe("SlotTaken");
    }
    expect(states.indexOf("waiting")).toBe(waiting === 0 ? -1 : states.length - waiting);
  });

  it("of two freeings at once that fit an entry only together, one offers it the hours", async () => {
    for (let round = 0; round < 5; round++) {
      do day = addDays(day, 1);
      while (isClosedDay(day));
      const [a, b] = [await booked(10), await booked(12)];
      await booked(9, 1);
      await booked(14, 8);
      const long = await waits(9, 22, 4);
      await Promise.all([cancel(a), cancel(b)]);
      expect(await offerOf(long)).toMatchObject({ startsAt: at(10), endsAt: at(14) });
    }
  });

  it("leaves no hour to two", async () => {
    expect(await checkHourClaims(core.sql)).toMatchObject({});
  });
});
