/** Owns the calls by which staff log in and out (SPEC §7). */
import type { SecondFactorLogin } from "../../../bff/contract/second-factor.ts";
import type { StaffLoggedIn, StaffLogin } from "../../../bff/contract/staff.ts";
import { endStaffSession, keepStaff } from "../session/staff-session.ts";
import { RequestError, request } from "./request.ts";

/**
 * `POST /api/auth/login`; the session is kept on this device.
 *
 * @throws RequestError 401 for a wrong name or password, and with a challenge where a code is asked for too; 429 after too many of them.
 */
export async function signInStaff(login: StaffLogin): Promise<StaffLoggedIn> {
  const loggedIn = await request<StaffLoggedIn>("POST", "/api/auth/login", login);
  keepStaff(loggedIn.token, loggedIn.staff);
  return loggedIn;
}

/** What a login answered whose password was right and whose code is still to come; null for any other error. */
export const challengeIn = (error: unknown): string | null =>
  (error instanceof RequestError && error.problem?.challenge) || null;

/**
 * `POST /api/auth/login/second-factor`; the session is kept on this device.
 *
 * @throws RequestError 401 for a wrong code and for a challenge that has ended, 429 after too many codes.
 */
export async function proveSecondFactor(proof: SecondFactorLogin): Promise<StaffLoggedIn> {
  const loggedIn = await request<StaffLoggedIn>("POST", "/api/auth/login/second-factor", proof);
  keepStaff(loggedIn.token, loggedIn.staff);
  return loggedIn;
}

/** `POST /api/auth/logout`. The session is gone from this device whether or not the server can be reached. */
export async function signOutStaff(): Promise<void> {
  try {
    await request("POST", "/api/auth/logout");
  } catch {
    // The cookie then lasts until it expires; no page of ours asks with it alone.
  } finally {
    endStaffSession(null);
  }
}
