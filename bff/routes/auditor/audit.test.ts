/** Checks what auditors read of the log: newest first, with any filters, page by page; and what they download. */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BookingChange } from "../../../core/booking/booking.ts";
import { handleBooking } from "../../../core/booking/handle.ts";
import { append } from "../../../core/log/append.ts";
import type { Actor } from "../../../core/log/append-request.ts";
import { testMeta } from "../../../core/testing/test-core.ts";
import { sealAll } from "../../../core/transparency/log-fixture.ts";
import { type AuditEvent, AuditPage, AuditProofs, LOG_SIZE_HEADER } from "../../contract/auditor/audit.ts";
import { fileOfProduct } from "../../http/files/product-files.ts";
import { type Colleague, type StaffWorld, startStaffWorld } from "../../testing/staff-fixture.ts";

const CHECKER = fileOfProduct("bff/routes/visitor/verify-log.mjs", "verify-log.mjs");
const folder = mkdtempSync(join(tmpdir(), "hub-audit-"));

let world: StaffWorld;
let token: string;
let colleague: Colleague;
let paid: number;
let cancelled: number;

beforeAll(async () => {
  world = await startStaffWorld();
  colleague = await world.hire("manager");
  token = await world.logIn((await world.hire("auditor")).username);
  paid = await world.book();
  cancelled = await world.book();
  const byColleague: Actor = { kind: "staff", id: colleague.id, role: "manager" };
  world.clock.advanceMinutes(1);
  await change(paid, { type: "MarkPayment", paymentStatus: "paid" }, byColleague);
  world.clock.advanceMinutes(1);
  await change(
    cancelled,
    { type: "CancelBooking", cancelledBy: "venue", now: world.clock.now() },
    byColleague,
  );
  await world.customerToken();
  // Of newer code than this, or of another program.
  world.clock.advanceMinutes(1);
  await appendUnheardOf(world.clock.now(), { n: 1 });
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

const change = (id: number, command: BookingChange, actor: Actor) =>
  handleBooking(world.core, id, command, {
    commandId: randomUUID(),
    meta: { actor, requestId: "test" },
  });

async function appendUnheardOf(occurredAt: Date, data: unknown): Promise<void> {
  const appended = await append(world.sql, {
    stream: { category: "inquiry" },
    expectedVersion: 0,
    commandId: randomUUID(),
    events: [{ type: "SomethingNew", schemaVersion: 7, data }],
    meta: testMeta,
    occurredAt,
  });
  if (!appended.ok) throw new Error(appended.violated);
  world.core.afterAppend(appended.position);
}

const read = (query: string) => world.call(`/api/audit/events?${query}`, { token });
const page = async (query: string): Promise<AuditPage> => AuditPage.parse((await read(query)).body);
const texts = async (query: string): Promise<string[]> => (await page(query)).events.map(({ text }) => text);

/** An event that no code can read parks the reactions, which start the worker's seals; so the test seals it here. */
async function sealed(): Promise<number> {
  await sealAll(world.sql);
  const [count] = await world.sql<{ total: number }[]>`select count(*) as total from events`;
  return count?.total ?? 0;
}

describe("the log in plain words", () => {
  it("starts with the newest event, each with its actor, its text and its seal", async () => {
    await sealed();
    const { events } = await page("limit=200");
    const decided = events.map(({ occurredAt }) => occurredAt);
    expect(decided).toEqual([...decided].sort().reverse());
    expect(events.map(({ index }) => index).sort((a, b) => Number(a) - Number(b))).toEqual(
      events.map((_, n) => n),
    );
    expect(events[0]).toMatchObject({
      type: "SomethingNew",
      text: "SomethingNew: an event that this version of the product cannot describe",
      schemaVersion: 7,
      data: { n: 1 },
    });
    const marked = events.find(({ type }) => type === "PaymentMarked");
    expect(marked).toMatchObject({
      stream: `booking-${paid}`,
      actor: { kind: "staff", id: colleague.id, name: "Grace Hopper" },
      text: expect.stringMatching(new RegExp(`^Booking ${paid}: payment marked as fully paid, \\$`)),
      roomId: 1,
      roomName: expect.stringMatching(/\S/),
      data: { paymentStatus: "paid" },
      meta: { requestId: "test" },
      sealed: { size: expect.any(Number), signedAt: expect.any(String) },
    });
    expect(events.filter(({ text }) => /registered/.test(text))).toHaveLength(1);
    expect(JSON.stringify(events)).not.toContain("@example.test");
  });

  it("has no seal where nothing is sealed yet", async () => {
    await appendUnheardOf(new Date("2026-11-30T00:00:00Z"), {});
    const [first] = (await page("type=SomethingNew&to=2026-11-30T00:00:00Z")).events;
    if (first?.sealed === null) expect(first.index).toBeNull();
    await sealed();
    const [later] = (await page("type=SomethingNew&to=2026-11-30T00:00:00Z")).events;
    expect(later).toMatchObject({ index: expect.any(Number), sealed: { size: expect.any(Number) } });
  });

  it("comes page by page, each event once", async () => {
    const all = (await page("limit=200")).events;
    for (const filter of ["", "&room=1", "&type=BookingRequested", `&booking=${paid}`, "&actor=visitor"]) {
      const whole = (await page(`limit=200${filter}`)).events;
      const found = [];
      for (let cursor: string | null = ""; cursor !== null; ) {
        const one: AuditPage = await page(`limit=2${filter}${cursor && `&cursor=${cursor}`}`);
        expect(one.events.length).toBeLessThanOrEqual(2);
        found.push(...one.events);
        cursor = one.next;
      }
      expect(found).toEqual(whole);
    }
    expect(all.length).toBeGreaterThan(8);
  });

  const by = (type: string, actor: string) => (event: AuditEvent) =>
    (type === "" || event.type === type) &&
    (actor === "" || event.actor.kind === actor || `${event.actor.kind}-${event.actor.id}` === actor);

  it.each<[string, () => string, () => (event: AuditEvent) => boolean]>([
    [
      "a stream",
      () => `stream=booking-${paid}`,
      () =>
        ({ stream }) =>
          stream === `booking-${paid}`,
    ],
    [
      "a booking",
      () => `booking=${paid}`,
      () =>
        ({ stream }) =>
          stream === `booking-${paid}`,
    ],
    ["a type", () => "type=BookingRequested", () => by("BookingRequested", "")],
    ["a kind of actor", () => "actor=staff", () => by("", "staff")],
    ["an actor", () => `actor=staff-${colleague.id}`, () => by("", `staff-${colleague.id}`)],
    ["another actor", () => "actor=staff-999999", () => () => false],
    [
      "a room",
      () => "room=1",
      () =>
        ({ roomId }) =>
          roomId === 1,
    ],
    ["another room", () => "room=2", () => () => false],
    ["a type and an actor", () => "type=BookingCancelled&actor=staff", () => by("BookingCancelled", "staff")],
    [
      "a type, an actor and a room",
      () => `type=BookingCancelled&actor=staff-${colleague.id}&room=1`,
      () => by("BookingCancelled", "staff"),
    ],
    ["a type and the wrong actor", () => "type=BookingCancelled&actor=visitor", () => () => false],
    [
      "a booking, a type and a room",
      () => `booking=${cancelled}&type=BookingCancelled&room=1&actor=staff-${colleague.id}`,
      () => by("BookingCancelled", "staff"),
    ],
    ["a booking and another room", () => `booking=${cancelled}&room=2`, () => () => false],
    [
      "a booking and another's stream",
      () => `booking=${paid}&stream=booking-${cancelled}`,
      () => () => false,
    ],
    ["an unknown type", () => "type=NoSuchThing", () => () => false],
  ])("is narrowed to %s", async (_, query, passes) => {
    const all = (await page("limit=200")).events;
    expect((await page(`limit=200&${query()}`)).events).toEqual(all.filter(passes()));
  });

  it("is narrowed to a span of time, including its ends", async () => {
    const [marked] = (await page("type=PaymentMarked")).events;
    const at = encodeURIComponent(marked?.occurredAt ?? "");
    expect((await texts(`from=${at}&to=${at}`)).length).toBe(1);
    expect(await texts(`to=${at}&type=BookingCancelled`)).toEqual([]);
    expect((await texts(`from=${at}&type=BookingCancelled`)).length).toBe(1);
    expect((await texts(`from=${at}&to=${at}&room=1&actor=staff&booking=${paid}`)).length).toBe(1);
    expect(await texts("from=2030-01-01T00:00:00Z")).toEqual([]);
  });

  it.each([
    ["cursor", "cursor=x"],
    ["cursor", "cursor=999999999999999.1"],
    ["limit", "limit=0"],
    ["limit", "limit=201"],
    ["stream", "stream=booking"],
    ["booking", "booking=-1"],
    ["type", "type=a%00b"],
    ["actor", "actor=someone"],
    ["actor", "actor=visitor-3"],
    ["room", "room=2147483648"],
    ["from", "from=yesterday"],
    ["from", "from=2026-12-01"],
    ["to", "to=9999-12-31T00:00:00Z"],
  ])("names %s if it is wrong: %s", async (field, query) => {
    const { status, body } = await read(query);
    expect([status, body.errors]).toEqual([400, [{ path: field, message: expect.stringMatching(/\S/) }]]);
  });

  it.each([
    ["at", "/api/audit/bookings/1?at=noon"],
    ["day", "/api/audit/rooms/1?day=2026-02-30"],
    ["day", "/api/audit/rooms/1"],
    ["at", "/api/audit/rooms/1?day=2026-12-12&at=2026-12-12"],
    ["stream", "/api/audit/proofs?stream=x"],
    ["stream", "/api/audit/proofs"],
    ["size", "/log/export?size=x"],
    ["from", "/log/export?from=x"],
  ])("names %s if it is wrong in the path: %s", async (field, path) => {
    const { status, body } = await world.call(path, { token });
    expect([status, body.errors]).toEqual([400, [{ path: field, message: expect.stringMatching(/\S/) }]]);
  });

  it("answers 404 for unknown bookings, rooms, streams, leaves and heads", async () => {
    for (const path of [
      "/api/audit/bookings/999999",
      "/api/audit/bookings/x",
      "/api/audit/rooms/99?day=2026-12-12",
      "/api/audit/proofs?stream=booking-999999",
      "/log/proof/x",
      "/log/proof/01",
      "/log/checkpoint/999999",
      "/log/checkpoint/0",
    ]) {
      expect([path, (await world.call(path, { token })).status]).toEqual([path, 404]);
    }
  });
});

describe("what auditors download", () => {
  const check = async (...files: string[]): Promise<string> => {
    const vkey = (await (await fetch(`http://127.0.0.1:${world.port}/log/key`)).text()).trim();
    return new Promise((resolve) =>
      execFile(process.execPath, [CHECKER, "--key", vkey, ...files], (_, stdout) => resolve(stdout.trim())),
    );
  };
  const take = (path: string) =>
    fetch(`http://127.0.0.1:${world.port}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  it("are proofs of each event, which the checker accepts, and of all events of a booking at once", async () => {
    await sealed();
    const { body } = await world.call(`/api/audit/proofs?stream=booking-${paid}`, { token });
    const { proofs, unsealed } = AuditProofs.parse(body);
    expect(unsealed).toEqual([]);
    expect(proofs.map(({ name }) => name)).toEqual([
      `booking-${paid}-1.tlog-proof`,
      `booking-${paid}-2.tlog-proof`,
    ]);
    const files = proofs.map(({ name, text }) => write(name, text));
    expect(await check(...files)).toBe("verified 2 events");

    const one = await take(`/log/proof/${proofs[1]?.index}`);
    expect(one.headers.get("content-disposition")).toBe(
      `attachment; filename="booking-${paid}-2.tlog-proof"`,
    );
    expect(one.headers.get("cache-control")).toBe("no-store");
    expect(await check(write("one.tlog-proof", await one.text()))).toBe("verified 1 events");
    expect((await take("/log/proof/0")).status).toBe(200);
  });

  it("is an export of the whole log or a part, with the head that covers it", async () => {
    const size = await sealed();
    for (const [query, lines] of [
      ["", size],
      [`stream=booking-${cancelled}`, 2],
      ["from=2026-12-01T00:00:00Z&to=2026-12-01T15:00:59Z", null],
      ["stream=booking-999999", 0],
    ] as const) {
      const answer = await take(`/log/export?${query}`);
      expect(answer.headers.get("content-type")).toBe("application/x-ndjson");
      expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="[\w-]+\.ndjson"$/);
      const text = await answer.text();
      const head = await (await take(`/log/checkpoint/${answer.headers.get(LOG_SIZE_HEADER)}`)).text();
      const count = text.split("\n").length - 1;
      if (lines !== null) expect(count).toBe(lines);
      if (count === 0) continue;
      const file = write("part.ndjson", text);
      write("part.ndjson.checkpoint", head);
      expect(await check(file)).toBe(`verified ${count} events`);
    }
    const [first = 0] = (
      await world.sql<{ size: number }[]>`select size from log_checkpoints order by size`
    ).map((row) => row.size);
    const early = await (await take(`/log/export?size=${first}`)).text();
    expect(early.split("\n").length - 1).toBe(first);
  });
});

// The last test: followers that need that event park before it.
describe("a history with an event of a newer version", () => {
  it("names the event of a booking that this version cannot read, and does not fail", async () => {
    const stream = { category: "booking", id: 900_001 };
    const appended = await append(world.sql, {
      stream,
      expectedVersion: 0,
      commandId: randomUUID(),
      events: [{ type: "BookingTeleported", schemaVersion: 1, data: {} }],
      meta: testMeta,
      occurredAt: new Date("2026-11-30T01:00:00Z"),
    });
    expect(appended.ok).toBe(true);
    const asOf = await world.call("/api/audit/bookings/900001", { token });
    expect(asOf.status).toBe(409);
    expect(asOf.body).toMatchObject({
      code: "UnreadableHistory",
      message: expect.stringContaining("booking-900001@1"),
    });
  });
});
