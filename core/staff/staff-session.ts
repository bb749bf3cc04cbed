/**
 * Defines the streams `session-N`, one for each login of staff, so that an account's own stream does not grow with its
 * logins; and decides who may log in.
 */
import { z } from "zod";
import { type AppendRule, appendRule } from "../log/append-request.ts";
import type { Decision } from "../log/decision.ts";
import { defineEvent, type EventOf } from "../log/event-definition.ts";
import { refuse } from "../log/rejection.ts";
import { defineStream } from "../log/stream.ts";
import type { StaffState } from "./staff.ts";

const definitions = [
  /** `secondFactor`: whether a code was given. Older logins are `StaffSignedIn` in the account's own stream. */
  defineEvent("StaffSessionOpened", z.object({ staffId: z.int(), secondFactor: z.boolean() })),
] as const;

export type StaffSessionEvent = EventOf<(typeof definitions)[number]>;

/** The account of the session; null before it is opened. */
export type StaffSession = { staffId: number } | null;

export const staffSessionStream = defineStream({
  category: "session",
  events: definitions,
  initial: null as StaffSession,
  evolve: (_, { data: { staffId } }) => ({ staffId }),
});

/** The password was right; `proven`: a code of the second factor was right too. The append checks that the account has not changed. */
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

/** Name of the constraint that refuses a login to an account that has been changed meanwhile. */
export const LOGIN_REFUSED = "staff_login_admitted";

/** Violates `LOGIN_REFUSED` if the account no longer exists, is inactive, or has a second factor that was not proven. */
export const checkLoginAllowed = (login: OpenStaffSession): AppendRule => appendRule("admit_staff", login);
