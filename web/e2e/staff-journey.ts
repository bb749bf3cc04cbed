/** Steps that the staff's journeys share: sessions, calls as the admin, bookings made and paid by the API, and the dashboard. */

import { LOG_POSITION_HEADER } from "../../bff/contract/headers.ts";
import { apiBooking } from "./journey.ts";
import { ADMIN, type APIRequestContext, expect, type Locator, type Page } from "./product.ts";

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

let adminToken: Promise<string> | undefined;

/** The header of calls as the admin, who logs in once in each test worker: a worker has a product of its own. */
export async function asAdmin(request: APIRequestContext): Promise<{ authorization: string }> {
  adminToken ??= request.post("/api/auth/login", { data: ADMIN }).then(async (answer) => {
    expect(answer.status(), await answer.text()).toBe(200);
    return (await answer.json()).token;
  });
  return { authorization: `Bearer ${await adminToken}` };
}

interface Visit {
  day: string;
  /** Venue-local hours. */
  from: number;
  to: number;
  email: string;
}

/** Calls as the admin that must succeed. */
export async function staffApi(request: APIRequestContext) {
  const headers = await asAdmin(request);
  return {
    async send(method: "POST" | "PATCH", path: string, data: unknown) {
      const answer = await request.fetch(path, { method, data, headers });
      expect(answer.ok(), await answer.text()).toBe(true);
      return answer.json();
    },
    /** Makes a confirmed booking that is paid at the desk; `more` adds fields to the call or replaces them. */
    async book(
      slug: string,
      { day, from, to, email }: Visit,
      more: object = {},
    ): Promise<{ id: number; totalAmount: string }> {
      const room = await (await request.get(`/api/rooms/${slug}`)).json();
      const clock = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
      return this.send("POST", "/api/staff/bookings", {
        roomId: room.id,
        firstName: "Ella",
        lastName: "Baker",
        email,
        phone: "212 555 0101",
        startDate: day,
        startTime: clock(from),
        endTime: clock(to),
        eventType: "Meeting",
        payment: "desk",
        ...more,
      });
    },
  };
}

/** The password of every colleague that `hire` makes. */
export const STAFF_PASSWORD = "correct horse battery";

/** Makes an account for a new colleague as the admin. */
export async function hire(
  request: APIRequestContext,
  role: "desk" | "staff" | "manager" | "admin" | "auditor",
  firstName = "Hedy",
): Promise<{ username: string; password: string }> {
  const username = `${role}-${Math.random().toString(36).slice(2, 8)}`;
  const account = { username, password: STAFF_PASSWORD };
  const person = { firstName, lastName: username, email: `${username}@example.test` };
  const made = await request.post("/api/staff/create", {
    headers: await asAdmin(request),
    data: { ...account, ...person, role },
  });
  expect(made.status(), await made.text()).toBe(201);
  return account;
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

/** Books two hours from 10:00, or from `hour`, as a visitor's browser would. */
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

/** Pays the downpayment with a card that works; answers the log position after it. */
export async function payBooking(
  request: APIRequestContext,
  booking: MadeBooking,
  email: string,
): Promise<string> {
  const opened = await request.post("/api/create-payment-intent", {
    data: { bookingId: booking.id, customerEmail: email, customerName: "Ella Baker" },
  });
  const { clientSecret, paymentIntentId } = await opened.json();
  await request.post(`/simulated-stripe/v1/payment_intents/${paymentIntentId}/confirm`, {
    data: { client_secret: clientSecret, payment_method: "pm_card_visa" },
  });
  const paid = await request.post(`/api/bookings/${booking.id}/payment`, { data: { paymentIntentId } });
  expect(paid.status(), await paid.text()).toBe(200);
  return paid.headers()[LOG_POSITION_HEADER] ?? "";
}

export const bookingCards = (page: Page): Locator =>
  page.getByRole("list", { name: "Bookings" }).getByRole("listitem");

export async function search(page: Page, text: string): Promise<void> {
  await page.getByPlaceholder("Search by name, email, room, or booking ID").fill(text);
}

/** Opens a booking's details at its Desk tab. */
export async function openDesk(page: Page, id: number): Promise<Locator> {
  await page.goto(`/admin?booking=${id}`);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("tab", { name: "Desk" }).click();
  await expect(dialog.getByRole("heading", { name: "Visit", exact: true })).toBeVisible();
  return dialog;
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

/** Expects this toast, and that nothing covers it or hides it from assistive technology. */
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

/** Counts what a hand does: each press, drag, and choice in a list, which is opened first. Typing is not counted. */
export async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = window as unknown as { presses: number };
    counted.presses = 0;
    document.addEventListener("pointerdown", () => counted.presses++, { capture: true });
    document.addEventListener(
      "change",
      ({ target }) => {
        if (target instanceof HTMLSelectElement) counted.presses += 2;
      },
      { capture: true },
    );
  });
  return () => page.evaluate(() => (window as unknown as { presses: number }).presses);
}

/** Drags over free hours of a room on the board, from the first to the last. */
export async function dragOverHours(page: Page, room: string, first: string, last: string): Promise<void> {
  const cell = (hour: string) => page.getByRole("gridcell", { name: `${room}, ${hour}, free` });
  const [from, to] = [await cell(first).boundingBox(), await cell(last).boundingBox()];
  if (!from || !to) throw new Error("no hours to drag over");
  await page.mouse.move(from.x + 40, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 40, to.y + 10, { steps: 4 });
  await page.mouse.up();
}
