/** Checks the erasure of a person and of personal data that is past its retention. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { requestBooking } from "../booking/request-booking.ts";
import { registerCustomer } from "../customer/handle.ts";
import { erasePerson } from "../erasure/handle.ts";
import { newSession } from "../session/sessions.ts";
import { createStaffAccount } from "../staff/handle.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { bookingRequest, createTestCore, testMeta } from "../testing/test-core.ts";
import { EMPTY_PERSON, erasePastRetention, readPerson } from "./personal-data.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const known = async () => [];

it("erases a person by email and leaves their history as it was, with an event that names no one", async () => {
  const core = await createTestCore(database);
  const request = bookingRequest(core, {
    roomId: 1,
    startsAt: new Date("2026-12-12T15:00:00Z"),
    eventType: "Ada's birthday",
  });
  const outcome = await requestBooking(core, request, testMeta);
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  const { id, booking } = outcome.value;
  const history = () =>
    database.sql`select stream, version, type, data, meta from events where stream not like 'erasure-%'`;
  const events = await history();
  expect(JSON.stringify(events)).not.toMatch(/Ada|Byron|birthday|example\.test|212 555/);

  const erase = (email: string) =>
    erasePerson(
      core,
      { email, bookingsOf: async () => [id] },
      { actor: { kind: "system" }, requestId: "test" },
    );
  expect(await erase(request.person.email.toUpperCase())).toMatchObject({ ok: true, value: { records: 2 } });
  expect(await readPerson(database.sql, booking.personId)).toEqual(EMPTY_PERSON);
  expect(await readPerson(database.sql, booking.eventTypeId ?? "")).toEqual(EMPTY_PERSON);
  expect(await history()).toEqual(events);
  const erasures = await database.sql`select data, meta from events where type = 'PersonErased'`;
  expect(erasures).toEqual([
    {
      data: { personIds: [booking.personId, booking.eventTypeId].toSorted(), customerIds: [] },
      meta: { actor: { kind: "system" }, requestId: "test" },
    },
  ]);
  expect(await erasePerson(core, { email: request.person.email, bookingsOf: known }, testMeta)).toMatchObject(
    {
      ok: true,
      value: { records: 0, account: false },
    },
  );
  expect(await database.sql`select 1 from events where type = 'PersonErased'`).toHaveLength(1);
});

it("searches again if something was added under the email after the search", async () => {
  const core = await createTestCore(database);
  const email = "twice@example.test";
  const book = async (day: number) => {
    const asked = bookingRequest(core, { roomId: 2, startsAt: new Date(`2026-12-${day}T15:00:00Z`) });
    await requestBooking(core, { ...asked, person: { ...asked.person, email } }, testMeta);
  };
  await book(14);
  let looked = 0;
  const bookingsOf = async () => {
    looked += 1;
    if (looked === 1) await book(15);
    return [];
  };
  expect(await erasePerson(core, { email, bookingsOf }, testMeta)).toMatchObject({ value: { records: 2 } });
  expect(looked).toBe(2);
});

it("does not erase a colleague who has an account", async () => {
  const core = await createTestCore(database);
  const names = { username: "grace", firstName: "Grace", lastName: "Hopper", email: "grace@example.test" };
  const context = { commandId: "hire:grace", meta: testMeta };
  const hired = await createStaffAccount(
    core,
    { ...names, password: "cobol cobol", role: "staff" },
    "product",
    context,
  );
  expect(hired.ok).toBe(true);
  expect(await erasePerson(core, { email: names.email, bookingsOf: known }, testMeta)).toMatchObject({
    ok: false,
    rejection: { code: "StaffAccountStands" },
  });
});

it("retention keeps what belongs to accounts in use, and deletes accounts that were not used for seven years", async () => {
  const core = await createTestCore(database);
  const account = async (email: string) => {
    const names = { firstName: "Old", lastName: "Friend", phone: null };
    const session = newSession("customer", core.clock.now());
    const outcome = await registerCustomer(
      core,
      { email, password: "long enough", ...names },
      testMeta,
      session,
    );
    if (!outcome.ok) throw new Error(outcome.rejection.code);
    return outcome.value;
  };
  const [used, unused] = [await account("used@example.test"), await account("unused@example.test")];
  await database.ownerSql`
    update personal_data set recorded_at = now() - interval '8 years'
    where id in (${used.personId}, ${unused.personId}) or email = 'grace@example.test'`;
  await database.ownerSql`
    update customer_credentials set used_at = now() - interval '8 years' where customer_id = ${unused.id}`;
  await erasePastRetention(database.sql);
  expect((await readPerson(database.sql, used.personId))?.email).toBe("used@example.test");
  expect(await database.sql`select 1 from personal_data where email = 'grace@example.test'`).toHaveLength(1);
  expect(await readPerson(database.sql, unused.personId)).toEqual(EMPTY_PERSON);
  expect(await database.sql`select email from customer_credentials`).toEqual([
    { email: "used@example.test" },
  ]);
  const open = await database.sql`
    select account_id from sessions where kind = 'customer' and ended_at is null`;
  expect(open).toEqual([{ account_id: used.id }]);
});

it("erases what is older than seven years, and nothing newer; the processes' login can erase nothing else", async () => {
  const [old, young] = [randomUUID(), randomUUID()];
  await database.ownerSql`
    insert into personal_data (id, first_name, recorded_at) values
      (${old}, 'Old', now() - interval '7 years 1 day'), (${young}, 'Young', now() - interval '6 years 364 days')`;
  expect(await erasePastRetention(database.sql)).toBe(1);
  expect(await erasePastRetention(database.sql)).toBe(0);
  expect((await readPerson(database.sql, old))?.firstName).toBeNull();
  expect((await readPerson(database.sql, young))?.firstName).toBe("Young");
  await expect(database.sql`update personal_data set first_name = null`).rejects.toThrow(/permission denied/);
});
