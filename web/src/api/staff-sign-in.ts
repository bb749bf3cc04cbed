/** Owns the calls by which staff log in and out (SPEC §7). */
import type { StaffLoggedIn, StaffLogin } from "../../../bff/contract/staff.ts";
import { endStaffSession, keepStaff } from "../session/staff-session.ts";
import { request } from "./request.ts";

/**
 * `POST /api/auth/login`; the session is kept on this device.
 *
 * @throws RequestError 401 for a wrong name or password, 429 after too many of them.
 */
export async function signInStaff(login: StaffLogin): Promise<StaffLoggedIn> {
  const loggedIn = await request<StaffLoggedIn>("POST", "/api/auth/login", login);
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
