/** Owns what the staff's journeys share: logging in, bookings made and paid by others, and the dashboard as a person finds it. */
import { type APIRequestContext, expect, type Locator, type Page } from "@playwright/test";
import { isClosedDay } from "../../core/venue/opening-hours.ts";
import { addDays, venueDayOf } from "../../core/venue/venue-time.ts";
import { apiBooking } from "./journey.ts";

const ADMIN = { username: "admin", password: "journeys-only" };

/** A person for each journey, so that none finds another's bookings. */
export const emailOf = (name: string): string =>
  `${name}-${Math.random().toString(36).slice(2, 8)}@example.test`;

export async function logIn(page: Page, { username, password } = ADMIN): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\/admin/);
  await expect(page.getByText(/Last updated/)).toBeVisible();
}

/** An open day, far enough ahead that no other journey looks at it. 50 to 56: the week of those who change rooms and house. */
export function farDay(number: number): string {
  let day = addDays(venueDayOf(new Date(), "America/New_York"), 80 + number);
  while (isClosedDay(day)) day = addDays(day, 1);
  return day;
}

export interface MadeBooking {
  id: number;
  roomId: number;
  totalAmount: string;
  downpaymentAmount: string;
}

/** Two hours from 10:00, as a visitor's browser would book them. */
export async function makeBooking(
  request: APIRequestContext,
  slug: string,
  day: string,
  email: string,
): Promise<MadeBooking> {
  const booking = { startDate: day, startTime: "10:00", endTime: "12:00", hours: 2, email };
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

/** Opens a booking's details by looking for its customer. */
export async function openBooking(page: Page, booking: MadeBooking, email: string): Promise<Locator> {
  await search(page, email);
  await expect(bookingCards(page)).toHaveCount(1);
  await page.getByRole("button", { name: "View Details" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: `#${booking.id}` })).toBeVisible();
  return dialog;
}

/** The toast that is shown now: readable for everybody, whatever lies open below it. */
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
