/** Owns the streams `session-N`: a login of staff each, so that an account's own stream does not grow with them; and who may log in. */
import { z } from "zod";
import type { GuardOperation } from "../log/append-request.ts";
import type { Decision } from "../log/decision.ts";
import { defineEvent, type EventOf } from "../log/event-definition.ts";
import { defineStream } from "../log/stream.ts";
import { refuse } from "../rejection.ts";
import type { StaffState } from "./staff.ts";

const definitions = [
  /** `secondFactor`: with a code of it. Older logins are `StaffSignedIn` in the account's own stream. */
  defineEvent("StaffSessionOpened", z.object({ staffId: z.int(), secondFactor: z.boolean() })),
] as const;

export type StaffSessionEvent = EventOf<(typeof definitions)[number]>;

/** Whose session it is; null before it is opened. */
export type StaffSession = { staffId: number } | null;

export const staffSessionStream = defineStream({
  category: "session",
  events: definitions,
  initial: null as StaffSession,
  evolve: (_, { data: { staffId } }) => ({ staffId }),
});

/** The password was right; `proven`: so was a code of the second factor. That the account still stands so is the append's guard. */
export interface OpenStaffSession {
  staffId: number;
  proven: boolean;
}

/** `InvalidStaffCredentials` for a deactivated account, as for a wrong password; `CodeLoginClosed`; `SecondFactorCodeNeeded`. */
export function decideLogin(
  { staffId, proven }: OpenStaffSession,
  account: StaffState,
): Decision<StaffSessionEvent> {
  if (!account.exists || !account.active) return refuse("InvalidStaffCredentials");
  if (account.secondFactor && account.codeLoginClosing !== null) return refuse("CodeLoginClosed");
  if (account.secondFactor && !proven) return refuse("SecondFactorCodeNeeded");
  return { ok: true, events: [{ type: "StaffSessionOpened", data: { staffId, secondFactor: proven } }] };
}

/** Name of the guard's constraint: nobody logs in to an account that has meanwhile been changed. */
export const LOGIN_ADMITTED = "staff_login_admitted";

/** Violates `LOGIN_ADMITTED` where the account is gone, inactive, or has a second factor that was not proven. */
export function admitStaff({ staffId, proven }: OpenStaffSession): GuardOperation {
  const admitted = { operation: "admit_staff", staffId, proven };
  return admitted;
}
