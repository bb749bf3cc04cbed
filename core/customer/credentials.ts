/** Owns what a customer signs in with, kept apart from the log: the email, the password's hash, and which password it is by now. */
import type { GuardOperation } from "../log/append-request.ts";
import { erasePersonRow } from "../personal-data.ts";
import type { Sql } from "../platform/database.ts";
import type { SessionClaim } from "../session/sessions.ts";

export interface Credentials {
  customerId: number;
  email: string;
  passwordHash: string;
  /** A session holds as long as this is the one it was opened with. */
  passwordVersion: number;
  createdAt: Date;
  updatedAt: Date;
  /** When the customer asked to be erased; null unless they wait for it. */
  erasureRequestedAt: Date | null;
}

/** Null when the account is not there, or no longer. */
export const credentialsOf = (sql: Sql, customerId: number): Promise<Credentials | null> =>
  find(sql, sql`customer_id = ${customerId}`);

/** By the email one signs in with, whatever the case of its letters. */
export const credentialsByEmail = (sql: Sql, email: string): Promise<Credentials | null> =>
  find(sql, sql`lower(email) = lower(${email})`);

/** Those of the account whose session this is, by one query; null unless the session holds. */
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

/** Name of the guard's constraint: the email is another account's. */
export const EMAIL_TAKEN = "customer_credentials_one_email";

export const addCredentials = (credentials: {
  email: string;
  passwordHash: string;
}): GuardOperation & typeof credentials => ({ operation: "add_customer_credentials", ...credentials });

/** Raises the password's version too: sessions opened with the one before end. */
export const replacePassword = (passwordHash: string): GuardOperation & { passwordHash: string } => ({
  operation: "replace_customer_password",
  passwordHash,
});

/** Says when the account's record last changed. */
export const touchCredentials: GuardOperation = { operation: "touch_customer" };

/** Says since when the customer waits to be erased. */
export const askErasure: GuardOperation = { operation: "ask_erasure" };

/** Customers who have asked to be erased and wait for it, the longest first. */
export function waitingForErasure(
  sql: Sql,
): Promise<{ customerId: number; email: string; requestedAt: Date }[]> {
  return sql<{ customerId: number; email: string; requestedAt: Date }[]>`
    select customer_id as "customerId", email, erasure_requested_at as "requestedAt"
    from customer_credentials where erasure_requested_at is not null
    order by erasure_requested_at, customer_id`;
}

/** Of an account that was opened with somebody else's email: nothing of what was typed is kept. */
export const removeCredentials = (personId: string): readonly GuardOperation[] => [
  { operation: "remove_customer_credentials" },
  erasePersonRow(personId),
];
