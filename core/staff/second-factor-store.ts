/**
 * Keeps `staff_second_factors` and `staff_recovery_codes`: the data for checking a second factor, changed only in the
 * append that says why.
 */
import { type AppendRule, appendRule } from "../log/append-request.ts";
import type { Sql } from "../platform/database/database.ts";

/** Names of the constraints: a code is accepted once; an account has one second factor. */
export const CODE_USED = "second_factor_code_once";
export const ONE_SECOND_FACTOR = "staff_second_factors_one_each";

/** The proof that a code was right, as the write that uses it up: it succeeds together with what it proves, or not at all. */
export type CodeProof = readonly [AppendRule];

export interface SecondFactor {
  username: string;
  sealedSecret: string;
  /** The newest 30-second step whose code was accepted, counted from 1970 (RFC 6238). */
  lastStep: number;
  enrolledAt: Date;
  recoveryCodesLeft: number;
}

/** Null if the account has no second factor, or does not exist. */
export async function findSecondFactor(sql: Sql, staffId: number): Promise<SecondFactor | null> {
  const [found] = await sql<SecondFactor[]>`
    select c.username, f.sealed_secret as "sealedSecret", f.last_step as "lastStep", f.enrolled_at as "enrolledAt",
      (select count(*) from staff_recovery_codes r where r.staff_id = f.staff_id)::int as "recoveryCodesLeft"
    from staff_second_factors f join staff_credentials c using (staff_id) where f.staff_id = ${staffId}`;
  return found ?? null;
}

export async function hasRecoveryCode(sql: Sql, staffId: number, hash: string): Promise<boolean> {
  const found = await sql`
    select from staff_recovery_codes where staff_id = ${staffId} and code_hash = ${hash}`;
  return found.length > 0;
}

/** `step`: of the code that confirmed the second factor, which uses up that code. Violates `ONE_SECOND_FACTOR`. */
export const addSecondFactor = (given: { sealedSecret: string; step: number }): AppendRule =>
  appendRule("add_second_factor", given);

/** Also removes its recovery codes. */
export const removeSecondFactor: AppendRule = appendRule("remove_second_factor", {});

/** Replaces all recovery codes. */
export const setRecoveryCodes = (hashes: readonly string[]): AppendRule =>
  appendRule("set_recovery_codes", { hashes });

/** Violates `CODE_USED` if this step or a newer one was accepted before; the secret is stored again, encrypted with the newest key. */
export const spendCodeStep = (given: { sealedSecret: string; step: number }): AppendRule =>
  appendRule("use_second_factor_step", given);

/** Violates `CODE_USED` if there is no such code, or no longer. */
export const spendRecoveryCode = (hash: string): AppendRule => appendRule("use_recovery_code", { hash });
