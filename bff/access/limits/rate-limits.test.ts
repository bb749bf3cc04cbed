import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startVisitorWorld, type VisitorWorld } from "../../testing/visitor-fixture.ts";
import { solveProofOfWork } from "../../testing/work-fixture.ts";

let world: VisitorWorld;
beforeAll(async () => {
  world = await startVisitorWorld({ rateLimitBookings: 3 });
});
afterAll(() => world.close());

const from = (address: string) => ({ "x-forwarded-for": address });

async function statuses(path: string, address: string, count: number): Promise<number[]> {
  const answers: number[] = [];
  for (let i = 0; i < count; i++) answers.push((await world.post(path, {}, from(address))).status);
  return answers;
}

describe("rate limits", () => {
  it("let RATE_LIMIT_BOOKINGS a minute through per address, including refused ones, and then say when to retry", async () => {
    expect(await statuses("/api/bookings", "203.0.113.1", 5)).toEqual([400, 400, 400, 429, 429]);
    const { headers, body } = await world.post("/api/bookings", {}, from("203.0.113.1"));
    expect(body).toMatchObject({
      status: 429,
      code: "TooManyRequests",
      message: expect.stringMatching(/wait/),
    });
    const seconds = Number(headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(await statuses("/api/bookings", "203.0.113.2", 1)).toEqual([400]);
  });

  it("do not count staff who change series, all from the venue's one address", async () => {
    const staff = { ...(await world.asStaff()), ...from("203.0.113.9") };
    const path = "/api/series/1/extend";
    const answers: number[] = [];
    for (let i = 0; i < 5; i++) answers.push((await world.post(path, {}, staff)).status);
    expect(answers).not.toContain(429);
    expect(await statuses(path, "203.0.113.9", 4)).toContain(429);
  });

  it("ignore what a client claims about itself", async () => {
    const claims = [
      "1.1.1.1, 203.0.113.3",
      "2.2.2.2, 203.0.113.3",
      "nonsense, 203.0.113.3",
      "3.3.3.3,203.0.113.3",
    ];
    const answers = [];
    for (const claim of claims) answers.push(await statuses("/api/bookings", claim, 1));
    expect(answers.flat()).toEqual([400, 400, 400, 429]);
  });

  it("count an IPv6 network as one", async () => {
    const addresses = ["2001:db8::1", "2001:db8::2", "2001:0db8:0:0:ffff::3", "2001:db8::4"];
    const answers = [];
    for (const address of addresses) answers.push(await statuses("/api/bookings", address, 1));
    expect(answers.flat()).toEqual([400, 400, 400, 429]);
    expect(await statuses("/api/bookings", "2001:db8:0:1::1", 1)).toEqual([400]);
  });

  it("let ten contact messages through", async () => {
    expect(await statuses("/api/contact", "203.0.113.4", 11)).toEqual([...Array(10).fill(400), 429]);
  });

  it("are counted in the database, for every BFF, by a hash of the address", async () => {
    const rows = await world.sql<{ key: string }[]>`select key from rate_limits`;
    expect(rows.length).toBeGreaterThan(3);
    for (const { key } of rows) expect(key).toMatch(/^[\w-]+:[0-9a-f]{64}$/);
  });

  it("limit the unpaid hours of an address too, whatever emails it gives", async () => {
    const strict = await startVisitorWorld({ rateLimitBookings: 60 });
    const days = ["2026-12-14", "2026-12-15", "2026-12-16"];
    const wanted = days.flatMap((startDate) => [1, 2, 3, 4, 5, 6].map((roomId) => ({ startDate, roomId })));
    const answers = await Promise.all(
      wanted.map(async (slot) => {
        const hourly = strict.core.rooms.byId(slot.roomId)?.rates.hourlyCents ?? 0;
        const amounts = {
          totalAmount: (hourly * 12) / 100,
          downpaymentAmount: (hourly * 6) / 100,
          remainingAmount: (hourly * 6) / 100,
        };
        const asked = strict.submission({
          ...slot,
          startTime: "09:00",
          endTime: "21:00",
          hourCount: 12,
          ...amounts,
        });
        const here = from("203.0.113.9");
        const first = await strict.post("/api/bookings", asked, here);
        if (first.status !== 428) return first;
        return strict.post("/api/bookings", asked, {
          ...here,
          "proof-of-work": solveProofOfWork(first.body),
        });
      }),
    );
    const held = answers.filter(({ status }) => status === 201).length * 12;
    expect(held).toBe(120);
    const refused = answers.find(({ status }) => status !== 201);
    expect(refused).toMatchObject({
      status: 429,
      body: { code: "TooManyHolds", message: expect.stringContaining("from your network") },
    });
    expect(refused?.headers.get("retry-after")).toBe("60");
    const [row] = await strict.sql<{ callers: string[] }[]>`
      select array_agg(distinct caller) as callers from room_hours`;
    expect(row?.callers).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
    await strict.close();
  });

  it("do nothing at all when they are off", async () => {
    const free = await startVisitorWorld({ rateLimitBookings: 0 });
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => free.post("/api/bookings", {}, from("203.0.113.5"))),
    );
    const rows = await free.sql`select key from rate_limits`;
    await free.close();
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
    expect(rows).toEqual([]);
  });
});
