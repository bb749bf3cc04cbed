/** Owns `staff_credentials` and the count of active admins: what a login needs, written in the transaction that appends the events. */
import type { Sql, TransactionSql } from "../platform/database.ts";
import type { StaffAccount, StaffRole } from "./staff.ts";

export interface NewCredentials {
  username: string;
  email: string;
  passwordHash: string;
  role: StaffRole;
  createdAt: Date;
}

/** Violates `staff-username` or `staff-email` when an account has them, in whatever case. */
export async function insertCredentials(
  tx: TransactionSql,
  id: number,
  given: NewCredentials,
): Promise<void> {
  await tx`
    insert into staff_credentials (staff_id, username, email, password_hash, role, created_at)
    values (${id}, ${given.username}, ${given.email}, ${given.passwordHash}, ${given.role}, ${given.createdAt})`;
  if (given.role === "admin") await addActiveAdmin(tx);
}

/** What a change of an account means for its login. Violates `last-active-admin` when no active admin would be left. */
export async function changeCredentials(
  tx: TransactionSql,
  id: number,
  before: StaffAccount,
  after: StaffAccount,
): Promise<void> {
  if (after.deleted) await tx`delete from staff_credentials where staff_id = ${id}`;
  else await tx`update staff_credentials set active = ${after.active} where staff_id = ${id}`;
  if (after.role !== "admin" || before.active === after.active) return;
  if (after.active) await addActiveAdmin(tx);
  else await tx`update active_admins set count = count - 1`;
}

async function addActiveAdmin(tx: TransactionSql): Promise<void> {
  await tx`
    insert into active_admins (count) values (1)
    on conflict (only_row) do update set count = active_admins.count + 1`;
}

export interface StaffCredentials {
  id: number;
  username: string;
  email: string;
  passwordHash: string;
  createdAt: Date;
}

/** By username in whatever case; deactivated accounts too. */
export async function findCredentials(sql: Sql, username: string): Promise<StaffCredentials | null> {
  const [found] = await sql<StaffCredentials[]>`
    select staff_id as id, username, email, password_hash as "passwordHash", created_at as "createdAt"
    from staff_credentials where lower(username) = lower(${username})`;
  return found ?? null;
}

/** A member of staff as a session finds them: what they may do now. */
export interface StaffMember {
  id: number;
  role: StaffRole;
  active: boolean;
}

/** Null when there is no such account, or no longer. */
export async function findStaffMember(sql: Sql, id: number): Promise<StaffMember | null> {
  const [found] = await sql<StaffMember[]>`
    select staff_id as id, role, active from staff_credentials where staff_id = ${id}`;
  return found ?? null;
}
