/** Owns `staff_second_factors` and `staff_recovery_codes`: what a second factor is checked against, changed only by the append that says why. */
import type { GuardOperation } from "../log/append-request.ts";
import type { Sql } from "../platform/database.ts";

/** Names of the guard's constraints: a code is taken once; an account has one second factor. */
export const CODE_USED = "second_factor_code_once";
export const ONE_SECOND_FACTOR = "staff_second_factors_one_each";

/** That a code was right, and its use: what it proves stands or falls with it. */
export type CodeProof = readonly [GuardOperation];

export interface SecondFactor {
  username: string;
  sealedSecret: string;
  /** The newest 30 seconds whose code was taken, counted from 1970 (RFC 6238). */
  lastStep: number;
  enrolledAt: Date;
  recoveryCodesLeft: number;
}

/** Null when the account has none, or is not there. */
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

const operation = <Given extends object>(name: string, given: Given): GuardOperation & Given => ({
  operation: name,
  ...given,
});

/** `step`: of the code that confirmed it, which is used by that. Violates `ONE_SECOND_FACTOR`. */
export const addSecondFactor = (given: { sealedSecret: string; step: number }): GuardOperation =>
  operation("add_second_factor", given);

/** Its recovery codes go with it. */
export const removeSecondFactor: GuardOperation = operation("remove_second_factor", {});

/** In place of all that there were. */
export const setRecoveryCodes = (hashes: readonly string[]): GuardOperation =>
  operation("set_recovery_codes", { hashes });

/** Violates `CODE_USED` when this step or a newer one was taken; the secret is kept anew, by the newest key. */
export const takeStep = (given: { sealedSecret: string; step: number }): GuardOperation =>
  operation("use_second_factor_step", given);

/** Violates `CODE_USED` when there is no such code, or no longer. */
export const takeRecoveryCode = (hash: string): GuardOperation => operation("use_recovery_code", { hash });
