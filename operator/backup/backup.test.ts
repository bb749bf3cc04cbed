/** Shows that a backup made under traffic is complete, keeps secrets and can be restored. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestBooking } from "../../core/booking/request-booking.ts";
import type { Core } from "../../core/context.ts";
import { guestHolder, ownBooking } from "../../core/customer/own-booking.ts";
import { receiveInquiry } from "../../core/inquiry/handle.ts";
import { createMoneyWorld, type MoneyWorld } from "../../core/payment/money-fixture.ts";
import { confirmPayment, openPaymentIntent } from "../../core/payment/payments.ts";
import { recordWebhook } from "../../core/payment/webhooks.ts";
import { openSql, type Sql } from "../../core/platform/database/database.ts";
import { seedKeys } from "../../core/platform/secrets/keys.ts";
import { createTestDatabase, withEmptyDatabase } from "../../core/testing/database.ts";
import { bookingRequest, createTestCore, testMeta } from "../../core/testing/test-core.ts";
import { sealAll, testLogKey } from "../../core/transparency/log-fixture.ts";
import { newestCheckpoint } from "../../core/transparency/seal-tables.ts";
import { isClosedDay, slotStarts } from "../../core/venue/time/opening-hours.ts";
import { addDays } from "../../core/venue/time/venue-time.ts";
import { catchUp } from "../../projections/engine/catch-up-fixture.ts";
import { followers } from "../../projections/followers.ts";
import { verifyLog } from "../verify/verify.ts";
import { undecidedTables } from "./backed-up-tables.ts";
import { backUp, differencesIn, restore } from "./backup-fixture.ts";
import { checkBackup } from "./read-backup.ts";

const folder = mkdtempSync(join(tmpdir(), "hub-backup-"));
const file = join(folder, "hub.backup");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CLIENTS = 8;

async function faultsOf(sql: Sql, kept: string | null): Promise<readonly string[]> {
  const quietly = { onFault: () => undefined, onProgress: () => undefined, onGuardProgress: () => undefined };
  return (await verifyLog(sql, { ownKey: testLogKey(1), witnessKeys: [], kept, ...quietly })).faults;
}

const eventsIn = (sql: Sql) =>
  sql`select stream, version, type, data, meta, command_id, occurred_at, recorded_at, epoch, xid, position
    from events order by epoch, xid, position`;

describe("a backup while eight clients book", () => {
  let world: MoneyWorld;
  /** Bookings that were answered before the backup began. */
  const answered: number[] = [];
  let head = "";
  let lost: Awaited<ReturnType<MoneyWorld["book"]>>;
  let lostIntent = "";

  beforeAll(async () => {
    world = await createMoneyWorld();
    const { core } = world;
    await seedKeys(world.ownerSql, "the session secret of this test");
    for (let n = 0; n < 3; n += 1) {
      const paid = await world.book();
      await world.confirm(paid, await world.pay(paid));
    }
    await world.open(await world.book());
    const person = {
      firstName: "Grace",
      lastName: "Tab\tand\\.\nline",
      email: "grace@example.test",
      phone: null,
    };
    const message = "\\.\n\\N and é ☃\r\n";
    await receiveInquiry(core, { ...person, interestedRoom: null, message }, testMeta);
    await catchUp(world.sql, ...followers(core));
    await sealAll(world.sql);
    head = (await newestCheckpoint(world.sql))?.note ?? "";

    let booking = true;
    let isEnough = (): void => undefined;
    const enough = new Promise<void>((resolve) => {
      isEnough = resolve;
    });
    const days = Array.from({ length: 80 }, (_, n) => addDays("2027-02-01", n)).filter(
      (day) => !isClosedDay(day),
    );
    const slots = days.flatMap((day) => slotStarts(day, core.timeZone));
    const clients = Array.from({ length: CLIENTS }, async (_, client) => {
      for (let n = 0; booking; n += 1) {
        const startsAt = slots[n];
        if (!startsAt) return;
        const request = bookingRequest(core, { roomId: 1 + (client % 7), startsAt });
        const outcome = await requestBooking(core, request, testMeta);
        if (outcome.ok) answered.push(outcome.value.id);
        if (answered.length > 40) isEnough();
      }
    });
    await enough;
    const before = [...answered];
    await backUp(world.ownerSql, file);
    booking = false;
    await Promise.all(clients);
    answered.splice(0, answered.length, ...before);
    lost = await world.book();
    lostIntent = await world.pay(lost);
  }, 60_000);
  afterAll(() => world.close());

  it("contains every booking that was answered before it began, and is complete once its file exists", async () => {
    expect(readdirSync(folder)).toEqual(["hub.backup"]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await withEmptyDatabase(async (url) => {
      const restored = await restore(url, file);
      const sql = openSql(url, { max: 3 });
      const rows = await sql<{ id: number }[]>`
        select substring(stream from '\\d+$')::bigint as id from events where type = 'BookingRequested'`;
      const there = new Set(rows.map(({ id }) => id));
      expect(answered.filter((id) => !there.has(id))).toEqual([]);
      expect(there.has(lost.bookingId)).toBe(false);

      // It equals the original up to that point, byte for byte.
      const all = await eventsIn(world.ownerSql);
      const kept = await eventsIn(sql);
      const names = new Set(kept.map(({ stream, version }) => `${stream} ${version}`));
      expect(kept).toEqual(all.filter(({ stream, version }) => names.has(`${stream} ${version}`)));
      const [words] = await sql`select last_name, free_text from personal_data where first_name = 'Grace'`;
      expect(words).toMatchObject({ last_name: "Tab\tand\\.\nline", free_text: "\\.\n\\N and é ☃\r\n" });

      // No projection differs from a replay; the log leads to the earlier head and can still be sealed.
      expect(restored.viewsFailed).toBeNull();
      expect(restored.claims).toEqual({ hours: restored.claimedHoursBefore, doubtful: [] });
      expect(await differencesIn(sql, restored.keys)).toEqual([]);
      expect(await faultsOf(sql, head)).toEqual([]);
      await sealAll(sql);
      expect(await faultsOf(sql, head)).toEqual([]);

      // Unpaid hours count for the same holders as before.
      const holds = (from: Sql) => from<{ place: string }[]>`
        select room_id, starts_at, booking_id, held_until, holder, caller from room_hours
        where booking_id = any (${answered}) order by 1, 2`;
      expect(await holds(sql)).toEqual(await holds(world.ownerSql));
      expect((await holds(sql)).length).toBe(answered.length);

      // Scheduled mails are still scheduled, including the reminders of paid visits.
      const jobs = await sql<{ key: string }[]>`
        select key from graphile_worker.jobs where task_identifier = 'send-mail' order by key`;
      expect(jobs.some(({ key }) => key.startsWith("mail:reminder:"))).toBe(true);
      expect(restored.jobs).toBeGreaterThanOrEqual(jobs.length);
      await sql.end();
    });
  }, 90_000);

  it("never gives a later booking a number or secret of a lost one", async () => {
    await withEmptyDatabase(async (url) => {
      await restore(url, file);
      const ownerSql = openSql(url, { max: 4 });
      // The payment provider and its webhooks were not restored and still know the lost booking.
      const core: Core = await createTestCore({ sql: ownerSql, ownerSql }, world.core.clock);
      const request = bookingRequest(core, { roomId: 1, startsAt: lost.startsAt });
      const outcome = await requestBooking(core, request, testMeta);
      if (!outcome.ok) throw new Error(outcome.rejection.code);
      const { id, booking } = outcome.value;
      expect(id).toBeGreaterThan(lost.bookingId);
      expect(booking.reference).not.toBe(lost.reference);

      const intent = await openPaymentIntent(
        core,
        world.gateway,
        { bookingId: id, amountCents: undefined, customerEmail: request.person.email },
        testMeta,
      );
      expect(intent).toMatchObject({ ok: true });
      expect(intent.ok && intent.value.paymentIntentId).not.toBe(lostIntent);
      const confirmed = await confirmPayment(
        core,
        world.gateway,
        { bookingId: id, paymentIntentId: lostIntent },
        testMeta,
      );
      expect(confirmed).toMatchObject({ rejection: { code: "PaymentMismatch" } });
      // The payment of the lost booking is reported late, and earlier payments are reported again.
      for (const webhook of await world.arrived()) await recordWebhook(core, world.gateway, webhook);
      const types =
        await ownerSql`select type from events where stream = ${`booking-${id}`} order by version`;
      expect(types).toEqual([{ type: "BookingRequested" }, { type: "PaymentIntentOpened" }]);
      expect(await ownerSql`select from events where stream = ${`booking-${lost.bookingId}`}`).toHaveLength(
        0,
      );

      const { token } = core.links.guestBooking({ bookingId: lost.bookingId, personId: lost.reference });
      const holder = guestHolder(core, token);
      expect(holder.ok ? await ownBooking(core, holder.value.bookingId, holder.value) : holder).toMatchObject(
        {
          ok: false,
        },
      );
      await ownerSql.end();
    });
  }, 60_000);

  it("reveals no key and no session without the secret, which is not in it", async () => {
    const [{ key = "" } = {}] = await world.sql<
      { key: string }[]
    >`select key from keys where purpose = 'links'`;
    const text = gunzipSync(readFileSync(file)).toString();
    expect(key).not.toBe("");
    expect(text).not.toContain(key);
    expect(text).not.toContain("public.sessions");
    await withEmptyDatabase(async (url) => {
      const { keys } = await restore(url, file, { withSecret: false });
      const sql = openSql(url, { max: 3 });
      expect((await sql`select key from keys where purpose = 'links'`)[0]?.key).not.toBe(key);
      expect(await differencesIn(sql, keys)).toEqual([]);
      expect(await faultsOf(sql, head)).toEqual([]);
      await sql.end();
    });
  }, 60_000);

  it("contains the row count of each table, and every table of the product is listed", async () => {
    const { header } = await checkBackup(file);
    expect(header.tables.find(({ name }) => name === "public.rooms")?.rows).toBe(7);
    expect(await undecidedTables(world.ownerSql)).toEqual([]);
    await world.ownerSql`create table somebodys_notes (note text)`;
    const warnings: string[] = [];
    await backUp(world.ownerSql, join(folder, "other"), (line) => warnings.push(line));
    expect(warnings).toEqual(["public.somebodys_notes is not the product's: it is not in the backup"]);
    await world.ownerSql`drop table somebodys_notes`;
  });
});

it("an empty database can be backed up too", async () => {
  const database = await createTestDatabase({ max: 2 });
  await backUp(database.ownerSql, join(folder, "empty"));
  await withEmptyDatabase(async (url) => {
    expect(await restore(url, join(folder, "empty"))).toMatchObject({ events: 0, epoch: 2, resumed: false });
  });
  await database.drop();
});
