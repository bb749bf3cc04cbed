/** Checks the desk's day over HTTP: reduced prices, stages that are undone, no-shows that free the room, reopened days, the bookkeeper's file. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { loadBooking } from "../../../../core/booking/handle.ts";
import { addDays, venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { Receipt } from "../../../contract/receipt.ts";
import { type StaffWorld, startStaffWorld } from "../../../testing/staff-fixture.ts";

let world: StaffWorld;
let staffName: string;
let managerName: string;
let staff: string;
let manager: string;

beforeAll(async () => {
  world = await startStaffWorld();
  staffName = (await world.hire("staff")).username;
  managerName = (await world.hire("manager")).username;
  await logIn();
});
afterAll(() => world.close());

async function logIn(): Promise<void> {
  staff = await world.logIn(staffName);
  manager = await world.logIn(managerName);
}

const post = (path: string, body?: unknown, headers: Record<string, string> = {}, token = staff) =>
  world.call(path, { method: "POST", token, body, headers });
const onBooking = (id: number, rest: string, body?: unknown, headers?: Record<string, string>) =>
  post(`/api/bookings/${id}/${rest}`, body, headers);
const cash = (amount: string) => ({ kind: "received", method: "cash", amount });

/** Sets the clock to `minutes` after the visit's start. */
async function standAt(id: number, minutes: number): Promise<void> {
  const { state } = await loadBooking(world.core, id);
  if (!state.exists) throw new Error(`no booking ${id}`);
  await moveTo(new Date(state.startsAt.getTime() + minutes * 60_000));
}

async function moveTo(now: Date): Promise<void> {
  world.clock.set(now);
  await logIn();
}

/** Books at the desk, as for a guest who walks in. */
async function walkIn(change: object): Promise<{ status: number; body: { id: number; code?: string } }> {
  return post("/api/staff/bookings", {
    roomId: 1,
    firstName: "Ida",
    eventType: "Rehearsal",
    payment: "desk",
    ...change,
  });
}

describe("a reduced price", () => {
  it("shows before what it does, happens once under its key, and refunds what was paid beyond it", async () => {
    const id = await world.book();
    await onBooking(id, "money", cash("75.00"));
    const path = `/api/bookings/${id}/price-reduction`;
    const preview = await world.call(`${path}?percent=50`, { token: staff });
    expect(preview).toMatchObject({
      status: 200,
      body: { totalAmount: "37.50", refundAmount: "0.00", toReturnAmount: "37.50", dueAmount: "0.00" },
    });
    const half = { percent: 50, reason: "The heater was broken" };
    for (const _ of [1, 2]) {
      expect(await post(path, half, { "Idempotency-Key": "half" })).toMatchObject({
        status: 200,
        body: { totalAmount: "37.50", paymentStatus: "paid", dueAmount: "0.00", toReturnAmount: "37.50" },
      });
    }
    expect(await post(path, { ...half, percent: 10 }, { "Idempotency-Key": "half" })).toMatchObject({
      status: 422,
    });
    const receipt = Receipt.parse((await world.call(`/api/bookings/${id}/receipt`, { token: staff })).body);
    expect(receipt.lines.at(-1)).toEqual({ text: "Price reduced", amount: "-37.50" });
    expect(receipt).toMatchObject({ total: "37.50", balance: "-37.50" });
    const logged = await world.sql`select data from events where stream = ${`booking-${id}`}`;
    expect(JSON.stringify(logged)).not.toContain("heater");
  });

  it.each([
    [{ reason: "Cold" }, 400, "amount"],
    [{ amount: "5.00", percent: 5, reason: "Cold" }, 400, "amount"],
    [{ percent: 101, reason: "Cold" }, 400, "percent"],
    [{ percent: 0, reason: "Cold" }, 400, "percent"],
    [{ amount: "0.00", reason: "Cold" }, 400, "amount"],
    [{ amount: "5.00", reason: " " }, 400, "reason"],
    [{ amount: "75.01", reason: "Cold" }, 409, "amount"],
  ])("%j is refused, naming the field", async (body, status, path) => {
    const id = await world.book();
    expect(await onBooking(id, "price-reduction", body)).toMatchObject({
      status,
      body: { errors: [{ path }] },
    });
  });
});

describe("a stage of a visit", () => {
  beforeEach(() => moveTo(new Date("2026-12-01T15:00:00Z")));

  it("can be late, and is undone on its day only", async () => {
    const id = await world.book();
    await onBooking(id, "money", cash("75.00"));
    await standAt(id, 10);
    expect(await onBooking(id, "late")).toMatchObject({ status: 200, body: { visit: "late" } });
    expect(await onBooking(id, "arrived")).toMatchObject({ status: 200, body: { visit: "arrived" } });
    expect(await onBooking(id, "left")).toMatchObject({ status: 200, body: { visit: "left" } });
    for (const visit of ["arrived", null, null]) {
      expect(await onBooking(id, "undo-visit")).toMatchObject({ status: 200, body: { visit } });
    }
    await onBooking(id, "arrived");
    await standAt(id, 24 * 60);
    expect(await onBooking(id, "undo-visit")).toMatchObject({ status: 409, body: { code: "VisitNotSo" } });
  });

  it("no-show frees the room after the policy's minutes, and undoing it is refused once the hours are sold", async () => {
    const id = await world.book();
    await onBooking(id, "money", cash("75.00"));
    await standAt(id, 10);
    const { body: booking } = await world.call(`/api/bookings/${id}`, { token: staff });
    const hours = {
      startDate: venueDayOf(new Date(booking.startTime), world.core.timeZone),
      startTime: clockOf(booking.startTime),
      endTime: clockOf(booking.endTime),
    };
    expect(await onBooking(id, "no-show")).toMatchObject({ body: { visit: "no-show", freed: false } });
    expect(await walkIn(hours)).toMatchObject({ status: 409 });
    await standAt(id, 31);
    expect(await onBooking(id, "no-show")).toMatchObject({ body: { freed: true } });
    expect(await onBooking(id, "undo-visit")).toMatchObject({ status: 200, body: { freed: false } });
    expect(await onBooking(id, "no-show")).toMatchObject({ body: { freed: true } });
    const sold = await walkIn(hours);
    expect(sold.status, JSON.stringify(sold.body)).toBe(201);
    expect(await onBooking(id, "undo-visit")).toMatchObject({ status: 409, body: { code: "SlotTaken" } });
    expect(await onBooking(id, "arrived")).toMatchObject({ status: 409, body: { code: "SlotTaken" } });
  });

  const clockOf = (instant: string): string =>
    new Intl.DateTimeFormat("en-GB", {
      hour: "2-digit",
      minute: "2-digit",
      timeZone: world.core.timeZone,
    }).format(new Date(instant));
});

describe("a walk-in", () => {
  const day = { startDate: "2027-05-04", endTime: "11:00", startTime: "10:00" };

  it("is booked by the first name alone, and a payment link by more", async () => {
    expect(await walkIn(day)).toMatchObject({ status: 201, body: { status: "confirmed" } });
    const { status, body } = await post("/api/staff/bookings", {
      ...day,
      roomId: 2,
      firstName: "Ida",
      eventType: "Rehearsal",
      payment: "link",
    });
    expect(status).toBe(400);
    expect((body.errors as { path: string }[]).map(({ path }) => path).sort()).toEqual([
      "email",
      "lastName",
      "phone",
    ]);
  });
});

describe("a closed day", () => {
  beforeAll(() => moveTo(new Date("2026-12-10T15:00:00Z")));

  it("keeps float and note, is opened again by a manager with a reason, and can be closed again", async () => {
    const day = venueDayOf(world.clock.now(), world.core.timeZone);
    const id = await world.book();
    await onBooking(id, "money", cash("10.00"));
    const reopen = (reason: string, token = manager) =>
      post("/api/takings/reopen", { day, reason }, {}, token);
    expect(await reopen("Too early")).toMatchObject({ status: 409, body: { code: "DayNotClosed" } });
    const count = { day, countedAmount: "8.00", expectedAmount: "10.00" };
    const closed = await post("/api/takings/close", {
      ...count,
      floatAmount: "100.00",
      note: "A coin rolled",
    });
    expect(closed).toMatchObject({
      status: 200,
      body: { close: { differenceAmount: "-2.00", floatAmount: "100.00", note: "A coin rolled" } },
    });
    expect(await reopen("Found it", staff)).toMatchObject({ status: 403 });
    expect(await reopen(" ")).toMatchObject({ status: 400, body: { errors: [{ path: "reason" }] } });
    expect(await reopen("Found it")).toMatchObject({
      status: 200,
      body: { close: null, reopenings: [{ by: "Grace Hopper", reason: "Found it" }] },
    });
    expect(await post("/api/takings/close", { ...count, countedAmount: "10.00" })).toMatchObject({
      status: 200,
      body: { close: { differenceAmount: "0.00" }, reopenings: [{ reason: "Found it" }] },
    });
    const logged = await world.sql`select data from events where stream = ${`day-${day}`}`;
    expect(JSON.stringify(logged)).not.toMatch(/coin|Found/);
  });
});

describe("the bookkeeper's file", () => {
  const csv = (from: string, to: string, token = staff) =>
    world.call(`/api/takings.csv?from=${from}&to=${to}`, { token });

  it("has each movement of the period with booking, way, amount and person, and adds up", async () => {
    await moveTo(new Date("2026-12-12T15:00:00Z"));
    const day = venueDayOf(world.clock.now(), world.core.timeZone);
    const id = await world.book();
    await onBooking(id, "money", cash("75.00"));
    await onBooking(id, "money", { kind: "returned", method: "cash", amount: "5.50", reason: "=Broken" });
    const answer = await csv(day, day);
    expect(answer.headers.get("content-type")).toContain("text/csv");
    const [head, ...lines] = (answer.body.text as string).trimEnd().split("\r\n");
    expect(head).toContain("Date,Time,What for,Booking,Receipt,");
    expect(lines.map((line) => line.split(",").slice(2, 5))).toEqual([
      ["Payment at the desk", String(id), `R-${id}`],
      ["Returned at the desk", String(id), `R-${id}`],
    ]);
    expect(lines.map((line) => Number(line.split(",")[9]))).toEqual([75, -5.5]);
    expect(lines.every((line) => line.startsWith(day) && line.endsWith("Grace Hopper"))).toBe(true);
    const empty = await csv(addDays(day, 1), addDays(day, 2));
    expect((empty.body.text as string).trimEnd().split("\r\n")).toHaveLength(1);
  });

  it("is for those who see revenue, and refuses a wrong period", async () => {
    const { username } = await world.hire("desk");
    expect(await csv("2026-12-01", "2026-12-31", await world.logIn(username))).toMatchObject({ status: 403 });
    expect(await csv("2026-12-31", "2026-12-01")).toMatchObject({ status: 400 });
    expect(await csv("soon", "2026-12-01")).toMatchObject({
      status: 400,
      body: { errors: [{ path: "from" }, { path: "to" }] },
    });
  });
});
