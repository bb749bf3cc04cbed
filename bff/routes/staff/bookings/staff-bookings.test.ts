/** Checks what staff find and read: the list, search, filters, pages, stat cards, one booking, its history. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expireBooking, handleBooking } from "../../../../core/booking/handle.ts";
import { requestBooking } from "../../../../core/booking/request-booking.ts";
import { erasePerson } from "../../../../core/erasure/handle.ts";
import { bookingRequest, testMeta } from "../../../../core/testing/test-core.ts";
import { slotStarts } from "../../../../core/venue/time/opening-hours.ts";
import { BookingHistory, StaffBooking, StaffBookingSummary } from "../../../contract/staff/staff-booking.ts";
import { type StaffWorld, startStaffWorld } from "../../../testing/staff-fixture.ts";

let world: StaffWorld;
let token: string;
const slots = ["2026-12-07", "2026-12-08"].flatMap((day) => slotStarts(day, "America/New_York"));

beforeAll(async () => {
  world = await startStaffWorld();
  const colleague = await world.hire("staff");
  token = await world.logIn(colleague.username);
});
afterAll(() => world.close());

interface Guest {
  firstName: string;
  lastName: string;
  email: string;
  roomId?: number;
}

async function book({ roomId = 1, ...guest }: Guest): Promise<number> {
  const startsAt = slots.shift();
  if (!startsAt) throw new Error("out of slots");
  const { person, ...request } = bookingRequest(world.core, { roomId, startsAt, hours: 1 });
  const asked = { ...request, person: { ...person, ...guest, specialRequirements: "A tuned piano" } };
  const outcome = await requestBooking(world.core, asked, testMeta);
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  world.clock.advanceMinutes(1);
  return outcome.value.id;
}

const pay = (id: number, amountCents = 3_750) =>
  handleBooking(
    world.core,
    id,
    {
      type: "ReceiveDownpayment",
      paymentIntentId: `pi_${id}`,
      chargeId: `ch_${id}`,
      amountCents,
      hoursAvailable: true,
      now: world.clock.now(),
    },
    { commandId: randomUUID(), meta: { actor: { kind: "provider" }, requestId: "test" } },
  );

async function list(query = "") {
  const answer = await world.call(`/api/bookings${query}`, { token });
  expect(answer.status).toBe(200);
  return {
    total: Number(answer.headers.get("x-total-count")),
    bookings: StaffBooking.array().parse(answer.body),
  };
}
const ids = async (query: string) => (await list(query)).bookings.map(({ id }) => id);

describe("the list", () => {
  let ada: number;
  let grace: number;
  let joan: number;
  beforeAll(async () => {
    ada = await book({ firstName: "Ada", lastName: "Byron", email: "Ada.King@analytical.example" });
    grace = await book({
      firstName: "Grace",
      lastName: "O'Hopper",
      email: "g_hopper@navy.example",
      roomId: 3,
    });
    joan = await book({ firstName: "Joan", lastName: "Clarke", email: "joan@bletchley.example", roomId: 2 });
    await pay(ada);
    await handleBooking(
      world.core,
      ada,
      { type: "CompleteBooking" },
      { commandId: randomUUID(), meta: testMeta },
    );
    await pay(grace, 4_500);
  });

  it("is a plain array of whole bookings, newest first, including those written a moment ago", async () => {
    const { bookings, total } = await list();
    expect(bookings.map(({ id }) => id)).toEqual([joan, grace, ada]);
    expect(total).toBe(3);
    expect(bookings[2]).toEqual({
      id: ada,
      roomId: 1,
      roomName: "Recording Studio",
      userId: null,
      firstName: "Ada",
      lastName: "Byron",
      email: "Ada.King@analytical.example",
      phone: "+1 212 555 0100",
      startTime: "2026-12-07T14:00:00.000Z",
      endTime: "2026-12-07T15:00:00.000Z",
      eventType: "Rehearsal",
      attendees: null,
      specialRequirements: "A tuned piano",
      engineerRequired: false,
      bookingDuration: "hourly",
      hourCount: 1,
      totalAmount: "75.00",
      downpaymentAmount: "37.50",
      dueAmount: "37.50",
      remainingAmount: "37.50",
      paymentStatus: "downpaid",
      stripeChargeId: `ch_${ada}`,
      status: "completed",
      createdAt: "2026-12-01T15:00:00.000Z",
      expired: false,
      cancelledBy: null,
      cancellationReason: null,
      receivedAmount: "37.50",
      refundedAmount: "0.00",
      refundUnderWayAmount: "0.00",
      refundFailed: false,
      holdUntil: "2026-12-01T15:30:00.000Z",
      updatedAt: expect.any(String),
      visit: null,
      freed: false,
      toReturnAmount: "0.00",
      guestId: expect.any(String),
      unreadable: null,
    });
  });

  it.each([
    ["a first name", "ada"],
    ["a last name, in any case", "BYRON"],
    ["both names", "Ada Byron"],
    ["both names the other way round", "byron ada"],
    ["part of an email", "king@analytical"],
    ["a room", "recording"],
    ["a name and a room", "ada studio"],
  ])("finds by %s", async (_, search) => {
    expect(await ids(`?search=${encodeURIComponent(search)}`)).toEqual([ada]);
  });

  it("finds by number, and searches for special characters literally", async () => {
    expect(await ids(`?search=${grace}`)).toEqual([grace]);
    expect(await ids(`?search=${encodeURIComponent(`#${grace}`)}`)).toEqual([grace]);
    expect(await ids(`?search=${encodeURIComponent("o'hop")}`)).toEqual([grace]);
    expect(await ids("?search=g_hop")).toEqual([grace]);
    expect(await ids("?search=gxhop")).toEqual([]);
    expect(await ids(`?search=${encodeURIComponent("%")}`)).toEqual([]);
    expect(await ids(`?search=${encodeURIComponent("' or 1=1 --")}`)).toEqual([]);
  });

  it("filters by status and payment, alone and together", async () => {
    expect(await ids("?status=completed")).toEqual([ada]);
    expect(await ids("?status=pending")).toEqual([joan]);
    expect(await ids("?paymentStatus=downpaid")).toEqual([grace, ada]);
    expect(await ids("?status=confirmed&paymentStatus=downpaid&search=example")).toEqual([grace]);
    expect(await ids("?status=all&paymentStatus=all")).toHaveLength(3);
    expect(await ids("?status=cancelled")).toEqual([]);
  });

  it("sorts and pages, and says how many there are in all", async () => {
    expect(await list("?limit=2")).toMatchObject({ total: 3, bookings: [{ id: joan }, { id: grace }] });
    expect(await list("?limit=2&page=2")).toMatchObject({ total: 3, bookings: [{ id: ada }] });
    expect(await list("?limit=2&page=9")).toMatchObject({ total: 3, bookings: [] });
    expect(await ids("?sort=startTime&order=asc")).toEqual([ada, grace, joan]);
    expect(await ids("?sort=totalAmount&page=1")).toEqual(await ids("?sort=totalAmount"));
  });

  it.each([
    ["status=paid", "status"],
    ["paymentStatus=x", "paymentStatus"],
    ["sort=name", "sort"],
    ["order=up", "order"],
    ["page=0", "page"],
    ["limit=1000", "limit"],
    [`search=${"x".repeat(201)}`, "search"],
  ])("refuses ?%s and names the field", async (query, path) => {
    const { status, body } = await world.call(`/api/bookings?${query}`, { token });
    expect(status).toBe(400);
    expect(body).toMatchObject({ errors: [{ path }] });
  });

  it("has its six cards and the filtered count", async () => {
    const { body } = await world.call("/api/bookings/summary?search=ada", { token });
    expect(StaffBookingSummary.parse(body)).toMatchObject({
      total: 3,
      pending: 1,
      confirmed: 1,
      completed: 1,
      totalRevenue: "82.50",
      downpayments: "82.50",
      filtered: 1,
    });
  });

  it("is answered whole, however long", async () => {
    const before = (await list()).bookings.length;
    await world.ownerSql`
      insert into bookings
      select (jsonb_populate_record(b, jsonb_build_object(
        'booking_id', 1000000 + n, 'created_at', b.created_at - n * interval '1 second'))).*
      from bookings b, generate_series(1, 2500) n where b.booking_id = ${ada}`;
    const { bookings, total } = await list();
    expect(total).toBe(before + 2_500);
    expect(new Set(bookings.map(({ id }) => id)).size).toBe(total);
    expect(bookings.map(({ createdAt }) => createdAt)).toEqual(
      bookings.map(({ createdAt }) => createdAt).toSorted((a, b) => (a < b ? 1 : -1)),
    );
    await world.ownerSql`delete from bookings where booking_id > 1000000`;
  });
});

describe("one booking", () => {
  it("is answered as it is now, or not found", async () => {
    const id = await book({ firstName: "Kay", lastName: "McNulty", email: "kay@eniac.example" });
    const { body } = await world.call(`/api/bookings/${id}`, { token });
    expect(StaffBooking.parse(body)).toMatchObject({ id, status: "pending", firstName: "Kay" });
    for (const path of [`/api/bookings/999999`, "/api/bookings/x", "/api/bookings/999999/history"]) {
      expect(await world.call(path, { token })).toMatchObject({
        status: 404,
        body: { message: "Booking not found" },
      });
    }
  });

  it("tells the state of its mails, also of those that were withheld from its mailbox", async () => {
    const id = await world.book();
    await world.ownerSql`
      insert into mails (mail_id, message_id, transport, state, claim, lease_until, attempts, settled_at)
      values (${`booking-${id}@1/booking-received`}, 'test', 'outbox', 'withheld', gen_random_uuid(), now(), 1, now()),
        (${`booking-${id}0@1/booking-received`}, 'test', 'outbox', 'sent', gen_random_uuid(), now(), 1, now())
      on conflict (mail_id) do update set state = excluded.state, settled_at = excluded.settled_at`;
    const { body } = await world.call(`/api/bookings/${id}/history`, { token });
    expect(BookingHistory.parse(body).mails).toEqual([
      { kind: "booking-received", state: "withheld", at: expect.stringMatching(/Z$/) },
    ]);
  });

  it("lists its history in plain words, with who, when and the money", async () => {
    const id = await book({ firstName: "Hedy", lastName: "Lamarr", email: "hedy@hop.example" });
    await pay(id);
    const cancelled = { status: "cancelled", cancelledBy: "customer", reason: "Caught a cold" };
    await world.call(`/api/bookings/${id}`, { method: "PATCH", token, body: cancelled });
    const { body } = await world.call(`/api/bookings/${id}/history`, { token });
    const history = BookingHistory.parse(body);
    expect(history.entries.map(({ by, text }) => `${by.name}: ${text}`)).toEqual([
      "Visitor: Requested for Mon, Dec 7, 2026, 1:00 PM – 2:00 PM: $75.00, of which $37.50 is the downpayment",
      "Stripe: Downpayment of $37.50 received by card",
      "Stripe: Confirmed",
      "Grace Hopper: Cancelled for the customer: Caught a cold",
      "Grace Hopper: Refund of $33.75 requested because the booking was cancelled",
      ...history.entries.slice(5).map(({ by, text }) => `${by.name}: ${text}`),
    ]);
    expect(history.entries[1]).toMatchObject({ amount: "37.50", stripeId: `ch_${id}` });
    expect(history.money).toMatchObject({ paidAmount: "37.50", dueAmount: "0.00" });
  });

  it("stays without the person once they are erased, and a search for them does not find it", async () => {
    const id = await book({ firstName: "Sophie", lastName: "Germain", email: "sophie@paris.example" });
    expect(await ids("?search=germain")).toEqual([id]);
    await erasePerson(world.core, { email: "sophie@paris.example", bookingsOf: async () => [] }, testMeta);
    expect(await ids("?search=germain")).toEqual([]);
    await handleBooking(
      world.core,
      id,
      { type: "ConfirmBooking" },
      { commandId: randomUUID(), meta: testMeta },
    );
    expect(await ids("?search=germain")).toEqual([]);
    const { body } = await world.call(`/api/bookings/${id}`, { token });
    expect(StaffBooking.parse(body)).toMatchObject({
      firstName: null,
      email: null,
      specialRequirements: null,
    });
  });

  it("that expired says so", async () => {
    const id = await book({ firstName: "Mary", lastName: "Jackson", email: "mary@nasa.example" });
    const now = world.clock.now();
    world.clock.advanceMinutes(31);
    await expireBooking(world.core, id);
    world.clock.set(now);
    const { body } = await world.call(`/api/bookings/${id}`, { token });
    expect(body).toMatchObject({ status: "cancelled", expired: true, cancelledBy: null });
    const history = await world.call(`/api/bookings/${id}/history`, { token });
    expect(history.body).toMatchObject({
      entries: [{}, { by: { name: "System" }, text: "Hold expired unpaid; the hours are free again" }],
      money: { paidAmount: "0.00", dueAmount: "0.00", refunds: [] },
    });
  });
});
