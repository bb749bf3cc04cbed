/** The calls by which staff log in and out, and change their own password. */
import type { PasswordChange } from "../../../bff/contract/password.ts";
import type { LoginOpened, SecondFactorLogin } from "../../../bff/contract/staff/second-factor.ts";
import type { PasswordChanged, StaffLoggedIn, StaffLogin } from "../../../bff/contract/staff/staff.ts";
import { beginStaffSignOut, endStaffSession, readStaff, storeStaff } from "../session/staff-session.ts";
import { RequestError, request } from "./request.ts";
import { staffRequest } from "./staff-request.ts";

/** Begins a session, which is stored on this device. */
async function begin(path: string, body: StaffLogin | SecondFactorLogin): Promise<StaffLoggedIn> {
  const loggedIn = await request<StaffLoggedIn>("POST", path, body);
  storeStaff(loggedIn.token, loggedIn.staff);
  return loggedIn;
}

/**
 * `POST /api/auth/login`
 *
 * @throws RequestError 401 for a wrong name or password; 401 with a challenge if a code is required too; 429 after too many attempts.
 */
export const signInStaff = (login: StaffLogin) => begin("/api/auth/login", login);

/** The challenge in a login's error, if the password was right and a code is still required; null for any other error. */
export const challengeOf = (error: unknown): string | null =>
  (error instanceof RequestError && error.problem?.challenge) || null;

/** `POST /api/auth/login/second-factor`. @throws RequestError 401 for a wrong code and for an expired challenge, 429 after too many codes. */
export const sendSecondFactor = (proof: SecondFactorLogin) => begin("/api/auth/login/second-factor", proof);

/** `POST /api/auth/login/open`. @throws RequestError 403 if the link was used or is not valid. */
export const openLogin = (token: string): Promise<LoginOpened> =>
  request<LoginOpened>("POST", "/api/auth/login/open", { token });

/** `POST /api/auth/staff-password`. @throws RequestError 403 if the link was used or is not valid. */
export const setStaffPassword = (by: { token: string; password: string }): Promise<PasswordChanged> =>
  request<PasswordChanged>("POST", "/api/auth/staff-password", by);

/** `POST /api/auth/logout`. The session is removed from this device even if the server cannot be reached. */
export async function signOutStaff(): Promise<void> {
  const session = readStaff(localStorage);
  beginStaffSignOut();
  try {
    await request("POST", "/api/auth/logout", undefined, session ? { bearer: session.token } : {});
  } catch {
    // The session then lasts until it expires; no page makes a call with its cookie alone.
  } finally {
    endStaffSession(null);
  }
}

/** `POST /api/auth/logout-everywhere`. @throws RequestError when the server could not end the sessions. */
export async function signOutStaffEverywhere(): Promise<void> {
  await staffRequest("POST", "/api/auth/logout-everywhere");
  endStaffSession(null);
}

/** `POST /api/auth/password`. @throws RequestError 400 and 403 with field errors, 429 after too many wrong passwords. */
export const changeStaffPassword = (change: PasswordChange): Promise<PasswordChanged> =>
  staffRequest<PasswordChanged>("POST", "/api/auth/password", change);
