import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { requestBooking } from "./booking/handle.ts";
import { erasePastRetention, erasePerson, readPerson } from "./personal-data.ts";
import { createTestDatabase, type TestDatabase } from "./testing/database.ts";
import { bookingRequest, createTestCore, testMeta } from "./testing/test-core.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const gone = { firstName: null, lastName: null, email: null, phone: null, freeText: null };

it("erases a person by email and leaves their history as it was", async () => {
  const core = await createTestCore(database);
  const request = bookingRequest(core, { roomId: 1, startsAt: new Date("2026-12-12T15:00:00Z") });
  const outcome = await requestBooking(core, request, testMeta);
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  const events = await database.sql`select stream, version, type, data, meta from events`;
  expect(JSON.stringify(events)).not.toMatch(/Ada|Byron|example\.test|212 555/);
  expect(await erasePerson(database.ownerSql, request.person.email.toUpperCase(), core.clock.now())).toBe(1);
  expect(await readPerson(database.sql, outcome.value.booking.personId)).toEqual(gone);
  expect(await database.sql`select stream, version, type, data, meta from events`).toEqual(events);
  expect(await erasePerson(database.ownerSql, request.person.email, core.clock.now())).toBe(0);
});

it("erases what is older than seven years, and nothing younger; the runtime can erase nothing else", async () => {
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
