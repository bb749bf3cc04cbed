/** Owns `staff_credentials` and the count of active admins: what a login needs, written in the transaction that appends the events. */
import type { GuardOperation } from "../log/append-request.ts";
import type { Sql } from "../platform/database.ts";
import { endSessions, type SessionClaim } from "../session/sessions.ts";
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

/** What a change of an account means for its login, and for whoever is logged in. Violates `LAST_ACTIVE_ADMIN` when no active admin would be left. */
export function changeCredentials(before: StaffAccount, after: StaffAccount): readonly GuardOperation[] {
  if (before.secondFactor && !after.secondFactor) return [removeSecondFactor];
  const change = after.deleted
    ? operation("remove_staff_credentials", {})
    : operation("set_staff_active", { active: after.active });
  const counted = after.role === "admin" && before.active !== after.active;
  return [
    change,
    ...(after.active ? [] : [endSessions("staff")]),
    ...(counted ? [operation("count_admin", { by: after.active ? 1 : -1 })] : []),
  ];
}

/** Raises the password's version too. */
export const replacePassword = (passwordHash: string): GuardOperation =>
  operation("replace_staff_password", { passwordHash });

export interface StaffCredentials {
  id: number;
  username: string;
  email: string;
  passwordHash: string;
  /** A session holds as long as this is the one it was opened with. */
  passwordVersion: number;
  createdAt: Date;
  /** When it was last changed; logging in is no change. */
  updatedAt: Date;
}

/** By username in whatever case; deactivated accounts too. An older account may have one that is not normalized. */
export const findCredentials = (sql: Sql, username: string): Promise<StaffCredentials | null> =>
  find(
    sql,
    sql`lower(username) in (lower(${username}), lower(normalize(${username}::text, NFKC)))
      order by lower(username) = lower(${username}) desc`,
  );

/** Null when there is no such account, or no longer. */
export const credentialsOf = (sql: Sql, id: number): Promise<StaffCredentials | null> =>
  find(sql, sql`staff_id = ${id}`);

async function find(sql: Sql, condition: ReturnType<Sql>): Promise<StaffCredentials | null> {
  const [found] = await sql<StaffCredentials[]>`
    select staff_id as id, username, email, password_hash as "passwordHash", password_version as "passwordVersion",
      created_at as "createdAt", updated_at as "updatedAt"
    from staff_credentials where ${condition} limit 1`;
  return found ?? null;
}

/** A member of staff as a session finds them: what they may do now. */
export interface StaffMember {
  id: number;
  role: StaffRole;
  active: boolean;
  sessionId: string;
  /** Whether the session still does: neither ended nor expired, and of the password that now is. */
  holds: boolean;
  /** Their role demands a second factor, and they have none: until then they may do nothing else. */
  mustEnrol: boolean;
}

/** The account whose session this is, by one query; null when there is no such session or account, or no longer. */
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
