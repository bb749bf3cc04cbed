/** Shows that the read table `staff` has every account as its events left it. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { argon2Passwords } from "../../core/platform/secrets/passwords.ts";
import { newSession } from "../../core/session/sessions.ts";
import {
  changeStaffAccount,
  createStaffAccount,
  type StaffCore,
  signInStaff,
} from "../../core/staff/handle.ts";
import { createTestDatabase, type TestDatabase } from "../../core/testing/database.ts";
import { createTestClock, type TestClock, testMeta } from "../../core/testing/test-core.ts";
import { catchUp } from "../engine/catch-up-fixture.ts";
import { followerOf } from "../engine/projection.ts";
import { rebuildProjection } from "../engine/rebuild-one-fixture.ts";
import { listStaff, staff } from "./staff.ts";

let database: TestDatabase;
let core: StaffCore & { clock: TestClock };
beforeAll(async () => {
  database = await createTestDatabase();
  core = {
    sql: database.sql,
    clock: createTestClock(),
    passwords: argon2Passwords,
    afterAppend: () => undefined,
  };
});
afterAll(() => database.drop());

const rows = () => database.sql`select * from staff order by staff_id`;

it("shows every account as its events left it, live and rebuilt alike", async () => {
  const ids: number[] = [];
  for (let i = 0; i < 12; i++) {
    core.clock.advanceMinutes(1);
    const account = {
      username: `colleague-${i}`,
      password: "correct horse",
      firstName: `First ${i}`,
      lastName: "Last",
      email: `colleague-${i}@hub.example.test`,
      role: (["staff", "manager", "admin"] as const)[i % 3] ?? "staff",
    };
    const context = { commandId: randomUUID(), meta: testMeta };
    const outcome = await createStaffAccount(core, account, "product", context);
    if (!outcome.ok) throw new Error(outcome.rejection.code);
    ids.push(outcome.value.id);
  }
  const change = (
    type: "DeactivateStaffAccount" | "ReactivateStaffAccount" | "DeleteStaffAccount",
    id: number,
  ) => changeStaffAccount(core, { type, id, by: "product" }, testMeta);
  for (const [i, id] of ids.entries()) {
    core.clock.advanceMinutes(1);
    await signInStaff(core, { id, passwordVersion: 1 }, newSession("staff", core.clock.now()), "test");
    if (i % 2 === 0) await change("DeactivateStaffAccount", id);
    if (i % 4 === 0) await change("ReactivateStaffAccount", id);
    if (i % 6 === 1) await change("DeleteStaffAccount", id);
    // Batches may end anywhere.
    if (i % 5 === 0) await catchUp(core.sql, followerOf(staff));
  }
  await catchUp(core.sql, followerOf(staff));

  // A login that older code wrote into the account's own stream, after all other events.
  const [earlier] = ids;
  const [last] = await database.sql<{ version: number }[]>`
    select max(version) as version from events where stream = ${`staff-${earlier}`}`;
  await database.ownerSql`
    insert into events (stream, version, type, schema_version, data, meta, command_id, command_seq, occurred_at)
    values (${`staff-${earlier}`}, ${(last?.version ?? 0) + 1}, 'StaffSignedIn', 1, '{}',
      ${database.sql.json(testMeta as never)}, ${randomUUID()}, 0, '2026-12-01T15:40:00Z')`;
  await signInStaff(
    core,
    { id: ids[1] ?? 0, passwordVersion: 1 },
    newSession("staff", core.clock.now()),
    "gone",
  );
  await catchUp(core.sql, followerOf(staff));

  const live = await rows();
  expect(live).toHaveLength(12);
  await rebuildProjection(database.ownerSql, staff, () => undefined);
  expect(await rows()).toEqual(live);

  const listed = await listStaff(core.sql);
  expect(listed.map(({ id }) => id)).toEqual(ids.filter((_, i) => i % 6 !== 1));
  expect(listed.map(({ isActive }) => isActive)).toEqual(
    ids.flatMap((_, i) => (i % 6 === 1 ? [] : [i % 2 !== 0 || i % 4 === 0])),
  );
  expect(listed[0]).toEqual({
    id: ids[0],
    username: "colleague-0",
    firstName: "First 0",
    lastName: "Last",
    email: "colleague-0@hub.example.test",
    role: "staff",
    isActive: true,
    secondFactor: false,
    lastLogin: new Date("2026-12-01T15:40:00Z"),
    createdAt: new Date("2026-12-01T15:01:00Z"),
    updatedAt: new Date("2026-12-01T15:13:00Z"),
  });
});
