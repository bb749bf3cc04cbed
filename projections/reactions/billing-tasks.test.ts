/** Shows that the job of the month and the reminders do their work once, whenever, however often and by however many workers they are run. */
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createBilling } from "../../core/billing/billing-fixture.ts";
import { accountStream, type BillingAccount } from "../../core/booking/billing/account.ts";
import type { Core } from "../../core/context.ts";
import { load, requireExisting } from "../../core/log/transact.ts";
import { openSql } from "../../core/platform/database/database.ts";
import { createTestDatabase, type TestDatabase } from "../../core/testing/database.ts";
import { createTestCore, type TestClock, testMeta } from "../../core/testing/test-core.ts";
import { addDays, instantAt, type VenueDay } from "../../core/venue/time/venue-time.ts";
import { catchUp } from "../engine/catch-up-fixture.ts";
import { followers } from "../followers.ts";
import { billingTasks } from "./billing-tasks.ts";

const logger = pino({ level: "silent" });

let database: TestDatabase;
let core: Core & { clock: TestClock };
let billing: ReturnType<typeof createBilling>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  core = await createTestCore(database);
  billing = createBilling(core);
});

const at = (day: VenueDay, hour: number): Date => instantAt(day, hour, core.timeZone);
const standOn = (day: VenueDay, hour = 12): void => core.clock.set(at(day, hour));

let hour = 0;
/** An hour in a room and at a time of its own. */
async function visit(accountId: number, day: VenueDay): Promise<number> {
  hour += 1;
  standOn(addDays(day, -1));
  return billing.book(accountId, { roomId: 1 + (hour % 7), startsAt: at(day, 10 + Math.floor(hour / 7)) });
}

const task = (name: keyof ReturnType<typeof billingTasks>, on: Core = core) =>
  billingTasks({ core: on, logger })[name]();
const follow = () => catchUp(core.sql, ...followers(core));

const account = async (id: number): Promise<BillingAccount> =>
  requireExisting((await load(core.sql, accountStream, id)).state);
const numbersOf = async (id: number): Promise<string[]> => Object.keys((await account(id)).invoices);

/** The version of each document of a year, and its number in its account. */
async function documentsOf(year: number): Promise<{ versions: number[]; numbers: string[] }> {
  const documents = await core.sql<{ version: number }[]>`
    select version from events where stream = ${`invoices-${year}`} order by version`;
  const added = await core.sql<{ number: string }[]>`
    select data ->> 'number' as number from events
    where type = 'InvoiceAdded' and data ->> 'number' like ${`${year}-%`} order by number`;
  return {
    versions: documents.map(({ version }) => version),
    numbers: added.map(({ number }) => number),
  };
}

it("invoices what is owed until the end of the last month, once", async () => {
  const [regular, idle] = [await billing.open(), await billing.open()];
  const before = [await visit(regular, "2026-03-05"), await visit(regular, "2026-03-31")];
  await visit(regular, "2026-04-01");
  await visit(idle, "2026-04-02");
  standOn("2026-04-01", 0);
  await follow();
  await task("issue-invoices");
  await task("issue-invoices");
  await follow();
  await task("issue-invoices");
  const { invoices } = await account(regular);
  const [[number, invoice] = ["", null], ...more] = Object.entries(invoices);
  expect(more).toEqual([]);
  expect(number).toMatch(/^2026-\d{4}$/);
  expect(invoice).toMatchObject({ issuedOn: "2026-04-01", dueOn: "2026-04-15" });
  expect(Object.keys(invoice?.lines ?? {}).map(Number)).toEqual(before);
  expect(await numbersOf(idle)).toEqual([]);
});

it("makes up for a projection that is late, and for months that were missed", async () => {
  const id = await billing.open();
  await visit(id, "2026-05-20");
  await visit(id, "2026-06-20");
  standOn("2026-08-17");
  await task("issue-invoices");
  expect(await numbersOf(id)).toEqual([]);
  await follow();
  await task("issue-invoices");
  const { invoices } = await account(id);
  expect(Object.values(invoices).map(({ lines }) => Object.keys(lines).length)).toEqual([2]);
});

it("keeps the numbers without a gap or a repeat when two workers run it at once", async () => {
  const ids: number[] = [];
  for (let n = 0; n < 8; n++) {
    const id = await billing.open();
    await visit(id, "2026-09-15");
    ids.push(id);
  }
  standOn("2026-10-01");
  await follow();
  const sql = openSql(database.runtimeUrl, { max: 4 });
  try {
    await Promise.all([task("issue-invoices"), task("issue-invoices", { ...core, sql })]);
  } finally {
    await sql.end();
  }
  for (const id of ids) expect(await numbersOf(id)).toHaveLength(1);
  const { versions, numbers } = await documentsOf(2026);
  expect(versions).toEqual(versions.map((_, at) => at + 1));
  expect(numbers).toEqual(versions.map((version) => `2026-${String(version).padStart(4, "0")}`));
});

it("does not let one account stop the others", async () => {
  const [broken, fine] = [await billing.open(), await billing.open()];
  for (const id of [broken, fine]) await visit(id, "2026-10-20");
  standOn("2026-11-02");
  await follow();
  await database.ownerSql`
    insert into events (stream, version, type, schema_version, data, meta, command_id, command_seq, occurred_at)
    select ${`account-${broken}`}, max(version) + 1, 'AccountTeleported', 1, '{}', ${database.ownerSql.json({ ...testMeta } as never)},
      gen_random_uuid()::text, 0, now() from events where stream = ${`account-${broken}`}`;
  const told: unknown[] = [];
  const noted = pino({ level: "error" }, { write: (line: string) => told.push(JSON.parse(line)) });
  await billingTasks({ core, logger: noted })["issue-invoices"]();
  expect(await numbersOf(fine)).toHaveLength(1);
  expect(told).toMatchObject([
    { accountId: broken, msg: "could not issue the invoice of a billing account" },
  ]);
});

it("takes month and year from the venue's own clock", async () => {
  const id = await billing.open();
  await visit(id, "2026-12-31");
  await follow();
  // In UTC it is the new year; at the venue it is not.
  core.clock.set("2027-01-01T04:59:00Z");
  await task("issue-invoices");
  expect(await numbersOf(id)).toEqual([]);
  core.clock.set("2027-01-01T05:00:00Z");
  await task("issue-invoices");
  expect(await numbersOf(id)).toEqual(["2027-0001"]);
  expect((await account(id)).invoices["2027-0001"]).toMatchObject({
    issuedOn: "2027-01-01",
    dueOn: "2027-01-15",
  });
});

/** An invoice that is due on March 15, 2027. */
async function invoiced(): Promise<{ id: number; number: string; totalCents: number }> {
  const id = await billing.open({ holder: { email: `holder-${hour}@example.test` } });
  await visit(id, "2027-02-26");
  standOn("2027-03-01");
  const number = await billing.invoice(id);
  return { id, number, totalCents: (await account(id)).invoices[number]?.totalCents ?? 0 };
}
const remindedOf = async ({ id, number }: { id: number; number: string }) =>
  (await account(id)).invoices[number]?.reminded;

async function remindOn(day: VenueDay, at = 12): Promise<void> {
  standOn(day, at);
  await follow();
  await task("remind-of-invoices");
}

it("reminds of an invoice 3 and 14 days after it was due, once each", async () => {
  const invoice = await invoiced();
  await remindOn("2027-03-17", 23);
  expect(await remindedOf(invoice)).toEqual([]);
  await remindOn("2027-03-18", 0);
  await task("remind-of-invoices");
  await remindOn("2027-03-28");
  expect(await remindedOf(invoice)).toEqual([3]);
  standOn("2027-03-29", 0);
  await follow();
  await Promise.all([task("remind-of-invoices"), task("remind-of-invoices")]);
  await remindOn("2027-05-01");
  expect(await remindedOf(invoice)).toEqual([3, 14]);
});

it("reminds once after an outage over both days, and never of what is paid or of a holder who is erased", async () => {
  const [late, paid, part, erased] = [await invoiced(), await invoiced(), await invoiced(), await invoiced()];
  await follow();
  // The rows do not say yet that it was paid.
  await billing.receive(paid.number, paid.totalCents);
  await billing.receive(part.number, part.totalCents - 1);
  const { personId } = await account(erased.id);
  await database.ownerSql`
    update personal_data set email = null, first_name = null, free_text = null where id = ${personId}`;
  standOn("2027-04-20");
  await task("remind-of-invoices");
  for (const invoice of [late, part]) expect(await remindedOf(invoice)).toEqual([14]);
  for (const invoice of [paid, erased]) expect(await remindedOf(invoice)).toEqual([]);
  await remindOn("2027-04-21");
  expect(await remindedOf(late)).toEqual([14]);
});
