/** Owns `staff_credentials` and the count of active admins: what a login needs, written in the transaction that appends the events. */
import type { GuardOperation } from "../log/append-request.ts";
import type { Sql } from "../platform/database.ts";
import { removeSecondFactor } from "./second-factor-store.ts";
import type { StaffAccount, StaffRole } from "./staff.ts";

/** Names of the guard's constraints. */
export const USERNAME_TAKEN = "staff_credentials_one_username";
export const EMAIL_TAKEN = "staff_credentials_one_email";
export const LAST_ACTIVE_ADMIN = "active_admins_never_none";

export interface NewCredentials {
  username: string;
  email: string;
  passwordHash: string;
  role: StaffRole;
}

const operation = <Given extends object>(name: string, given: Given): GuardOperation & Given => ({
  operation: name,
  ...given,
});

/** Violates `USERNAME_TAKEN` or `EMAIL_TAKEN` when an account has them, in whatever case. */
export const addCredentials = (credentials: NewCredentials): readonly GuardOperation[] => [
  operation("add_staff_credentials", credentials),
  ...(credentials.role === "admin" ? [operation("count_admin", { by: 1 })] : []),
];

/** What a change of an account means for its login. Violates `LAST_ACTIVE_ADMIN` when no active admin would be left. */
export function changeCredentials(before: StaffAccount, after: StaffAccount): readonly GuardOperation[] {
  if (before.secondFactor && !after.secondFactor) return [removeSecondFactor];
  const change = after.deleted
    ? operation("remove_staff_credentials", {})
    : operation("set_staff_active", { active: after.active });
  const counted = after.role === "admin" && before.active !== after.active;
  return counted ? [change, operation("count_admin", { by: after.active ? 1 : -1 })] : [change];
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

/** Of the account with this id, deactivated or not. */
export async function credentialsOf(sql: Sql, id: number): Promise<StaffCredentials | null> {
  const [found] = await sql<StaffCredentials[]>`
    select staff_id as id, username, email, password_hash as "passwordHash", created_at as "createdAt"
    from staff_credentials where staff_id = ${id}`;
  return found ?? null;
}

/** A member of staff as a session finds them: what they may do now. */
export interface StaffMember {
  id: number;
  role: StaffRole;
  active: boolean;
  /** Their role demands a second factor, and they have none: until then they may do nothing else. */
  mustEnrol: boolean;
}

/** Null when there is no such account, or no longer. */
export async function findStaffMember(sql: Sql, id: number): Promise<StaffMember | null> {
  const [found] = await sql<StaffMember[]>`
    select c.staff_id as id, c.role, c.active,
      coalesce(p.demanded and f.staff_id is null, false) as "mustEnrol"
    from staff_credentials c
    left join second_factor_policy p using (role)
    left join staff_second_factors f using (staff_id)
    where c.staff_id = ${id}`;
  return found ?? null;
}
