/** The calls of the two test pages: Outlook's connection and mail, and a payment by card token. */
import type { GraphConnection, TestEmail } from "../../../../bff/contract/staff/outlook.ts";
import { request } from "../../api/request.ts";
import { readStaff } from "../../session/staff-session.ts";

const asStaff = () => {
  const session = readStaff(localStorage);
  return session === null ? {} : { bearer: session.token };
};

/** `GET /api/test-outlook-graph`. @throws RequestError 401 or 403 for everyone but staff. */
export const testConnection = (): Promise<GraphConnection> =>
  request<GraphConnection>("GET", "/api/test-outlook-graph", undefined, asStaff());

/** `POST /api/test-email`. @throws RequestError 401 or 403 for everyone but staff. */
export const sendTestEmail = (): Promise<TestEmail> =>
  request<TestEmail>("POST", "/api/test-email", undefined, asStaff());

/**
 * `POST /api/bookings/{id}/payment` with a card token and without an authorization header. The answer is returned unchanged, even with an
 * error status (decision 177).
 *
 * @throws what `fetch` throws if there is no answer.
 */
export async function payWithTestCard(bookingId: string): Promise<{ status: number; body: string }> {
  const response = await fetch(`/api/bookings/${encodeURIComponent(bookingId)}/payment`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    credentials: "include",
    body: JSON.stringify({ stripeToken: "tok_visa" }),
  });
  return { status: response.status, body: await response.text() };
}
