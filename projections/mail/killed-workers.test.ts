import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handleBooking, requestBooking } from "../../core/booking/handle.ts";
import type { Core } from "../../core/context.ts";
import { receiveInquiry } from "../../core/inquiry/handle.ts";
import { systemClock } from "../../core/platform/clock.ts";
import { createTestDatabase, type TestDatabase } from "../../core/testing/database.ts";
import { bookingRequest, createTestCore, testMeta } from "../../core/testing/test-core.ts";
import { addDays, slotStarts, venueDayOf } from "../../core/venue/venue-time.ts";
import { type MailServer, MOMENTS, type Moment, startMailServer } from "./mail-server-fixture.ts";

// Real worker processes, killed as an operator's machine would: SIGKILL, at known and at random moments.
const PATIENCE = { timeout: 60_000, interval: 50 };

let database: TestDatabase;
let core: Core;
let server: MailServer;
let slots: Date[];
const running = new Set<ChildProcess>();

beforeAll(async () => {
  database = await createTestDatabase();
  core = { ...(await createTestCore(database)), clock: systemClock };
  server = await startMailServer();
  const today = venueDayOf(new Date(), core.timeZone);
  slots = Array.from({ length: 30 }, (_, day) => slotStarts(addDays(today, day + 3), core.timeZone)).flat();
});
afterAll(async () => {
  for (const child of running) child.kill("SIGKILL");
  await server.close();
  await database.drop();
});

/** The worker's own program; comes back when it is ready. */
function startWorkerProcess(): Promise<{ kill(): Promise<void> }> {
  const child = spawn(process.execPath, ["--import", "tsx", "projections/main.ts"], {
    cwd: join(import.meta.dirname, "../.."),
    env: {
      PATH: "/usr/local/bin:/usr/bin:/bin",
      DATABASE_URL: database.url,
      SESSION_SECRET: "a-secret-of-thirty-two-characters",
      SMTP_URL: server.url,
      PUBLIC_URL: "http://hub.example.test",
      VENUE_EMAIL: "venue@hub.example.test",
      LOG_LEVEL: "info",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const worker = {
    async kill() {
      child.kill("SIGKILL");
      await ended;
      running.delete(child);
    },
  };
  let output = "";
  return new Promise((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      output += chunk;
      if (output.includes("worker ready")) resolve(worker);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("exit", (code) => reject(new Error(`the worker ended with ${code}: ${output.slice(-2_000)}`)));
  });
}

/** What minutes do after a worker's death: its jobs are unlocked, its leases run out. */
async function minutesPass(): Promise<void> {
  await database.sql`
    select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
    from graphile_worker._private_jobs where locked_by is not null having count(*) > 0`;
  await database.sql`update graphile_worker._private_jobs set run_at = now() where task_id in (
    select id from graphile_worker._private_tasks where identifier = 'send-mail') and attempts > 0`.catch(
    () => undefined,
  );
  await database.sql`update mails set lease_until = now() where settled_at is null`;
}

async function book({ confirmed }: { confirmed: boolean }): Promise<string> {
  const startsAt = slots.shift();
  if (!startsAt) throw new Error("no slot is left");
  const request = bookingRequest(core, { roomId: 5, startsAt });
  const outcome = await requestBooking(core, request, testMeta);
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  if (confirmed) {
    const context = { commandId: randomUUID(), meta: testMeta };
    await handleBooking(core, outcome.value.id, { type: "ConfirmBooking" }, context);
  }
  return `${request.person.email} ${confirmed ? "Booking confirmed" : "Booking received"}`;
}

async function writeToVenue(name: string): Promise<string> {
  const message = { firstName: name, lastName: "Byron", email: "ada@example.test", phone: null };
  await receiveInquiry(core, { ...message, interestedRoom: null, message: "Hello" }, testMeta);
  return `venue@hub.example.test Message from ${name} Byron`;
}

/** To whom and about what, as the mails of `book` and `writeToVenue` say it. */
const receipts = (): string[] =>
  server.received.map(({ to, subject }) => `${to?.[0]?.address} ${subject?.split(":")[0]}`).sort();

const unsettled = async (): Promise<number> => {
  const [row] = await database.sql<{ count: number }[]>`
    select count(*) from graphile_worker.jobs
    where task_identifier = 'send-mail' and run_at < now() + interval '1 day'`;
  return row?.count ?? 0;
};

/** Settled as sent, though nobody heard the server say so. */
const presumed = async (): Promise<number> => {
  const [row] = await database.sql<{ count: number }[]>`select count(*) from mails where presumed`;
  return row?.count ?? 0;
};

describe("mails over SMTP", () => {
  it("arrive exactly once each, though workers are killed at every moment of a conversation", async () => {
    const expected: string[] = [];
    for (let n = 0; n < 8; n++) expected.push(await book({ confirmed: n % 2 === 0 }));
    for (const name of ["Ada", "Grace", "Edith"]) expected.push(await writeToVenue(name));

    for (const moment of [...MOMENTS, ...MOMENTS]) {
      const worker = await startWorkerProcess();
      await killedAt(moment, worker.kill);
      await minutesPass();
      expected.push(await book({ confirmed: true }));
    }
    await startWorkerProcess();
    await expect.poll(unsettled, PATIENCE).toBe(0);
    if (receipts().length !== expected.length) process.stdout.write(JSON.stringify(await database.sql`select * from mails where presumed or state <> ${"sent"}`, null, 1) + JSON.stringify(server.received.map((m) => m.messageId)));
    expect(receipts()).toEqual(expected.sort());
    expect(await presumed()).toBeGreaterThan(0);
    for (const child of running) child.kill("SIGKILL");
  }, 180_000);
});

/** Kills at the first such moment, and lets the server go on only when the worker is dead. */
function killedAt(moment: Moment, kill: () => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    let killing: Promise<void> | undefined;
    server.onMoment = (now) => {
      if (now === moment) killing ??= kill().then(resolve, reject);
      return killing;
    };
  });
}
