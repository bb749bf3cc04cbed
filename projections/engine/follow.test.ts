import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { requestBooking } from "../../core/booking/handle.ts";
import type { Core } from "../../core/context.ts";
import { receiveInquiry } from "../../core/inquiry/handle.ts";
import { LOG_START } from "../../core/log/position.ts";
import { readAfter } from "../../core/log/read.ts";
import { createTestDatabase, type TestDatabase } from "../../core/testing/database.ts";
import { bookingRequest, createTestCore, testMeta } from "../../core/testing/test-core.ts";
import { slotStarts } from "../../core/venue/opening-hours.ts";
import { FOLLOWER_NAMES, FOLLOWERS, followers } from "../followers.ts";
import { printEvent } from "../operator/print-events.ts";
import { printStatus } from "../operator/print-status.ts";
import { readWorkStatus } from "../work-status.ts";
import { catchUp } from "./catch-up-fixture.ts";
import { readFollowers, resume } from "./cursor.ts";
import { type Follower, follow } from "./follow.ts";
import { queueOf, wakeFollowers } from "./wake.ts";

const logger = pino({ level: "silent" });
const BOOKING_FOLLOWERS = ["analytics", "availability", "bookings", "loyalty", "reactions", "takings"];

let database: TestDatabase;
let core: Core;
const slots = ["2026-12-07", "2026-12-08", "2026-12-09"].flatMap((day) =>
  slotStarts(day, "America/New_York"),
);
beforeAll(async () => {
  database = await createTestDatabase({ max: 20 });
  core = await createTestCore(database);
});
afterAll(() => database.drop());

const inquiry = {
  firstName: "Ada",
  lastName: "Byron",
  email: "ada@example.test",
  phone: null,
  interestedRoom: null,
  message: "Hello",
};

async function inquire(): Promise<string> {
  const outcome = await receiveInquiry(core, inquiry, testMeta);
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  return `inquiry-${outcome.value.id}`;
}

async function book(): Promise<number> {
  const request = bookingRequest(core, { roomId: 1, startsAt: slots.shift() ?? new Date() });
  const outcome = await requestBooking(core, request, testMeta);
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  return outcome.value.id;
}

/** As another version of the product would have written it. */
async function write(stream: string, version: number, type: string, data: object = {}): Promise<void> {
  await database.ownerSql`
    insert into events (stream, version, type, schema_version, data, meta, command_id, command_seq, occurred_at)
    values (${stream}, ${version}, ${type}, 1, ${database.ownerSql.json(data as never)},
      ${database.ownerSql.json({ ...testMeta } as never)}, ${randomUUID()}, 0, ${core.clock.now()})`;
}

/** Takes what was written amiss out again, which only an owner with the triggers off can. */
async function unwrite(stream: string): Promise<void> {
  await database.ownerSql.begin(async (tx) => {
    await tx`alter table events disable trigger events_are_immutable`;
    await tx`delete from events where stream = ${stream}`;
    await tx`alter table events enable always trigger events_are_immutable`;
  });
}

async function catchUpAll(): Promise<void> {
  for (const follower of followers(core)) await catchUp(core.sql, follower);
}

async function parked(): Promise<string[]> {
  return (await readFollowers(core.sql)).flatMap(({ name, parked: at }) => (at ? [name] : []));
}

const count = async (table: string): Promise<number> => {
  const [row] = await core.sql<{ count: number }[]>`select count(*) as count from ${core.sql(table)}`;
  return row?.count ?? 0;
};

/** Remembers what it was given, and fails at what `poison` names. */
async function startRecorder(name: string, poison: (event: string) => Error | null = () => null) {
  await database.ownerSql`insert into projection_cursors (name) values (${name})`;
  const seen: string[] = [];
  const recorder: Follower = {
    name,
    async apply(_tx, events) {
      const taken = events.map(({ stream, version }) => `${stream}@${version}`);
      for (const event of taken) {
        const error = poison(event);
        if (error) throw error;
      }
      seen.push(...taken);
    },
  };
  return { recorder, seen };
}

describe("an event that this code does not know", () => {
  beforeEach(async () => {
    await resume(core.sql, null);
    await catchUpAll();
  });

  it("of a kind of stream that nobody subscribes to is passed by", async () => {
    await write("widget-1", 1, "WidgetMade");
    const messages = await count("messages");
    await inquire();
    await catchUpAll();
    expect(await parked()).toEqual([]);
    expect(await count("messages")).toBe(messages + 1);
  });

  it("parks those that need it, visibly, and nobody else, until they can be resumed", async () => {
    const stream = `booking-${await book()}`;
    await write(stream, 2, "BookingTeleported", { to: "Mars" });
    const later = await book();
    await inquire();
    const [bookings, messages] = [await count("bookings"), await count("messages")];
    await catchUpAll();
    expect(await parked()).toEqual(BOOKING_FOLLOWERS);
    expect(await count("messages")).toBe(messages + 1);
    // What came before it has been taken, and nothing behind it.
    expect(await count("bookings")).toBe(bookings + 1);

    const status = printStatus(await readWorkStatus(core.sql, core.clock.now()), core.clock.now()).join("\n");
    expect(status).toMatch(
      new RegExp(`availability +parked[^\\n]*\\n +before ${stream}@2 .*BookingTeleported.*\\n.*make resume`),
    );
    expect(status).toMatch(/messages +running/);

    // Resumed before it can be helped, they park again.
    expect((await resume(core.sql, null)).toSorted()).toEqual(BOOKING_FOLLOWERS);
    await catchUpAll();
    expect(await parked()).toEqual(BOOKING_FOLLOWERS);

    const shown = (await readAfter(core.sql, LOG_START, 100_000)).map(printEvent).join("\n");
    expect(shown).toContain('BookingTeleported     by visitor      {"to":"Mars"}');

    await unwrite(stream);
    await resume(core.sql, "availability");
    await catchUpAll();
    expect(await parked()).toEqual(BOOKING_FOLLOWERS.filter((name) => name !== "availability"));
    expect(await core.sql`select 1 from availability where booking_id = ${later}`).toHaveLength(1);
  });

  it("in a schema newer than this code, or with data that is none, parks as well", async () => {
    await write(`inquiry-800001`, 1, "InquiryReceived", { personId: 7 });
    await catchUpAll();
    expect(await parked()).toEqual(["analytics", "messages", "reactions"]);
    await unwrite("inquiry-800001");
  });

  it("is a gap when the one before it is missing", async () => {
    await write("booking-800002", 2, "BookingConfirmed");
    await catchUpAll();
    const status = await readFollowers(core.sql);
    const availability = status.find(({ name }) => name === "availability")?.parked;
    expect(availability).toMatchObject({ event: "booking-800002@2", error: /version 1 should be/ });
    await unwrite("booking-800002");
  });
});

describe("a follower that fails", () => {
  it("parks before the very event, having taken all before it, and goes on from there", async () => {
    let poisoned: string | null = null;
    const { recorder, seen } = await startRecorder("poisoned", (event) =>
      event === poisoned ? new Error("no such room") : null,
    );
    await catchUp(core.sql, recorder);
    seen.length = 0;
    const streams: string[] = [];
    for (let n = 0; n < 21; n++) streams.push(await inquire());
    poisoned = `${streams[12]}@1`;
    expect(await catchUp(core.sql, recorder)).toBe("parked");
    expect(seen).toEqual(streams.slice(0, 12).map((stream) => `${stream}@1`));
    expect(await follow(core.sql, recorder, { logger })).toBe("parked");
    poisoned = null;
    expect(await resume(core.sql, "poisoned")).toEqual(["poisoned"]);
    expect(await catchUp(core.sql, recorder)).toBe("head");
    expect(seen).toEqual(streams.map((stream) => `${stream}@1`));
  });

  it("does not park for a database that is away", async () => {
    const away = Object.assign(new Error("connection lost"), { code: "CONNECTION_CLOSED" });
    const { recorder } = await startRecorder("away", () => away);
    await inquire();
    await expect(catchUp(core.sql, recorder)).rejects.toThrow();
    expect(await parked()).not.toContain("away");
  });
});

describe("the log's followers", () => {
  it("all have a cursor, so that none is woken in vain", async () => {
    const names = (await readFollowers(core.sql)).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining([...FOLLOWER_NAMES]));
  });

  it("are woken by one statement: a job each however often, and one more behind a job that runs", async () => {
    await core.sql`delete from graphile_worker._private_jobs`;
    await Promise.all(Array.from({ length: 10 }, () => wakeFollowers(core.sql, FOLLOWERS)));
    const waiting = async () => {
      const rows = await core.sql<{ key: string }[]>`
        select key from graphile_worker._private_jobs where key is not null and locked_at is null order by key`;
      return rows.map(({ key }) => key);
    };
    const all = FOLLOWER_NAMES.map(queueOf).toSorted();
    expect(await waiting()).toEqual(all);
    await core.sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker'`;
    expect(await waiting()).toEqual([]);
    await wakeFollowers(core.sql, FOLLOWERS);
    expect(await waiting()).toEqual(all);
  });
});
