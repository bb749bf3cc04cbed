/** Calls the API for staff's pages with the bearer token, and leads to the login page when the token is no longer valid (decision 98). */
import { type QueryKey, queryOptions } from "@tanstack/react-query";
import { endStaffSession, readStaff, requireEnrollment } from "../session/staff-session.ts";
import { type Method, RequestError, type RequestOptions, read, request } from "./request.ts";

/**
 * Makes a call as the signed-in member of staff. Any 401 ends the session on this device; the pages then lead to the login. If the server
 * demands a second factor first, the pages lead to where it is set up.
 *
 * @throws RequestError as `request` does; 401 without asking the server if there is no session.
 */
export async function staffRequest<T>(
  method: Method,
  path: string,
  body?: unknown,
  options: RequestOptions = {},
): Promise<T> {
  const session = readStaff(localStorage);
  if (session === null) {
    endStaffSession(null);
    throw new RequestError(401, "Please log in first", null);
  }
  try {
    return await request<T>(method, path, body, { ...options, bearer: session.token });
  } catch (error) {
    // The member of staff may have logged in again while the call with the old token was under way.
    const stillThis = readStaff(localStorage)?.token === session.token;
    if (error instanceof RequestError && error.status === 401 && stillThis) {
      endStaffSession(error.problem?.message ?? "Your session has ended. Please log in again");
    }
    if (error instanceof RequestError && error.problem?.code === "SecondFactorRequired" && stillThis) {
      requireEnrollment();
    }
    throw error;
  }
}

/** A read of a path for staff's pages: it is read again each time that a page which shows it opens. */
export const staffQuery = <T>(queryKey: QueryKey, path: string) =>
  queryOptions({ queryKey, queryFn: read<T>(path, staffRequest), staleTime: 0 });

/**
 * `GET` of a file: content that is not JSON and may be long, so the body of the answer is not read yet. Any 401 ends the session on this device.
 *
 * @throws RequestError for an answer outside 2xx; the reason of `signal` once it aborts.
 */
export async function fetchStaffFile(path: string, signal?: AbortSignal): Promise<Response> {
  const token = readStaff(localStorage)?.token ?? "";
  const response = await fetch(path, {
    headers: { authorization: `Bearer ${token}` },
    ...(signal ? { signal } : {}),
  });
  if (response.status === 401) endStaffSession("Your session has ended. Please log in again");
  if (!response.ok) throw new RequestError(response.status, await response.text(), null);
  return response;
}
