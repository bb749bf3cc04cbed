/** Owns what a customer signs in with, kept apart from the log: the email, the password's hash, and which password it is by now. */
import postgres from "postgres";
import type { Sql, TransactionSql } from "../platform/database.ts";

export interface Credentials {
  customerId: number;
  email: string;
  passwordHash: string;
  /** A session holds as long as this is the one it was opened with. */
  passwordVersion: number;
}

/** Null when the account is not there, or no longer. */
export async function credentialsOf(sql: Sql, customerId: number): Promise<Credentials | null> {
  const [found] = await sql<Credentials[]>`
    select customer_id as "customerId", email, password_hash as "passwordHash", password_version as "passwordVersion"
    from customer_credentials where customer_id = ${customerId}`;
  return found ?? null;
}

/** By the email one signs in with, whatever the case of its letters. */
export async function credentialsByEmail(sql: Sql, email: string): Promise<Credentials | null> {
  const [found] = await sql<Credentials[]>`
    select customer_id as "customerId", email, password_hash as "passwordHash", password_version as "passwordVersion"
    from customer_credentials where lower(email) = lower(${email})`;
  return found ?? null;
}

/** Throws what `isEmailTaken` tells when the email is another account's. */
export async function addCredentials(
  tx: TransactionSql,
  { customerId, email, passwordHash }: { customerId: number; email: string; passwordHash: string },
): Promise<void> {
  await tx`
    insert into customer_credentials (customer_id, email, password_hash)
    values (${customerId}, ${email}, ${passwordHash})`;
}

export const isEmailTaken = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && error.constraint_name === "customer_credentials_one_email";

export async function replacePassword(
  tx: TransactionSql,
  { customerId, passwordHash }: { customerId: number; passwordHash: string },
): Promise<void> {
  await tx`
    update customer_credentials
    set password_hash = ${passwordHash}, password_version = password_version + 1
    where customer_id = ${customerId}`;
}
