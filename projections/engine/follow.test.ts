/** Shows what followers do with events that they cannot process, and that the others continue. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { handleBooking } from "../../core/booking/handle.ts";
import { requestBooking } from "../../core/booking/request-booking.ts";
import type { Core } from "../../core/context.ts";
import { receiveInquiry } from "../../core/inquiry/handle.ts";
import { defineEvent } from "../../core/log/event-definition.ts";
import { LOG_START } from "../../core/log/position.ts";
import { readAfter } from "../../core/log/read.ts";
import { defineStream } from "../../core/log/stream.ts";
import { createTestDatabase, type TestDatabase } from "../../core/testing/database.ts";
import { bookingRequest, createTestCore, testMeta } from "../../core/testing/test-core.ts";
import { slotStarts } from "../../core/venue/time/opening-hours.ts";
import { printEvent } from "../../operator/print-events.ts";
import { printStatus } from "../../operator/print-status.ts";
import { FOLLOWER_NAMES, followers, projections } from "../followers.ts";
import { readFollowers, readWorkStatus } from "../work-status.ts";
import { catchUp } from "./catch-up-fixture.ts";
import { resume } from "./cursor.ts";
import { PROJECTED_CHANNEL, parseProjectedMessage } from "./notify.ts";
import type { Follower } from "./projection.ts";
import { rebuildProjections } from "./rebuild.ts";
import { readSetAside, resumeStreams } from "./set-aside.ts";
import { wakeFollowers } from "./wake-followers.ts";

const BOOKING_FOLLOWERS = [
  "analytics",
  "availability",
  "bookings",
  "feeds",
  "loyalty",
  "reactions",
  "takings",
];

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

/** Writes an event as another version of the product would. */
async function write(
  stream: string,
  version: number,
  type: string,
  data: object = {},
  schema = 1,
): Promise<void> {
  await database.ownerSql`
    insert into events (stream, version, type, schema_version, data, meta, command_id, command_seq, occurred_at)
    values (${stream}, ${version}, ${type}, ${schema}, ${database.ownerSql.json(data as never)},
      ${database.ownerSql.json({ ...testMeta } as never)}, ${randomUUID()}, 0, ${core.clock.now()})`;
}

/** Removes the wrong events again, which only an owner with the triggers off can do. */
async function unwriteFrom(stream: string, version: number): Promise<void> {
  await database.ownerSql.begin(async (tx) => {
    await tx`alter table events disable trigger events_are_immutable`;
    await tx`delete from events where stream = ${stream} and version >= ${version}`;
    await tx`alter table events enable always trigger events_are_immutable`;
  });
}

const catchUpAll = (): Promise<void> => catchUp(core.sql, ...followers(core));

async function setAsideFor(stream: string): Promise<string[]> {
  const asides = await readSetAside(core.sql);
  return asides.flatMap((aside) => (aside.stream === stream ? [aside.follower] : []));
}

const parked = async (): Promise<string[]> =>
  (await readFollowers(core.sql)).flatMap(({ name, parked: at }) => (at ? [name] : []));

const isShown = async (bookingId: number): Promise<boolean> =>
  (await core.sql`select 1 from availability where booking_id = ${bookingId}`).length > 0;

/** Records the events that it gets, and fails at those that `poison` names. */
async function startRecorder(name: string, poison: (event: string) => Error | null = () => null) {
  await database.ownerSql`insert into projection_cursors (name) values (${name})`;
  await database.ownerSql`
    create table if not exists recorded (number bigint generated always as identity, recorder text, event text)`;
  await database.ownerSql`grant select, insert, delete on recorded to hub_runtime`;
  const recorder: Follower = {
    name,
    version: 1,
    streams: "all",
    async process(tx, { raw }) {
      const taken = raw.map(({ stream, version }) => `${stream}@${version}`);
      for (const event of taken) {
        const error = poison(event);
        if (error) throw error;
      }
      await tx`insert into recorded (recorder, event) select ${name}, unnest(${taken}::text[])`;
    },
  };
  await catchUp(core.sql, recorder);
  await core.sql`delete from recorded where recorder = ${name}`;
  const seen = async (): Promise<string[]> => {
    const rows = await core.sql<{ event: string }[]>`
      select event from recorded where recorder = ${name} order by number`;
    return rows.map(({ event }) => event);
  };
  return { recorder, seen };
}

describe("an event that this code cannot process", () => {
  it("is skipped if no follower subscribes to its category", async () => {
    await write("widget-1", 1, "WidgetMade");
    const shown = await book();
    await catchUpAll();
    expect(await isShown(shown)).toBe(true);
    expect(await setAsideFor("widget-1")).toEqual([]);
  });

  it("sets its stream aside, visibly and for its followers only, until the stream can be resumed", async () => {
    const id = await book();
    const stream = `booking-${id}`;
    await write(stream, 2, "BookingTeleported", { to: "Mars" });
    const later = await book();
    const inquiry = await inquire();
    await catchUpAll();
    expect(await setAsideFor(stream)).toEqual(BOOKING_FOLLOWERS);
    expect(await parked()).toEqual([]);
    // Earlier events of the stream have been processed, and so have all other streams.
    expect([await isShown(id), await isShown(later)]).toEqual([true, true]);
    expect(await core.sql`select 1 from messages where 'inquiry-' || inquiry_id = ${inquiry}`).toHaveLength(
      1,
    );

    const now = core.clock.now();
    const status = printStatus(await readWorkStatus(core.sql, now), now).join("\n");
    expect(status).toMatch(
      new RegExp(
        `${stream}@2 set aside [^\\n]*availability[^\\n]*BookingTeleported.*\\n.*make resume STREAM=${stream}`,
      ),
    );
    expect(status).toMatch(/availability +running/);
    const shown = (await readAfter(core.sql, LOG_START, 100_000)).map(printEvent).join("\n");
    expect(shown).toContain('BookingTeleported     by visitor      {"to":"Mars"}');

    // The cause is not fixed yet, so everything stays as it was.
    expect(await resumeStreams(core.sql, followers(core), stream)).toEqual([]);
    expect(await setAsideFor(stream)).toEqual(BOOKING_FOLLOWERS);

    await unwriteFrom(stream, 2);
    await write(stream, 2, "BookingConfirmed");
    await write(stream, 3, "BookingCompleted");
    await catchUpAll();
    // Later events of the stream wait too, so that none is processed before the one that was missed.
    expect(await core.sql`select version from bookings where booking_id = ${id}`).toEqual([{ version: 1 }]);
    const resumed = await resumeStreams(core.sql, followers(core), stream);
    expect(resumed.map(({ follower }) => follower)).toEqual(BOOKING_FOLLOWERS);
    expect(await core.sql`select version, status from bookings where booking_id = ${id}`).toEqual([
      { version: 3, status: "completed" },
    ]);
    expect(await setAsideFor(stream)).toEqual([]);
  });

  it.each<[string, string, () => Promise<unknown>, RegExp]>([
    [
      "an unknown type",
      "booking-800001",
      () => write("booking-800001", 1, "BookingDreamt"),
      /does not know this event of booking/,
    ],
    [
      "invalid data",
      "inquiry-800001",
      () => write("inquiry-800001", 1, "InquiryReceived", { personId: 7 }),
      /personId/,
    ],
    [
      "a schema newer than the code",
      "feedback-800001",
      () => write("feedback-800001", 1, "FeedbackLeft", {}, 99),
      /newer code/,
    ],
    [
      "a missing version",
      "block-800002",
      () => write("block-800002", 2, "BlockLifted"),
      /version 1 should be/,
    ],
    [
      "an unknown event of staff",
      "staff-800004",
      () => write("staff-800004", 1, "StaffCloned"),
      /does not know this event of staff/,
    ],
    [
      "an unknown event of a session",
      "session-800005",
      () => write("session-800005", 1, "SessionHaunted"),
      /does not know this event/,
    ],
  ])("%s: other streams continue, and a rebuild sets it aside too", async (_kind, stream, poison, reason) => {
    await poison();
    const [booked, inquiry] = [await book(), await inquire()];
    await catchUpAll();
    expect(await isShown(booked)).toBe(true);
    expect(await core.sql`select 1 from messages where 'inquiry-' || inquiry_id = ${inquiry}`).toHaveLength(
      1,
    );
    expect(await parked()).toEqual([]);
    const asides = (await readSetAside(core.sql)).filter((aside) => aside.stream === stream);
    expect(asides.length).toBeGreaterThan(0);
    for (const aside of asides) expect(aside.reason).toMatch(reason);
    await rebuildProjections(core.sql, projections(core));
    const again = (await readSetAside(core.sql)).filter((aside) => aside.stream === stream);
    expect(again.map(({ follower, version }) => [follower, version])).toEqual(
      asides.map(({ follower, version }) => [follower, version]),
    );
    await unwriteFrom(stream, 1);
    await resumeStreams(core.sql, followers(core), stream);
    expect(await setAsideFor(stream)).toEqual([]);
  });
});

describe("an evolve that throws", () => {
  const brittle = defineStream({
    category: "brittle",
    events: [defineEvent("Touched", z.object({ hard: z.boolean() }))],
    initial: 0,
    evolve(touches: number, { data }) {
      if (data.hard) throw new Error("it broke");
      return touches + 1;
    },
  });

  it("sets that stream aside from there on, and no other stream of its category", async () => {
    const { recorder, seen } = await startRecorder("brittle");
    const careful: Follower = {
      ...recorder,
      streams: [brittle],
      process: (tx, batch) => {
        const raw = batch.eventsOf(brittle).map((event) => ({ ...event, schemaVersion: 1 }));
        return recorder.process(tx, { ...batch, raw });
      },
    };
    await write("brittle-1", 1, "Touched", { hard: false });
    await write("brittle-1", 2, "Touched", { hard: true });
    await write("brittle-1", 3, "Touched", { hard: false });
    await write("brittle-2", 1, "Touched", { hard: false });
    await catchUp(core.sql, careful);
    await write("brittle-1", 4, "Touched", { hard: false });
    await write("brittle-2", 2, "Touched", { hard: false });
    await catchUp(core.sql, careful);
    expect(await seen()).toEqual(["brittle-1@1", "brittle-2@1", "brittle-2@2"]);
    expect((await readSetAside(core.sql)).filter(({ follower }) => follower === "brittle")).toMatchObject([
      { stream: "brittle-1", version: 2, reason: "it broke" },
    ]);
  });
});

describe("a follower that fails", () => {
  it("at one event sets its stream aside and processes all others, without delaying other followers", async () => {
    let poisoned: string | null = null;
    const { recorder, seen } = await startRecorder("poisoned", (event) =>
      event === poisoned ? new Error("no such room") : null,
    );
    const other = await startRecorder("unharmed");
    const streams: string[] = [];
    for (let n = 0; n < 21; n++) streams.push(await inquire());
    poisoned = `${streams[12]}@1`;
    await catchUp(core.sql, recorder, other.recorder);
    const all = streams.map((stream) => `${stream}@1`);
    expect(await other.seen()).toEqual(all);
    expect(await seen()).toEqual(all.filter((event) => event !== poisoned));
    expect(await setAsideFor(streams[12] ?? "")).toEqual(["poisoned"]);
    poisoned = null;
    await resumeStreams(core.sql, [recorder]);
    expect((await seen()).at(-1)).toBe(`${streams[12]}@1`);
    expect(await setAsideFor(streams[12] ?? "")).toEqual([]);
  });

  it("because of something other than an event parks alone, reports the reason, and continues once that is fixed", async () => {
    await database.ownerSql`alter table takings rename to takings_elsewhere`;
    const id = await book();
    await handleBooking(
      core,
      id,
      { type: "MarkPayment", paymentStatus: "paid" },
      { commandId: randomUUID(), meta: testMeta },
    );
    await catchUpAll();
    expect(await isShown(id)).toBe(true);
    expect(await parked()).toEqual(["takings"]);
    const status = printStatus(await readWorkStatus(core.sql, new Date()), new Date()).join("\n");
    expect(status).toMatch(
      /takings +parked[^\n]*\n[^\n]*"takings" does not exist[^\n]*\n.*make resume FOLLOWER=takings/,
    );
    const second = await book();
    await catchUpAll();
    expect(await isShown(second)).toBe(true);
    await database.ownerSql`alter table takings_elsewhere rename to takings`;
    expect(await resume(core.sql, "takings")).toEqual(["takings"]);
    await catchUpAll();
    expect(await parked()).toEqual([]);
    expect(await core.sql`select 1 from takings where booking_id = ${id}`).toHaveLength(1);
  });

  it("does not park while the database is unavailable", async () => {
    let away = false;
    const { recorder } = await startRecorder("away", () =>
      away ? Object.assign(new Error("connection lost"), { code: "CONNECTION_CLOSED" }) : null,
    );
    away = true;
    await inquire();
    await expect(catchUp(core.sql, recorder)).rejects.toThrow();
    expect(await parked()).not.toContain("away");
  });

  it("late catches up beside the others without delaying them", async () => {
    const { recorder, seen } = await startRecorder("late");
    const other = await startRecorder("early");
    const streams: string[] = [];
    for (let n = 0; n < 5; n++) streams.push(await inquire());
    await catchUp(core.sql, other.recorder);
    streams.push(await inquire());
    await catchUp(core.sql, recorder, other.recorder);
    const all = streams.map((stream) => `${stream}@1`);
    expect([await seen(), await other.seen()]).toEqual([all, all]);
  });
});

describe("the log's followers", () => {
  it("all have a cursor, so that every wake has an effect", async () => {
    const names = (await readFollowers(core.sql)).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining([...FOLLOWER_NAMES]));
  });

  it("process new events with one commit and announce it in one message", async () => {
    await catchUpAll();
    const heard: string[] = [];
    const { unlisten } = await core.sql.listen(PROJECTED_CHANNEL, (payload) => heard.push(payload));
    await book();
    await catchUpAll();
    await expect.poll(() => heard.length).toBe(1);
    expect(parseProjectedMessage(heard[0] ?? "")?.projections.toSorted()).toEqual(FOLLOWER_NAMES.toSorted());
    const cursors = await core.sql`
      select distinct epoch, xid, position from projection_cursors where name = any (${[...FOLLOWER_NAMES]})`;
    expect(cursors).toHaveLength(1);
    await unlisten();
  });

  it("are woken by one job however often they are called, and by one more after a job that runs", async () => {
    await core.sql`delete from graphile_worker._private_jobs`;
    await Promise.all(Array.from({ length: 10 }, () => wakeFollowers(core.sql)));
    const waiting = async () => {
      const rows = await core.sql<{ key: string }[]>`
        select key from graphile_worker._private_jobs where key is not null and locked_at is null order by key`;
      return rows.map(({ key }) => key);
    };
    expect(await waiting()).toEqual(["follow"]);
    await core.sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker'`;
    expect(await waiting()).toEqual([]);
    await wakeFollowers(core.sql);
    expect(await waiting()).toEqual(["follow"]);
  });
});
