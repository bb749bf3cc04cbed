import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startVisitorWorld, type VisitorWorld } from "../../testing/visitor-fixture.ts";
import { solveProofOfWork } from "../../testing/work-fixture.ts";

let world: VisitorWorld;
beforeAll(async () => {
  world = await startVisitorWorld({ rateLimitBookings: 60 });
});
afterAll(() => world.close());

let taken = 0;
/** Free hours of a room, twelve unless stated otherwise. */
function someHours(changes: Record<string, unknown> = {}, hours = 12) {
  const roomId = 1 + (taken % 7);
  const startDate = `2026-12-${14 + (Math.floor(taken / 7) % 6)}`;
  taken += 1;
  const hourly = world.core.rooms.byId(roomId)?.rates.hourlyCents ?? 0;
  return world.submission({
    roomId,
    startDate,
    startTime: "09:00",
    endTime: `${9 + hours}:00`,
    hourCount: hours,
    totalAmount: (hourly * hours) / 100,
    downpaymentAmount: (hourly * hours) / 200,
    remainingAmount: (hourly * hours) / 200,
    ...changes,
  });
}

const from = (address: string) => ({ "x-forwarded-for": address });
const book = (asked: Record<string, unknown>, headers: Record<string, string>) =>
  world.post("/api/bookings", asked, headers);

/** Holds 48 of a mailbox's 60 hours, each booking from another address. */
async function nearItsCap(email: string): Promise<void> {
  for (let n = 0; n < 4; n++) expect((await book(someHours({ email }), {})).status).toBe(201);
}

describe("a proof of work", () => {
  it("is required once an address holds three quarters of its unpaid hours, and lets the booking through", async () => {
    const here = from("203.0.113.1");
    for (let n = 0; n < 8; n++) expect((await book(someHours(), here)).status).toBe(201);
    const next = someHours();
    const key = { "idempotency-key": randomUUID() };
    const { status, body } = await book(next, { ...here, ...key });
    expect({ status, code: body.code }).toEqual({ status: 428, code: "ProofOfWorkNeeded" });
    expect(body).toMatchObject({ challenge: expect.any(String), difficulty: 17 });

    const work = { "proof-of-work": solveProofOfWork(body) };
    const booked = await book(next, { ...here, ...key, ...work });
    expect(booked.status).toBe(201);
    const again = await book(next, { ...here, ...key, ...work });
    expect({ status: again.status, id: again.body.id }).toEqual({ status: 201, id: booked.body.id });

    const second = await book(someHours(), { ...here, ...work });
    expect(second).toMatchObject({ status: 428, body: { code: "ProofOfWorkNeeded" } });
    expect((await book(someHours(), from("203.0.113.2"))).status).toBe(201);
  });

  it("is required of a mailbox too, and is valid for one address, for ten minutes and with enough work", async () => {
    const email = "near@example.test";
    await nearItsCap(email);
    const asked = someHours({ email });
    const there = from("203.0.113.3");
    const ask = async () => (await book(asked, there)).body;
    const sent = async (proof: string, headers = there) =>
      (await book(asked, { ...headers, "proof-of-work": proof })).status;

    const puzzle = await ask();
    expect(puzzle).toMatchObject({ status: 428, code: "ProofOfWorkNeeded" });
    const proof = solveProofOfWork(puzzle);
    expect(await sent(proof, from("203.0.113.4"))).toBe(428);
    expect(await sent(solveProofOfWork(puzzle, (bits) => bits < puzzle.difficulty))).toBe(428);
    expect(await sent(solveProofOfWork({ challenge: "made.up.here", difficulty: 17 }))).toBe(428);
    for (const nonsense of ["", ".", "0", `${puzzle.challenge}.`, `${proof} `.repeat(2), "é"])
      expect(await sent(encodeURI(nonsense))).toBe(428);
    world.clock.advanceMinutes(11);
    expect(await sent(proof)).toBe(428);
    expect(await sent(solveProofOfWork(await ask()))).toBe(201);
  });

  it("is not required where it would not help", async () => {
    const email = "full@example.test";
    const hereOnly = from("203.0.113.5");
    await nearItsCap(email);
    const asked = someHours({ email });
    const puzzle = (await book(asked, hereOnly)).body;
    expect((await book(asked, { ...hereOnly, "proof-of-work": solveProofOfWork(puzzle) })).status).toBe(201);
    const { status, body } = await book(someHours({ email }), hereOnly);
    expect({ status, code: body.code }).toEqual({ status: 429, code: "TooManyHolds" });
  });

  it("can be used once even when it is sent many times at the same time", async () => {
    const email = "at-once@example.test";
    const hereOnly = from("203.0.113.6");
    await nearItsCap(email);
    const { body } = await book(someHours({ email }, 2), hereOnly);
    const work = { ...hereOnly, "proof-of-work": solveProofOfWork(body) };
    const answers = await Promise.all([1, 2, 3, 4].map(() => book(someHours({ email }, 2), work)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 428, 428, 428]);
  });
});
