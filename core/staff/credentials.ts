/** Keeps `staff_credentials` and the count of active admins: the data for a login, written in the transaction that appends the events. */
import { type AppendRule, appendRule } from "../log/append-request.ts";
import type { Sql } from "../platform/database/database.ts";
import { endSessions, type SessionClaim } from "../session/sessions.ts";
import { removeSecondFactor } from "./second-factor-store.ts";
import type { StaffAccount, StaffRole } from "./staff.ts";

/** Names of the constraints that an append may violate. */
export const USERNAME_TAKEN = "staff_credentials_one_username";
export const EMAIL_TAKEN = "staff_credentials_one_email";
export const LAST_ACTIVE_ADMIN = "active_admins_never_none";

export interface NewCredentials {
  username: string;
  email: string;
  passwordHash: string;
  role: StaffRole;
}

/** Violates `USERNAME_TAKEN` or `EMAIL_TAKEN` if an account has them, in any case. */
export const addCredentials = (credentials: NewCredentials): readonly AppendRule[] => [
  appendRule("add_staff_credentials", credentials),
  ...(credentials.role === "admin" ? [appendRule("count_admin", { by: 1 })] : []),
];

/** Applies a change of an account to its credentials and sessions. Violates `LAST_ACTIVE_ADMIN` if no active admin would be left. */
export function changeCredentials(before: StaffAccount, after: StaffAccount): readonly AppendRule[] {
  if (before.secondFactor && !after.secondFactor) return [removeSecondFactor];
  if (before.role !== after.role) return changeRole(before, after);
  // Only a mail is asked for.
  if (before.passwordLink?.id !== after.passwordLink?.id) return [];
  const change = after.deleted
    ? appendRule("remove_staff_credentials", {})
    : appendRule("set_staff_active", { active: after.active });
  const counted = after.role === "admin" && before.active !== after.active;
  return [
    change,
    ...(after.active ? [] : [endSessions("staff")]),
    ...(counted ? [appendRule("count_admin", { by: after.active ? 1 : -1 })] : []),
  ];
}

/** Their sessions go on with the new role: it is read at every call. Active admins are counted. */
function changeRole(before: StaffAccount, { role }: StaffAccount): readonly AppendRule[] {
  const by = Number(role === "admin") - Number(before.role === "admin");
  return [
    appendRule("set_staff_role", { role }),
    ...(by === 0 || !before.active ? [] : [appendRule("count_admin", { by })]),
  ];
}

/** Raises the password's version too. */
export const replacePassword = (passwordHash: string): AppendRule =>
  appendRule("replace_staff_password", { passwordHash });

export interface StaffCredentials {
  id: number;
  username: string;
  email: string;
  passwordHash: string;
  /** A session is valid while this is the version that it was opened with. */
  passwordVersion: number;
  createdAt: Date;
  /** When the account was last changed; a login is no change. */
  updatedAt: Date;
}

/** By username in any case, including deactivated accounts. An older account may have a username that is not normalized. */
export const findCredentials = (sql: Sql, username: string): Promise<StaffCredentials | null> =>
  find(
    sql,
    sql`lower(username) in (lower(${username}), lower(normalize(${username}::text, NFKC)))
      order by lower(username) = lower(${username}) desc`,
  );

/** Null if the account does not exist, or no longer. */
export const credentialsOf = (sql: Sql, id: number): Promise<StaffCredentials | null> =>
  find(sql, sql`staff_id = ${id}`);

async function find(sql: Sql, condition: ReturnType<Sql>): Promise<StaffCredentials | null> {
  const [found] = await sql<StaffCredentials[]>`
    select staff_id as id, username, email, password_hash as "passwordHash", password_version as "passwordVersion",
      created_at as "createdAt", updated_at as "updatedAt"
    from staff_credentials where ${condition} limit 1`;
  return found ?? null;
}

/** The account of this id if it is active, and then all active admins, the oldest account first. */
export async function adminsToTell(sql: Sql, preferred: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select staff_id as id from staff_credentials where active and (staff_id = ${preferred} or role = 'admin')
    order by staff_id = ${preferred} desc, staff_id`;
  return rows.map(({ id }) => id);
}

/** Accounts that may log in now. */
export async function countActiveStaff(sql: Sql): Promise<number> {
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::integer as count from staff_credentials where active`;
  return count;
}

/** A member of staff as a session finds them: what they may do now. */
export interface StaffMember {
  id: number;
  role: StaffRole;
  active: boolean;
  sessionId: string;
  /** Whether the session is valid: neither ended nor expired, and opened with the current password. */
  holds: boolean;
  /** Their role demands a second factor and they have none: until they do, they may do nothing else. */
  mustEnrol: boolean;
}

/** The account of this session, in one query; null if the session or account does not exist, or no longer. */
export async function memberInSession(
  sql: Sql,
  { sessionId, accountId }: SessionClaim,
  now: Date,
): Promise<StaffMember | null> {
  const [found] = await sql<StaffMember[]>`
    select c.staff_id as id, c.role, c.active, s.session_id as "sessionId",
      s.ended_at is null and s.expires_at > ${now} and s.password_version = c.password_version as holds,
      coalesce(p.demanded and f.staff_id is null, false) as "mustEnrol"
    from sessions s
    join staff_credentials c on c.staff_id = s.account_id
    left join second_factor_policy p using (role)
    left join staff_second_factors f using (staff_id)
    where s.session_id = ${sessionId} and s.kind = 'staff' and s.account_id = ${accountId}`;
  return found ?? null;
}
