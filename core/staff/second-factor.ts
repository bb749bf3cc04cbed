/** Handles second factors: turning one on with a first code, proving it with a code, renewing its recovery codes, turning it off. */
import type { Vault } from "../context.ts";
import type { AppendRule, EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { refuse } from "../log/rejection.ts";
import type { Log } from "../log/transact.ts";
import { endSessions } from "../session/sessions.ts";
import { findCredentials } from "./credentials.ts";
import { changeOwnAccount, changeStaffAccount } from "./handle.ts";
import { newRecoveryCodes, readEnteredCode, recoveryHash, stepOf } from "./one-time-codes.ts";
import {
  addSecondFactor,
  type CodeProof,
  findSecondFactor,
  hasRecoveryCode,
  removeSecondFactor,
  setRecoveryCodes,
  spendCodeStep,
  spendRecoveryCode,
} from "./second-factor-store.ts";
import { type OwnCommand, type StaffAccount, staffStream } from "./staff.ts";

export interface SecondFactorCore extends Log {
  vault: Vault;
}

/** The account's owner, and the request by which they change their own account. */
export interface OwnChange {
  id: number;
  meta: EventMeta;
}

/**
 * Turns the second factor on once a first code shows that the device has the secret; returns the recovery codes, which
 * are shown only this once. All other sessions of the account end, because they were opened without a code.
 * `InvalidSecondFactorCode`, `SecondFactorAlreadyOn`.
 */
export async function enrollSecondFactor(
  core: SecondFactorCore,
  { secret, code }: { secret: string; code: string },
  own: OwnChange & { sessionId: string },
): Promise<Outcome<string[]>> {
  const typed = readEnteredCode(code);
  const step = typed?.kind === "digits" ? stepOf(secret, typed.text, core.clock.now()) : null;
  if (step === null) return refuse("InvalidSecondFactorCode");
  const sealedSecret = sealed(core, own.id, secret);
  return withNewCodes(core, own, { type: "EnrolSecondFactor" }, [
    addSecondFactor({ sealedSecret, step }),
    endSessions("staff", own.sessionId),
  ]);
}

/**
 * The proof that a code, of the device or for recovery, is the account's and unused; null if it is not. It changes
 * nothing: the change that needs the proof uses it up, and is refused if another change was faster.
 */
export async function proveSecondFactor(
  core: SecondFactorCore,
  staffId: number,
  code: string,
): Promise<CodeProof | null> {
  const typed = readEnteredCode(code);
  const factor = await findSecondFactor(core.sql, staffId);
  if (typed === null || factor === null) return null;
  if (typed.kind === "recovery") {
    const hash = recoveryHash(typed.text);
    return (await hasRecoveryCode(core.sql, staffId, hash)) ? [spendRecoveryCode(hash)] : null;
  }
  const secret = core.vault.open(factor.sealedSecret, staffStream.nameOf(staffId));
  const step = secret === null ? null : stepOf(secret, typed.text, core.clock.now());
  if (secret === null || step === null || step <= factor.lastStep) return null;
  return [spendCodeStep({ step, sealedSecret: sealed(core, staffId, secret) })];
}

/** Makes ten new recovery codes, which replace the old ones and are shown only this once. `SecondFactorOff`. */
export const renewRecoveryCodes = (core: Log, proof: CodeProof, own: OwnChange): Promise<Outcome<string[]>> =>
  withNewCodes(core, own, { type: "RenewRecoveryCodes" }, proof);

/** Turns off one's own second factor. `SecondFactorOff`. */
export async function turnOffSecondFactor(
  core: Log,
  proof: CodeProof,
  { id, meta }: OwnChange,
): Promise<Outcome<null>> {
  const appendRules = [...proof, removeSecondFactor];
  const outcome = await changeOwnAccount(core, id, { type: "TurnOffSecondFactor" }, { meta, appendRules });
  return outcome.ok ? { ...outcome, value: null } : outcome;
}

/**
 * Removes the second factor of the account with this username, by the operator's command, for an only admin who has lost
 * the device and the recovery codes, since no colleague can do it. `StaffNotFound`; does nothing if there is no second
 * factor.
 */
export async function removeSecondFactorOf(core: Log, username: string): Promise<Outcome<StaffAccount>> {
  const account = await findCredentials(core.sql, username);
  if (!account) return refuse("StaffNotFound");
  const command = { type: "RemoveSecondFactor", id: account.id, by: "product" } as const;
  return changeStaffAccount(core, command, { actor: { kind: "system" }, requestId: "operator" });
}

async function withNewCodes(
  core: Log,
  { id, meta }: OwnChange,
  command: OwnCommand,
  before: readonly AppendRule[],
): Promise<Outcome<string[]>> {
  const codes = newRecoveryCodes();
  const appendRules = [...before, setRecoveryCodes(codes.map(recoveryHash))];
  const outcome = await changeOwnAccount(core, id, command, { meta, appendRules });
  return outcome.ok ? { ...outcome, value: codes } : outcome;
}

/** A secret that is copied to another account's row cannot be opened there. */
const sealed = ({ vault }: SecondFactorCore, staffId: number, secret: string): string =>
  vault.seal(secret, staffStream.nameOf(staffId));
