/**
 * Limits how many codes may be wrong: ten end a login's challenge; twenty in an hour close the account's login by code
 * until its mailbox opens it.
 */
import { randomUUID } from "node:crypto";
import { isEqualInConstantTime, type Links } from "../links.ts";
import type { AppendRule, EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { type Refused, refuse } from "../log/rejection.ts";
import { load } from "../log/transact.ts";
import { changeOwnAccount } from "./handle.ts";
import { proveSecondFactor, type SecondFactorCore } from "./second-factor.ts";
import type { CodeProof } from "./second-factor-store.ts";
import { type StaffAccount, staffStream } from "./staff.ts";

/** The database counts, so that all processes agree. */
export const MAX_WRONG_CODES = { perChallenge: 10, perHour: 20 } as const;

/** A code that was entered for an account whose password was right. */
export interface EnteredCode {
  staffId: number;
  code: string;
  /** The login that it belongs to; null for a member of staff who is logged in. */
  challenge: string | null;
  /** Keyed hash of the address that the code came from. */
  network: string;
}

/** The proof, and the call that takes its try out of the count once the proof has been used. */
export interface CheckedCode {
  proof: CodeProof;
  uncount(): Promise<void>;
}

/**
 * Checks the code, and counts the try. `InvalidSecondFactorCode`; `LoginChallengeEnded` with the tenth wrong code of a
 * login; `CodeLoginClosed` from the twentieth within an hour on; `ConcurrentChange` if that many are being checked at
 * the same time.
 */
export async function checkCode(
  core: SecondFactorCore,
  { staffId, code, challenge, network }: EnteredCode,
  meta: EventMeta,
): Promise<{ ok: true; value: CheckedCode } | Refused> {
  if (await isClosed(core, staffId)) return refuse("CodeLoginClosed");
  const now = core.clock.now();
  const { perChallenge, perHour } = MAX_WRONG_CODES;
  const [begun] = await core.sql<{ tryId: number | null; spent: boolean }[]>`
    select try_id as "tryId", spent
    from begin_code_try(${staffId}, ${challenge}, ${network}, ${now}, ${perChallenge}, ${perHour})`;
  const tryId = begun?.tryId ?? null;
  if (tryId === null) {
    if (begun?.spent) return refuse("LoginChallengeEnded");
    return refuse((await isClosed(core, staffId)) ? "CodeLoginClosed" : "ConcurrentChange");
  }
  const proof = await proveSecondFactor(core, staffId, code);
  if (!proof) return noteWrongCode(core, { staffId, tryId }, meta);
  const uncount = async () => void (await core.sql`delete from staff_code_tries where try_id = ${tryId}`);
  return { ok: true, value: { proof, uncount } };
}

async function noteWrongCode(
  core: SecondFactorCore,
  { staffId, tryId }: { staffId: number; tryId: number },
  meta: EventMeta,
): Promise<Refused> {
  const [wrong] = await core.sql<{ ofChallenge: number; ofAccount: number; networks: number }[]>`
    select of_challenge as "ofChallenge", of_account as "ofAccount", networks
    from note_wrong_code(${tryId}, ${core.clock.now()})`;
  const { ofChallenge = 0, ofAccount = 0, networks = 0 } = wrong ?? {};
  const record = (command: Parameters<typeof changeOwnAccount>[2]) =>
    changeOwnAccount(core, staffId, command, { meta, appendRules: [] });
  if (ofAccount >= MAX_WRONG_CODES.perHour) {
    const close = {
      type: "CloseCodeLogin",
      closingId: randomUUID(),
      wrongCodes: ofAccount,
      networks,
    } as const;
    const closed = await record(close);
    return closed.ok ? refuse("CodeLoginClosed") : closed;
  }
  if (ofChallenge < MAX_WRONG_CODES.perChallenge) return refuse("InvalidSecondFactorCode");
  const spent = await record({ type: "SpendLoginChallenge", wrongCodes: ofAccount, networks });
  return spent.ok ? refuse("LoginChallengeEnded") : spent;
}

async function isClosed(core: Pick<SecondFactorCore, "sql">, staffId: number): Promise<boolean> {
  const { state } = await load(core.sql, staffStream, staffId);
  return state.exists && state.codeLoginClosing !== null;
}

/** Opening the login by code deletes the count of wrong codes. */
const FORGET_CODE_TRIES: AppendRule = { operation: "forget_code_tries" };

/** The account whose login by code this token opens; null if the login is open, if the token has been used, or if it was not made here. */
export async function closedCodeLogin(
  core: Pick<SecondFactorCore, "sql"> & { links: Links },
  token: string,
): Promise<{ staffId: number; closingId: string } | null> {
  const staffId = core.links.readCodeLogin(token);
  if (staffId === null) return null;
  const { state } = await load(core.sql, staffStream, staffId);
  const closingId = state.exists && state.active ? state.codeLoginClosing : null;
  if (closingId === null || !isEqualInConstantTime(token, core.links.codeLogin(staffId, closingId).token))
    return null;
  return { staffId, closingId };
}

/** Opens the login by code again for the holder of the link that was mailed when it was closed; works once. `LinkInvalid`. */
export async function openCodeLogin(
  core: SecondFactorCore & { links: Links },
  token: string,
  meta: EventMeta,
): Promise<Outcome<StaffAccount>> {
  const closed = await closedCodeLogin(core, token);
  if (!closed) return refuse("LinkInvalid");
  const { staffId, closingId } = closed;
  const command = { type: "OpenCodeLogin", closingId } as const;
  return changeOwnAccount(core, staffId, command, { meta, appendRules: [FORGET_CODE_TRIES] });
}
