/** Keeps what a customer signs in with, apart from the log: the email, the password's hash and the password's version. */
import { type AppendRule, appendRule } from "../log/append-request.ts";
import { erasePersonRow } from "../person/personal-data.ts";
import type { Sql } from "../platform/database/database.ts";
import type { SessionClaim } from "../session/sessions.ts";

export interface Credentials {
  customerId: number;
  email: string;
  passwordHash: string;
  /** A session is valid while this is the version that it was opened with. */
  passwordVersion: number;
  createdAt: Date;
  /** When the email was verified or the password set, whichever is later; otherwise the same as `createdAt`. */
  updatedAt: Date;
  /** When the customer asked to be erased; null unless they are waiting for it. */
  erasureRequestedAt: Date | null;
}

/** Null if the account does not exist, or no longer. */
export const credentialsOf = (sql: Sql, customerId: number): Promise<Credentials | null> =>
  find(sql, sql`customer_id = ${customerId}`);

/** Finds credentials by the email, in any case. */
export const credentialsByEmail = (sql: Sql, email: string): Promise<Credentials | null> =>
  find(sql, sql`lower(email) = lower(${email})`);

/** The credentials of the session's account, in one query; null unless the session is valid. */
export const credentialsInSession = (
  sql: Sql,
  { sessionId, accountId }: SessionClaim,
  now: Date,
): Promise<Credentials | null> =>
  find(
    sql,
    sql`customer_id = ${accountId} and exists (
      select from sessions s
      where s.session_id = ${sessionId} and s.kind = 'customer' and s.account_id = c.customer_id
        and s.ended_at is null and s.expires_at > ${now} and s.password_version = c.password_version)`,
  );

async function find(sql: Sql, condition: ReturnType<Sql>): Promise<Credentials | null> {
  const [found] = await sql<Credentials[]>`
    select customer_id as "customerId", email, password_hash as "passwordHash", password_version as "passwordVersion",
      created_at as "createdAt", updated_at as "updatedAt", erasure_requested_at as "erasureRequestedAt"
    from customer_credentials c where ${condition}`;
  return found ?? null;
}

/** The name of the constraint that fails if the email belongs to another account. */
export const EMAIL_TAKEN = "customer_credentials_one_email";

export const addCredentials = (credentials: { email: string; passwordHash: string }): AppendRule =>
  appendRule("add_customer_credentials", credentials);

/** Raises the password's version too, so that sessions opened with the old one end. */
export const replacePassword = (passwordHash: string): AppendRule =>
  appendRule("replace_customer_password", { passwordHash });

/** Records when the account's record last changed. */
export const touchCredentials: AppendRule = { operation: "touch_customer" };

/** Records since when the customer has been waiting to be erased. */
export const recordErasureRequest: AppendRule = { operation: "ask_erasure" };

/** Customers who have asked to be erased and are waiting for it, the longest wait first. */
export function waitingForErasure(
  sql: Sql,
): Promise<{ customerId: number; email: string; requestedAt: Date }[]> {
  return sql<{ customerId: number; email: string; requestedAt: Date }[]>`
    select customer_id as "customerId", email, erasure_requested_at as "requestedAt"
    from customer_credentials where erasure_requested_at is not null
    order by erasure_requested_at, customer_id`;
}

/** Removes an account that was opened with another person's email: nothing that was typed is kept. */
export const removeCredentials = (personId: string): readonly AppendRule[] => [
  { operation: "remove_customer_credentials" },
  erasePersonRow(personId),
];

/** Those of the mailboxes that have an account, however its email is spelled. */
export async function accountMailboxes(sql: Sql, mailboxes: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ mailbox: string }[]>`
    select mailbox_of(email) as mailbox from customer_credentials where mailbox_of(email) = any(${[...new Set(mailboxes)]})`;
  return new Set(rows.map(({ mailbox }) => mailbox));
}
