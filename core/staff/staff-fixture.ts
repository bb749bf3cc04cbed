/** A database with staff accounts, and how tests create accounts and log in to them. */
import { randomUUID } from "node:crypto";
import type { EventMeta } from "../log/append-request.ts";
import { argon2Passwords } from "../platform/secrets/passwords.ts";
import { newSession } from "../session/sessions.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { createTestClock } from "../testing/test-core.ts";
import { createStaffAccount, type NewStaffAccount, type StaffCore, signInStaff } from "./handle.ts";
import type { StaffRole } from "./staff.ts";

/** Both are set by `openStaffCore`. */
export let database: TestDatabase;
export let core: StaffCore;

export async function openStaffCore(): Promise<void> {
  database = await createTestDatabase({ max: 20 });
  core = {
    sql: database.sql,
    clock: createTestClock(),
    passwords: argon2Passwords,
    afterAppend: () => undefined,
  };
}

export const adminMeta: EventMeta = { actor: { kind: "staff", id: 1, role: "admin" }, requestId: "test" };
let people = 0;

type WithPassword = NewStaffAccount & { password: string };

export const account = (changes: Partial<WithPassword> = {}): WithPassword => {
  people += 1;
  return {
    username: `colleague-${people}`,
    password: "correct horse",
    firstName: "Ada",
    lastName: "Byron",
    email: `colleague-${people}@hub.example.test`,
    role: "staff",
    ...changes,
  };
};

export const create = (given: NewStaffAccount) =>
  createStaffAccount(core, given, "product", { commandId: `test:${randomUUID()}`, meta: adminMeta });

export async function created(role: StaffRole = "staff"): Promise<{ id: number; role: StaffRole }> {
  const outcome = await create(account({ role }));
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  return { id: outcome.value.id, role };
}

export const signIn = (id: number, session = newSession("staff", core.clock.now())) =>
  signInStaff(core, { id, passwordVersion: 1 }, session, "many");
