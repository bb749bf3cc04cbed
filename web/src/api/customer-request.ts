/**
 * Calls the API for customers' pages: with the bearer token if there is one, and with the
 * end of the session when the token is no longer valid (decisions 87, 98).
 */
import { type QueryKey, queryOptions } from "@tanstack/react-query";
import { customerToken, endCustomerSession } from "../session/customer-session.ts";
import { type Method, RequestError, type RequestOptions, read, request } from "./request.ts";

const SESSION_ENDED = "Your session has ended. Please sign in again.";

/**
 * Makes a call as the signed-in customer; without a token the cookie alone gives access. A 401 in answer to a token ends the session on
 * this device; the pages then lead to the sign-in and back.
 *
 * @throws RequestError as `request` does.
 */
export async function customerRequest<T>(
  method: Method,
  path: string,
  body?: unknown,
  options: RequestOptions = {},
): Promise<T> {
  const token = customerToken(localStorage);
  try {
    return await request<T>(method, path, body, token === null ? options : { ...options, bearer: token });
  } catch (error) {
    // The visitor may have signed in again while the call with the old token was under way.
    const stillThis = token !== null && customerToken(localStorage) === token;
    if (error instanceof RequestError && error.status === 401 && stillThis) endCustomerSession(SESSION_ENDED);
    throw error;
  }
}

/** A read of a path as the customer: it is read again each time that a page which shows it opens. */
export const customerQuery = <T>(queryKey: QueryKey, path: string) =>
  queryOptions({ queryKey, queryFn: read<T>(path, customerRequest), staleTime: 0 });
