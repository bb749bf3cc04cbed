/** Checks what staff may book and move that visitors may not, what is refused to them too, and what the guest is told. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { StaffBookingCreated } from "../../../contract/staff/bookings-by-staff.ts";
import { type StaffWorld, startStaffWorld } from "../../../testing/staff-fixture.ts";

let world: StaffWorld;
let token: string;
beforeAll(async () => {
  world = await startStaffWorld();
  token = await world.logIn((await world.hire("staff")).username);
});
afterAll(() => world.close());

const caller = {
  roomId: 1,
  firstName: "Ida",
  lastName: "Rhodes",
  email: "ida@example.test",
  phone: "+1 (212) 555-0177",
  startDate: "2027-02-01",
  startTime: "10:00",
  endTime: "12:00",
  eventType: "Rehearsal",
};
const post = (body: object, headers: Record<string, string> = {}) =>
  world.call("/api/staff/bookings", { method: "POST", token, body: { ...caller, ...body }, headers });
const made = async (body: object) => {
  const answer = await post(body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return StaffBookingCreated.parse(answer.body);
};
const move = (id: number, body: object, query = "") =>
  world.call(`/api/bookings/${id}/move${query}`, { method: "POST", token, body });

describe("booking for a guest", () => {
  it("holds by link until a chosen time, and says where it is paid", async () => {
    const holdUntil = "2026-12-03T22:00:00.000Z";
    const booking = await made({ payment: "link", holdUntil });
    expect(booking).toMatchObject({
      status: "pending",
      holdUntil,
      totalAmount: "150.00",
      paymentRequired: true,
    });
    expect(booking.payLink).toMatch(/^http:\/\/hub\.example\.test\/guest\/.+\/pay$/);
    expect((await post({ payment: "desk" })).status).toBe(409);
  });

  it("does not ask for a card payment of nothing or of less than the provider accepts: 409 with words", async () => {
    const priceReason = "A friend of the venue";
    const opened = (id: number, purpose: string) =>
      world.call("/api/create-payment-intent", {
        method: "POST",
        token,
        body: { bookingId: id, customerEmail: caller.email, purpose },
      });
    const free = await made({ startDate: "2027-02-22", payment: "free", priceReason });
    expect(await opened(free.id, "downpayment")).toMatchObject({ status: 409, body: { code: "NothingDue" } });
    const small = { startDate: "2027-02-23", payment: "link", totalAmount: "0.40", priceReason };
    const booking = await made(small);
    expect(booking).toMatchObject({
      status: "confirmed",
      downpaymentAmount: "0.00",
      paymentRequired: false,
    });
    expect(await opened(booking.id, "downpayment")).toMatchObject({
      status: 409,
      body: { code: "NothingDue", message: expect.stringContaining("at the venue") },
    });
    expect(await opened(booking.id, "balance")).toMatchObject({
      status: 409,
      body: { code: "TooLittleForCard", message: expect.stringContaining("at the venue") },
    });
  });

  it("confirms what is paid at the desk, at another price with a reason", async () => {
    const day = { startDate: "2027-02-02", payment: "desk" };
    expect(await post({ ...day, totalAmount: "99.00" })).toMatchObject({
      status: 400,
      body: { errors: [{ path: "priceReason" }] },
    });
    const priceReason = "A friend of the venue, Ida";
    const booking = await made({ ...day, totalAmount: 99, priceReason });
    expect(booking).toMatchObject({
      status: "confirmed",
      totalAmount: "99.00",
      downpaymentAmount: "49.50",
      payLink: null,
    });
    const history = await world.call(`/api/bookings/${booking.id}/history`, { token });
    expect(JSON.stringify(history.body)).toContain(priceReason);
    const [event] =
      await world.sql`select data from events where stream = ${`booking-${booking.id}`} and version = 1`;
    expect(JSON.stringify(event)).not.toContain("friend");
  });

  it("books for free, with a reason", async () => {
    const day = { startDate: "2027-02-03", payment: "free" };
    expect(await post(day)).toMatchObject({ status: 400, body: { errors: [{ path: "priceReason" }] } });
    expect(await made({ ...day, priceReason: "Open day" })).toMatchObject({
      status: "confirmed",
      totalAmount: "0.00",
      paymentRequired: false,
    });
  });

  it("accepts hours of today that have begun, thirteen at once, and a room that takes no bookings", async () => {
    const manager = await world.logIn((await world.hire("manager")).username);
    const rates = { hourlyRate: "10.00", halfDayRate: "35.00", fullDayRate: "60.00" };
    const room = { name: "Cellar", description: "Not open yet", capacity: 4, bookable: false, ...rates };
    const added = await world.call("/api/rooms", { method: "POST", token: manager, body: room });
    expect(added.status, JSON.stringify(added.body)).toBe(201);
    const today = { roomId: added.body.id, startDate: "2026-12-01", startTime: "09:00", endTime: "22:00" };
    expect(await made({ ...today, payment: "desk" })).toMatchObject({ status: "confirmed" });
  });

  it.each<[string, object, string]>([
    ["no payment", {}, "payment"],
    ["a day that has passed", { payment: "desk", startDate: "2026-11-30" }, "startTime"],
    ["half an hour", { payment: "desk", endTime: "12:30" }, "endTime"],
    ["a deadline at the desk", { payment: "desk", holdUntil: "2026-12-03T22:00:00Z" }, "holdUntil"],
    ["a deadline that has passed", { payment: "link", holdUntil: "2026-11-03T22:00:00Z" }, "holdUntil"],
    ["a deadline after the visit", { payment: "link", holdUntil: "2027-06-03T22:00:00Z" }, "holdUntil"],
    ["a deadline that is none", { payment: "link", holdUntil: "soon" }, "holdUntil"],
    ["a total that is none", { payment: "desk", totalAmount: "cheap" }, "totalAmount"],
    ["a total beyond all", { payment: "desk", totalAmount: "999999999", priceReason: "x" }, "totalAmount"],
    ["a price of what is free", { payment: "free", totalAmount: "1.00", priceReason: "x" }, "totalAmount"],
    ["a link to pay nothing", { payment: "link", totalAmount: "0.00", priceReason: "x" }, "payment"],
    ["a share that is not", { payment: "desk", downpaymentAmount: "1.00" }, "downpaymentAmount"],
  ])("refuses %s by its field", async (_, body, path) => {
    const answer = await post({ startDate: "2027-02-04", ...body });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path }] } });
  });

  it("answers the same key once, and counts toward no limit", async () => {
    const headers = { "Idempotency-Key": randomUUID() };
    const body = { startDate: "2027-02-05", payment: "desk" };
    const [first, again] = [await post(body, headers), await post(body, headers)];
    expect(again.body).toEqual(first.body);
    expect((await post({ ...body, endTime: "13:00" }, headers)).status).toBe(422);
  });
});

describe("moving a visit", () => {
  it("states the difference first, then moves, and frees the hours that it has left", async () => {
    const { id } = await made({ startDate: "2027-02-08", payment: "desk" });
    const to = { roomId: 2, startTime: "2027-02-08T15:00:00Z" };
    const stated = await move(id, to, "?dryRun=1");
    expect(stated.status).toBe(200);
    expect(Object.keys(stated.body).sort()).toEqual(["difference", "totalAmount"]);
    const done = await move(id, to);
    expect(done.body).toMatchObject(stated.body);
    expect(done.body.dueAmount).toBe(done.body.totalAmount);
    await made({ startDate: "2027-02-08", payment: "desk" });
    expect((await post({ roomId: 2, startDate: "2027-02-08", payment: "desk" })).status).toBe(409);
    expect((await world.call(`/api/bookings/${id}`, { token })).body).toMatchObject({ roomId: 2 });
  });

  it("shows what was paid at the desk beyond the new total as to be returned", async () => {
    const { id } = await made({ startDate: "2027-02-09", payment: "desk" });
    await world.call(`/api/bookings/${id}`, { method: "PATCH", token, body: { paymentStatus: "paid" } });
    const shorter = { startTime: "2027-02-09T15:00:00Z", endTime: "2027-02-09T16:00:00Z" };
    const answer = await move(id, shorter);
    expect(answer.body).toMatchObject({
      totalAmount: "75.00",
      difference: "-75.00",
      refundAmount: "0.00",
      toReturnAmount: "75.00",
      dueAmount: "0.00",
    });
    const history = await world.call(`/api/bookings/${id}/history`, { token });
    expect(history.body).toMatchObject({ money: { toReturnAmount: "75.00" } });
  });

  it("refuses by field, and for a booking that does not exist", async () => {
    const { id } = await made({ startDate: "2027-02-10", payment: "desk" });
    const startTime = "2027-02-10T17:00:00Z";
    expect(await move(id, {})).toMatchObject({ status: 400, body: { errors: [{ path: "startTime" }] } });
    expect(await move(id, { startTime, endTime: startTime })).toMatchObject({
      status: 400,
      body: { errors: [{ path: "endTime" }] },
    });
    expect((await move(id, { startTime, roomId: 999 })).status).toBe(404);
    expect((await move(999_999, { startTime })).status).toBe(404);
    await world.call(`/api/bookings/${id}`, { method: "PATCH", token, body: { status: "cancelled" } });
    expect((await move(id, { startTime })).status).toBe(409);
  });
});

describe("swapping two visits", () => {
  const swap = (id: number, body: object, query = "") =>
    world.call(`/api/bookings/${id}/swap${query}`, { method: "POST", token, body });
  const hoursOf = async (id: number) => world.sql`
    select room_id, starts_at, held_until is not null as held from room_hours
    where booking_id = ${id} order by room_id, starts_at`;
  const mailsOf = async (id: number) => world.sql`
    select count(*)::integer as moves from events where stream = ${`booking-${id}`} and type = 'BookingMoved'
      and (data ->> 'unmailed') is null`;

  it("exchanges rooms, hours and holds at the prices of the rules, after saying them", async () => {
    const dear = await made({ startDate: "2027-03-01", roomId: 1, payment: "desk" });
    const cheap = await made({
      startDate: "2027-03-02",
      startTime: "15:00",
      endTime: "18:00",
      roomId: 2,
      payment: "link",
      holdUntil: "2026-12-03T22:00:00.000Z",
    });
    const [first, second] = [await hoursOf(dear.id), await hoursOf(cheap.id)];
    const preview = await swap(dear.id, { with: cheap.id }, "?dryRun=1");
    expect(preview.status, JSON.stringify(preview.body)).toBe(200);
    expect(await hoursOf(dear.id)).toEqual(first);
    const swapped = await swap(dear.id, { with: cheap.id });
    expect(swapped.body).toEqual(preview.body);
    expect(swapped.body.visits).toMatchObject([
      { id: dear.id, roomId: 2 },
      { id: cheap.id, roomId: 1 },
    ]);
    const places = (rows: object[]) => rows.map((row) => ({ ...row, held: null }));
    expect(places([...(await hoursOf(dear.id))])).toEqual(places([...second]));
    expect(places([...(await hoursOf(cheap.id))])).toEqual(places([...first]));
    expect((await hoursOf(dear.id)).every(({ held }) => !held)).toBe(true);
    expect((await hoursOf(cheap.id)).every(({ held }) => held)).toBe(true);
    expect(await mailsOf(dear.id)).toEqual([{ moves: 1 }]);
    for (const [id, visit] of [
      [dear.id, 0],
      [cheap.id, 1],
    ] as const) {
      const { body } = await world.call(`/api/bookings/${id}`, { token });
      expect(body.totalAmount).toBe(swapped.body.visits[visit].totalAmount);
    }
  });

  it("keeps both prices from rising for a fault of ours, and sends no mail if none is wanted", async () => {
    const one = await made({ startDate: "2027-03-03", roomId: 1, payment: "desk" });
    const other = await made({
      startDate: "2027-03-03",
      roomId: 2,
      payment: "desk",
      email: "grace@example.test",
    });
    const { body } = await swap(one.id, { with: other.id, ourFault: true, mail: false });
    expect(body.visits.every(({ difference }: { difference: string }) => Number(difference) <= 0)).toBe(true);
    expect(await mailsOf(one.id)).toEqual([{ moves: 0 }]);
    expect(await mailsOf(other.id)).toEqual([{ moves: 0 }]);
  });

  it("happens once when many ask at the same time, or is refused, and never half", async () => {
    const one = await made({ startDate: "2027-03-04", roomId: 1, payment: "desk" });
    const other = await made({
      startDate: "2027-03-04",
      startTime: "14:00",
      endTime: "16:00",
      roomId: 3,
      payment: "desk",
    });
    const answers = await Promise.all(Array.from({ length: 4 }, () => swap(one.id, { with: other.id })));
    const done = answers.filter(({ status }) => status === 200).length;
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual(
      [],
    );
    const rooms = async (id: number) => [...new Set((await hoursOf(id)).map(({ room_id }) => room_id))];
    expect(await rooms(one.id)).toEqual([done % 2 === 1 ? 3 : 1]);
    expect(await rooms(other.id)).toEqual([done % 2 === 1 ? 1 : 3]);
    for (const id of [one.id, other.id]) {
      const { body } = await world.call(`/api/bookings/${id}`, { token });
      expect([body.roomId]).toEqual(await rooms(id));
    }
  });

  it("refuses what does not fit, naming the field", async () => {
    const one = await made({ startDate: "2027-03-05", roomId: 1, payment: "desk" });
    const gone = await made({ startDate: "2027-03-05", roomId: 2, payment: "desk" });
    await world.call(`/api/bookings/${gone.id}`, { method: "PATCH", token, body: { status: "cancelled" } });
    expect(await swap(one.id, { with: one.id })).toMatchObject({
      status: 400,
      body: { errors: [{ path: "with" }] },
    });
    expect((await swap(one.id, { with: gone.id })).status).toBe(409);
    expect((await swap(one.id, { with: 999_999 })).status).toBe(404);
    expect(await swap(one.id, { with: "x" })).toMatchObject({
      status: 400,
      body: { errors: [{ path: "with" }] },
    });
  });
});

describe("finding a guest", () => {
  it.each(["(646) 555-0199", "6465550199", "555-0199", "+1646555"])("by the phone %s", async (search) => {
    const [sought] = (await world.call("/api/bookings?search=6465550199", { token })).body as {
      id: number;
    }[];
    const id =
      sought?.id ?? (await made({ startDate: "2027-02-12", payment: "desk", phone: "+1 (646) 555-0199" })).id;
    const found = await world.call(`/api/bookings?search=${encodeURIComponent(search)}`, { token });
    expect(found.body).toMatchObject([{ id, phone: "+1 (646) 555-0199" }]);
    expect((await world.call("/api/bookings?search=646", { token })).body).toEqual([]);
  });
});
