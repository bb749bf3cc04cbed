/** Checks that the first start creates one admin, with the operator's password or a generated one. */
import { expect, it } from "vitest";
import { argon2Passwords } from "../platform/secrets/passwords.ts";
import { createTestDatabase } from "../testing/database.ts";
import { createTestClock } from "../testing/test-core.ts";
import { checkStaffPassword } from "./handle.ts";
import { seedAdmin } from "./seed-admin.ts";

const core = { clock: createTestClock(), passwords: argon2Passwords, afterAppend: () => undefined };

it("creates one admin, whichever process is first, and prints a generated password once", async () => {
  const fresh = await createTestDatabase();
  try {
    const notices = await Promise.all(
      [1, 2, 3].map(() => seedAdmin({ ...core, sql: fresh.ownerSql }, undefined)),
    );
    const [notice, ...more] = notices.filter((text) => text !== null);
    expect(more).toEqual([]);
    const password = /password: (\S+)/.exec(notice ?? "")?.[1] ?? "";
    const freshCore = { ...core, sql: fresh.sql };
    const admin = await checkStaffPassword(freshCore, { username: "admin", password });
    expect(admin).not.toBeNull();
    const [row] =
      await fresh.sql`select role, active from staff_credentials where staff_id = ${admin?.id ?? 0}`;
    expect(row).toEqual({ role: "admin", active: true });
    expect(await seedAdmin({ ...core, sql: fresh.ownerSql }, "another password")).toBeNull();
    expect(
      await checkStaffPassword(freshCore, { username: "admin", password: "another password" }),
    ).toBeNull();
    expect(await fresh.sql`select * from events`).toHaveLength(1);
  } finally {
    await fresh.drop();
  }
});

it("accepts the operator's password and prints nothing", async () => {
  const fresh = await createTestDatabase();
  try {
    expect(await seedAdmin({ ...core, sql: fresh.ownerSql }, "from the operator")).toBeNull();
    const login = { username: "admin", password: "from the operator" };
    expect(await checkStaffPassword({ ...core, sql: fresh.sql }, login)).not.toBeNull();
  } finally {
    await fresh.drop();
  }
});
