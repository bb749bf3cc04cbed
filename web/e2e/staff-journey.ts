/** Steps that the staff's journeys share: logging in, bookings made and paid by visitors, and the dashboard. */

import { apiBooking } from "./journey.ts";
import { type APIRequestContext, expect, type Locator, type Page } from "./product.ts";

const ADMIN = { username: "admin", password: "journeys-only" };

/** A separate person for each journey, so that none finds another's bookings. */
export const emailOf = (name: string): string =>
  `${name}-${Math.random().toString(36).slice(2, 8)}@example.test`;

/** A staff session as the login page leaves it, made by the API: the login form has its own journeys. */
export async function staffSession(page: Page, account = ADMIN): Promise<void> {
  if (page.url() === "about:blank") await page.goto("/healthz");
  const answer = await page.request.post("/api/auth/login", { data: account });
  expect(answer.status(), await answer.text()).toBe(200);
  await page.evaluate(
    ({ token, staff }) => {
      localStorage.setItem("staff_token", token);
      localStorage.setItem("staff_user", JSON.stringify(staff));
    },
    await answer.json(),
  );
}

/** The dashboard, as it opens for staff who are logged in. */
export async function openDashboard(page: Page, account = ADMIN): Promise<void> {
  await staffSession(page, account);
  await page.goto("/admin");
  await expect(page.getByText(/Last updated/)).toBeVisible();
}

export interface MadeBooking {
  id: number;
  roomId: number;
  totalAmount: string;
  downpaymentAmount: string;
}

/** Books two hours from 10:00, unless told otherwise, as a visitor's browser would. */
export async function makeBooking(
  request: APIRequestContext,
  slug: string,
  day: string,
  email: string,
  hour = 10,
): Promise<MadeBooking> {
  const times = { startTime: `${hour}:00`, endTime: `${hour + 2}:00`, hours: 2 };
  const booking = { startDate: day, ...times, email };
  const response = await apiBooking(request, slug, booking);
  expect(response.status(), await response.text()).toBe(201);
  return response.json();
}

/** Pays the downpayment with a card that works. */
export async function payBooking(
  request: APIRequestContext,
  booking: MadeBooking,
  email: string,
): Promise<void> {
  const opened = await request.post("/api/create-payment-intent", {
    data: { bookingId: booking.id, customerEmail: email, customerName: "Ella Baker" },
  });
  const { clientSecret, paymentIntentId } = await opened.json();
  await request.post(`/simulated-stripe/v1/payment_intents/${paymentIntentId}/confirm`, {
    data: { client_secret: clientSecret, payment_method: "pm_card_visa" },
  });
  const paid = await request.post(`/api/bookings/${booking.id}/payment`, { data: { paymentIntentId } });
  expect(paid.status(), await paid.text()).toBe(200);
}

export const bookingCards = (page: Page): Locator =>
  page.getByRole("list", { name: "Bookings" }).getByRole("listitem");

export async function search(page: Page, text: string): Promise<void> {
  await page.getByPlaceholder("Search by name, email, room, or booking ID").fill(text);
}

/** Finds a booking by its customer, and opens its details. */
export async function openBooking(page: Page, booking: MadeBooking, email: string): Promise<Locator> {
  await search(page, email);
  await expect(bookingCards(page)).toHaveCount(1);
  await page.getByRole("button", { name: "View Details" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: `#${booking.id}` })).toBeVisible();
  return dialog;
}

/** The toast that is shown now: it must be accessible, whatever is open below it. */
export async function expectToast(page: Page, title: string, text: string): Promise<void> {
  const toast = page.locator("[data-toasts] li").filter({ hasText: title });
  await expect(toast).toContainText(text);
  const readable = () =>
    toast.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const onTop = document.elementFromPoint(x + width / 2, y + height / 2);
      return element.contains(onTop) && element.closest("[aria-hidden=true]") === null;
    });
  await expect.poll(readable).toBe(true);
}
