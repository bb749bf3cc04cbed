/** Owns what a customer signs in with, kept apart from the log: the email, the password's hash, and which password it is by now. */
import type { GuardOperation } from "../log/append-request.ts";
import type { Sql } from "../platform/database.ts";

export interface Credentials {
  customerId: number;
  email: string;
  passwordHash: string;
  /** A session holds as long as this is the one it was opened with. */
  passwordVersion: number;
}

/** Null when the account is not there, or no longer. */
export const credentialsOf = (sql: Sql, customerId: number): Promise<Credentials | null> =>
  find(sql, sql`customer_id = ${customerId}`);

/** By the email one signs in with, whatever the case of its letters. */
export const credentialsByEmail = (sql: Sql, email: string): Promise<Credentials | null> =>
  find(sql, sql`lower(email) = lower(${email})`);

async function find(sql: Sql, condition: ReturnType<Sql>): Promise<Credentials | null> {
  const [found] = await sql<Credentials[]>`
    select customer_id as "customerId", email, password_hash as "passwordHash", password_version as "passwordVersion"
    from customer_credentials where ${condition}`;
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
