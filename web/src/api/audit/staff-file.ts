/** Fetches a file for the signed-in member of staff: content that is not JSON and may be long. */
import { endStaffSession, readStaff } from "../../session/staff-session.ts";
import { RequestError } from "../request.ts";

/**
 * `GET` of a path; the body of the answer is not read yet. Any 401 ends the session on this device.
 *
 * @throws RequestError for an answer outside 2xx; the reason of `signal` once it aborts.
 */
export async function staffFile(path: string, signal?: AbortSignal): Promise<Response> {
  const token = readStaff(localStorage)?.token ?? "";
  const response = await fetch(path, {
    headers: { authorization: `Bearer ${token}` },
    ...(signal ? { signal } : {}),
  });
  if (response.status === 401) endStaffSession("Your session has ended. Please log in again");
  if (!response.ok) throw new RequestError(response.status, await response.text(), null);
  return response;
}
