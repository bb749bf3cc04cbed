import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { expireBooking, handleBooking } from "../../core/booking/handle.ts";
import { writeWaitlist } from "../../core/booking/waitlist/written-waitlist-fixture.ts";
import { testMeta } from "../../core/testing/test-core.ts";
import { LiveMessage } from "../contract/live.ts";
import {
  openSocket,
  PUBLIC_URL,
  REHEARSAL_ROOM,
  startVisitorWorld,
  type VisitorWorld,
} from "../testing/visitor-fixture.ts";

type Socket = Awaited<ReturnType<typeof openSocket>>;

let world: VisitorWorld;
const open: Socket[] = [];
beforeAll(async () => {
  world = await startVisitorWorld();
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.close();
});
afterAll(() => world.close());

async function connect(headers: Record<string, string> = {}): Promise<Socket> {
  const socket = await openSocket(world.base, headers);
  open.push(socket);
  return socket;
}

async function subscribed(...rooms: number[]): Promise<Socket> {
  const socket = await connect();
  for (const roomId of rooms) socket.say({ type: "subscribe_room", roomId });
  await socket.settled();
  return socket;
}

const PATIENCE = { timeout: 20_000, interval: 1_000 };

let hour = 0;
const nextSlot = () => {
  hour += 1;
  const startDate = `2027-03-${String(1 + Math.floor(hour / 6)).padStart(2, "0")}`;
  const start = 9 + (hour % 6) * 2;
  return { startDate, startTime: `${start}:00`, endTime: `${start + 2}:00` };
};

/** Why an attempt to connect failed: the status of the answer. */
const refusal = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => "connected",
    (error: Error) => error.message,
  );

describe("the messages to a room's subscribers", () => {
  it("tell of each change once, in order, with keys only", async () => {
    const socket = await subscribed(REHEARSAL_ROOM);
    const { id } = await world.book(nextSlot());
    await socket.hears(1);
    await world.payByTestToken(id);
    await socket.hears(2);
    const lapsing = await world.book(nextSlot());
    await socket.hears(3);
    world.clock.advanceMinutes(31);
    await expireBooking(world.core, lapsing.id);
    await socket.hears(4);
    world.clock.set("2026-12-01T15:00:00Z");
    await socket.settled();

    expect(socket.heard).toEqual(
      ["booking_created", "booking_payment_confirmed", "booking_created", "booking_cancelled"].map(
        (type) => ({
          type,
          data: { roomId: REHEARSAL_ROOM, roomName: "Rehearsal Room" },
          logPosition: expect.stringMatching(/^\d+\.\d+\.\d+$/),
        }),
      ),
    );
    for (const message of socket.heard) LiveMessage.parse(message);
  });

  it("go to both rooms when staff move a visit from one to the other", async () => {
    const [left, entered] = [await subscribed(REHEARSAL_ROOM), await subscribed(1)];
    const { id } = await world.book(nextSlot());
    await left.hears(1);
    const room = world.core.rooms.byId(1);
    if (!room) throw new Error("no room 1");
    const { timeZone } = world.core;
    const command = {
      type: "MoveBooking",
      startsAt: new Date("2027-04-20T14:00:00Z"),
      endsAt: null,
      room,
      withdrawnIntentId: null,
      now: world.clock.now(),
      timeZone,
      opening: world.core.settings.schedule(),
    } as const;
    await handleBooking(world.core, id, command, { commandId: randomUUID(), meta: testMeta });
    await left.hears(2);
    await entered.hears(1);
    expect(left.heard.slice(1)).toMatchObject([
      { type: "booking_cancelled", data: { roomId: REHEARSAL_ROOM } },
    ]);
    expect(entered.heard).toMatchObject([{ type: "booking_cancelled", data: { roomId: 1 } }]);
  });

  it("tell the rooms that an entry of the waitlist names of each change, and no others", async () => {
    const [named, other] = [await subscribed(REHEARSAL_ROOM, 4), await subscribed(1)];
    const log = writeWaitlist(world.core);
    const entry = await log.join({ roomIds: [REHEARSAL_ROOM, 4] });
    await named.hears(2);
    await log.offer(entry, "2026-12-12T23:00:00.000Z");
    await named.hears(5);
    await log.waitlist([{ type: "WaitlistLeft", data: { entryId: entry.entryId, why: "withdrawn" } }]);
    await named.hears(7);
    await named.settled();
    const told = named.heard.map((message) => {
      const { type, data } = LiveMessage.parse(message);
      return `${type} ${data.roomId}`;
    });
    const both = [`waitlist_changed ${REHEARSAL_ROOM}`, "waitlist_changed 4"];
    expect(told).toEqual([...both, `booking_created ${REHEARSAL_ROOM}`, ...both, ...both]);
    expect(JSON.stringify(named.heard)).not.toContain("Ada");
    expect(other.heard).toEqual([]);
  });

  it("tell of every change of taken or held hours, and of nothing else", async () => {
    const socket = await subscribed(REHEARSAL_ROOM);
    const { id } = await world.book(nextSlot());
    await socket.hears(1);
    const carryOut = async (command: Parameters<typeof handleBooking>[2]) => {
      const context = { commandId: randomUUID(), meta: testMeta };
      const outcome = await handleBooking(world.core, id, command, context);
      if (!outcome.ok) throw new Error(outcome.rejection.code);
    };
    // Held, then taken for good, then held again.
    await carryOut({ type: "MarkPayment", paymentStatus: "downpaid" });
    await socket.hears(2);
    await carryOut({ type: "MarkPayment", paymentStatus: "paid" });
    await carryOut({ type: "MarkPayment", paymentStatus: "failed" });
    await socket.hears(3);
    await carryOut({ type: "CancelBooking", cancelledBy: "venue", now: world.clock.now() });
    await socket.hears(4);
    // No longer cancelled, it claims its hours again.
    await carryOut({ type: "CompleteBooking" });
    await socket.hears(5);
    await socket.settled();
    const refreshes = Array.from({ length: 4 }, () => "booking_cancelled");
    expect(socket.heard.map(({ type }) => type)).toEqual(["booking_created", ...refreshes]);
  });

  it("tell of no other rooms, and do not come without a subscription", async () => {
    const [here, there, nowhere] = [
      await subscribed(REHEARSAL_ROOM),
      await subscribed(1, 2, 3),
      await connect(),
    ];
    await world.book(nextSlot());
    await here.hears(1);
    await Promise.all([there.settled(), nowhere.settled()]);
    expect([here.heard.length, there.heard.length, nowhere.heard.length]).toEqual([1, 0, 0]);
  });

  it("come once, though a room was subscribed to twice", async () => {
    const socket = await subscribed(REHEARSAL_ROOM, REHEARSAL_ROOM);
    await world.book(nextSlot());
    await socket.hears(1);
    await socket.settled();
    expect(socket.heard).toHaveLength(1);
  });

  it("come when a fetch with their position sees the change, never before", async () => {
    const socket = await subscribed(REHEARSAL_ROOM);
    const release = await world.holdViews();
    const slot = nextSlot();
    await world.book(slot);
    await socket.settled();
    expect(socket.heard).toEqual([]);
    await release();
    const [message] = await socket.hears(1);
    const path = `/api/rooms/${REHEARSAL_ROOM}/bookings?startDate=${slot.startDate}&endDate=${slot.startDate}`;
    const position = message && "logPosition" in message ? message.logPosition : "";
    const { body } = await world.call(path, { headers: { "read-after": position } });
    expect(body.length).toBeGreaterThan(0);
  });

  it("are sent later if the listening connection was lost", async () => {
    const socket = await subscribed(REHEARSAL_ROOM);
    const killed = await world.ownerSql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen%'`;
    expect(killed).toHaveLength(1);
    await world.book(nextSlot());
    await world.book(nextSlot());
    await socket.hears(2);
    await world.book(nextSlot());
    await socket.hears(3);
    await socket.settled();
    expect(socket.heard.map((message) => message.type)).toEqual(Array(3).fill("booking_created"));
  });
});

describe("what a client may say", () => {
  it.each([
    "nonsense",
    "",
    "[]",
    "null",
    '{"type":"subscribe_room"}',
    '{"type":"subscribe_room","roomId":"5"}',
    '{"type":"subscribe_room","roomId":0}',
    '{"type":"subscribe_everything"}',
    '{"type":"booking_created","data":{"roomId":5}}',
  ])("%s gets an error, and the connection stays open", async (said) => {
    const socket = await connect();
    socket.say(said);
    expect(await socket.hears(1)).toEqual([
      { type: "error", message: expect.stringContaining("subscribe_room") },
    ]);
    socket.say({ type: "subscribe_room", roomId: REHEARSAL_ROOM });
    await world.book(nextSlot());
    expect((await socket.hears(2))[1]?.type).toBe("booking_created");
  });

  it("an unknown room gets an error", async () => {
    const socket = await connect();
    socket.say({ type: "subscribe_room", roomId: 99 });
    expect(await socket.hears(1)).toEqual([{ type: "error", message: "Room not found" }]);
  });

  it("binary data gets an error", async () => {
    const socket = await connect();
    socket.socket.send(Buffer.from('{"type":"subscribe_room","roomId":5}'));
    expect((await socket.hears(1))[0]?.type).toBe("error");
  });

  it("more than 4 KiB ends the connection with 1009", async () => {
    const socket = await connect();
    socket.say("x".repeat(4 * 1024 + 1));
    expect(await socket.closed()).toBe(1009);
  });

  it("a sixth invalid message ends the connection with 1008", async () => {
    const socket = await connect();
    for (let i = 0; i < 5; i++) socket.say("junk");
    expect(await socket.hears(5)).toHaveLength(5);
    socket.say("junk");
    expect(await socket.closed()).toBe(1008);
    expect(socket.heard).toHaveLength(5);
  });

  it("a flood ends the connection with 1008", async () => {
    const socket = await connect();
    for (let i = 0; i < 60; i++) socket.say("?");
    expect(await socket.closed()).toBe(1008);
  });
});

describe("who may connect", () => {
  it("is our own pages, by Host or by the public address, and programs, which send no origin", async () => {
    await connect({ origin: PUBLIC_URL });
    await connect({ origin: world.base });
  });

  it.each(["https://evil.example", "null", "http://hub.example.test.evil.example", "nonsense"])(
    "is not %s",
    async (origin) => {
      expect(await refusal(openSocket(world.base, { origin }))).toMatch(/403/);
    },
  );

  it("is no client at another address than /ws", async () => {
    expect(await refusal(openSocket(`${world.base}/api`))).toMatch(/404/);
  });

  it("a request without upgrade gets the status that asks for one", async () => {
    expect(await world.call("/ws")).toMatchObject({ status: 426, body: { code: "UpgradeRequired" } });
  });
});

describe("how many may connect", () => {
  it("is limited per address, and in all; a closed connection makes room", async () => {
    const small = await startVisitorWorld({ maxSockets: { inAll: 5, perAddress: 3 } });
    const from = (address: string) => openSocket(small.base, { "x-forwarded-for": address });
    const mine = [await from("192.0.2.1"), await from("192.0.2.1"), await from("9.9.9.9, 192.0.2.1")];
    expect(await refusal(from("192.0.2.1"))).toMatch(/429/);
    const others = [await from("192.0.2.2"), await from("192.0.2.3")];
    expect(await refusal(from("192.0.2.4"))).toMatch(/503/);
    mine[0]?.close();
    await mine[0]?.closed();
    await expect.poll(() => refusal(from("192.0.2.1"))).toBe("connected");
    for (const socket of [...mine, ...others]) socket.close();
    await small.close();
  });
});

describe("stopping", () => {
  it("closes sockets with 1001 and finishes the requests that run", async () => {
    const stopping = await startVisitorWorld();
    const socket = await openSocket(stopping.base);
    const bookings = ["09", "11", "13"].map((start) =>
      stopping.post(
        "/api/bookings",
        stopping.submission({ startTime: `${start}:00`, endTime: `${Number(start) + 2}:00` }),
      ),
    );
    // The requests have arrived once their commits begin; then the stop comes between.
    await expect
      .poll(async () => (await stopping.sql`select 1 from events`).length, { interval: 1 })
      .toBeGreaterThan(0);
    const stopped = stopping.stopBff();
    expect(await socket.closed()).toBe(1001);
    for (const { status } of await Promise.all(bookings)) expect(status).toBe(201);
    await stopped;
    await expect(stopping.call("/healthz")).rejects.toThrow();
    await stopping.close();
  });
});

describe("a live feed", () => {
  it("continues after the projection has gone back, as in a failover that lost its last transactions", async () => {
    const socket = await subscribed(REHEARSAL_ROOM);
    await world.book(nextSlot());
    await socket.hears(1);
    // The projection's cursor is far ahead of that of the server that took over.
    const [lost] = await world.ownerSql<{ xid: string }[]>`
      update projection_cursors set xid = (xid::text::bigint + 1000000)::text::xid8 where name = 'availability'
      returning xid::text`;
    const payload = JSON.stringify({ projection: "availability", position: `1.${lost?.xid}.1` });
    await world.ownerSql`select pg_notify('projected', ${payload})`;
    await world.ownerSql`
      update projection_cursors c set epoch = e.epoch, xid = e.xid, position = e.position
      from (select epoch, xid, position from events order by epoch desc, xid desc, position desc limit 1) e
      where c.name = 'availability'`;
    await expect
      .poll(async () => {
        await world.book(nextSlot());
        return socket.heard.length;
      }, PATIENCE)
      .toBeGreaterThan(2);
  });

  it("tells nothing twice when only the projection has gone back, whose commit did not wait for the server that took over", async () => {
    const socket = await subscribed(REHEARSAL_ROOM);
    await world.book(nextSlot());
    await socket.hears(1);
    const stop = await world.holdViews();
    await world.ownerSql`
      update projection_cursors c set epoch = e.epoch, xid = e.xid, position = e.position
      from (select epoch, xid, position from events order by epoch desc, xid desc, position desc offset 1 limit 1) e
      where c.name = 'availability'`;
    // A caller who asks for more than is known makes the BFF look where the projections are, and is told to retry.
    const hours = await fetch(
      `${world.base}/api/rooms/${REHEARSAL_ROOM}/bookings?startDate=2027-03-01&endDate=2027-03-02`,
      { headers: { "read-after": "1.9000000000.1" } },
    );
    expect(hours.status).toBe(503);
    await stop();
    await world.book(nextSlot());
    await socket.hears(2);
    await socket.settled();
    expect(new Set(socket.heard.map((message) => JSON.stringify(message))).size).toBe(2);
    expect(socket.heard).toHaveLength(2);
  });
});
