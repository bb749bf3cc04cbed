/** Checks the pulled events: what is told, in the log's order, page by page, and the same after a rebuild. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rebuildProjections } from "../../../projections/engine/rebuild.ts";
import { publicEvents } from "../../../projections/open/public-events.ts";
import { type StaffWorld, startStaffWorld } from "../../testing/staff-fixture.ts";

let world: StaffWorld;
let admin: string;
beforeAll(async () => {
  world = await startStaffWorld();
  admin = await world.logIn((await world.hire("admin")).username);
});
afterAll(() => world.close());

const pull = async (query: string) => (await world.call(`/api/events?${query}`, { token: admin })).body;

async function change(booking: number, body: object): Promise<void> {
  const answer = await world.call(`/api/bookings/${booking}`, { method: "PATCH", token: admin, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

describe("the events", () => {
  it("tell what happened to a booking, and no person", async () => {
    const { next } = await pull("after=0");
    const booking = await world.book();
    await change(booking, { status: "confirmed" });
    await change(booking, { paymentStatus: "downpaid" });
    await change(booking, { status: "cancelled" });
    const { events } = await pull(`after=${next}`);
    const of = (type: string, version: number) => ({
      type,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      data: { stream: `booking-${booking}`, version, position: expect.any(Number), bookingId: booking },
    });
    const types = events.map(({ type }: { type: string }) => type);
    expect(types).toEqual([
      "booking.created",
      "booking.confirmed",
      "booking.paid",
      "booking.cancelled",
      "booking.refunded",
    ]);
    expect(events[0]).toEqual(of("booking.created", 1));
    for (const { type, data } of events)
      expect({ type, data }).toMatchObject({ data: of(type, data.version).data });
  });

  it("come in the order of the log, whatever the page", async () => {
    await Promise.all(Array.from({ length: 12 }, () => world.book()));
    const { events: all, next } = await pull("after=0&limit=500");
    const positions = all.map(({ data }: { data: { position: number } }) => data.position);
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
    expect(new Set(positions).size).toBe(positions.length);
    const paged = [];
    for (let after = 0; ; ) {
      const page = await pull(`after=${after}&limit=5`);
      if (page.events.length === 0) {
        expect(page).toEqual({ events: [], next });
        break;
      }
      paged.push(...page.events);
      after = page.next;
    }
    expect(paged).toEqual(all);
    const order = await world.sql<{ stream: string; version: number }[]>`
      select e.stream, e.version from events e join public_events using (stream, version)
      order by e.epoch, e.xid, e.position`;
    expect(
      all.map(({ data: { stream, version } }: { data: { stream: string; version: number } }) => ({
        stream,
        version,
      })),
    ).toEqual([...order]);
  });

  it("have the same positions after a rebuild", async () => {
    const before = await pull("after=0&limit=500");
    const [rebuilt] = await rebuildProjections(world.sql, [publicEvents]);
    expect(rebuilt?.compared.map(({ differing }) => differing)).toEqual([0, 0]);
    expect(await pull("after=0&limit=500")).toEqual(before);
    await world.book();
    expect((await pull(`after=${before.next}`)).events).toHaveLength(1);
  });

  it.each([
    ["after=-1", "after"],
    ["after=abc", "after"],
    ["after=1.5", "after"],
    ["after=99999999999999999", "after"],
    ["limit=0", "limit"],
    ["limit=501", "limit"],
  ])("are not pulled by %s", async (query, path) => {
    const answer = await world.call(`/api/events?${query}`, { token: admin });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path }] } });
  });

  it("are not for the desk", async () => {
    const desk = await world.logIn((await world.hire("desk")).username);
    expect((await world.call("/api/events", { token: desk })).status).toBe(403);
    expect((await world.call("/api/events")).status).toBe(401);
  });
});
