/** Steps that the customers' journeys share: signing up, bookings by the API, the payment page, and mails in the outbox. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { addDays, venueDayOf } from "../../core/venue/time/venue-time.ts";
import { openDayAfter } from "./journey.ts";
import { type APIRequestContext, type BrowserContext, expect, outboxOf, type Page } from "./product.ts";
import { asAdmin, type MadeBooking, makeBooking, payBooking } from "./staff-journey.ts";

export const PASSWORD = "six-or-more";

/** Registers through the API and keeps the session as the sign-in page does; the page must be on the site. */
export async function signUp(page: Page, email: string, firstName = "Nina"): Promise<void> {
  if (page.url() === "about:blank") await page.goto("/healthz");
  const answer = await page.request.post("/api/auth/register", {
    data: { email, password: PASSWORD, firstName, lastName: "Simone" },
  });
  expect(answer.status()).toBe(201);
  await page.evaluate(
    ({ token, user }) => {
      localStorage.setItem("userToken", token);
      localStorage.setItem("user", JSON.stringify(user));
    },
    await answer.json(),
  );
}

/** The last day that was used, by room. */
const lateDays = new Map<string, string>();

/**
 * An open day late in the next month on which no other journey on this product books the room: a calendar shows it after
 * one turn, and `chooseDay` never uses it.
 */
function lateNextMonth(slug: string): string {
  const today = venueDayOf(new Date(), "America/New_York");
  const nextMonth = addDays(`${today.slice(0, 7)}-01`, 45).slice(0, 7);
  const day = openDayAfter(lateDays.get(slug) ?? `${nextMonth}-17`);
  if (!day.startsWith(nextMonth)) throw new Error(`no day is left for ${slug} in ${nextMonth}`);
  lateDays.set(slug, day);
  return day;
}

/** Holds two hours from `hour` by the API as the page's visitor, who has not paid yet. */
export const holdBooking = (page: Page, slug: string, hour: number, email: string): Promise<MadeBooking> =>
  makeBooking(page.request, slug, lateNextMonth(slug), email, hour);

/** Holds and pays two hours by the API as the page's visitor; answers the booking's number. */
export async function makePaidBooking(
  page: Page,
  slug: string,
  hour: number,
  email: string,
): Promise<number> {
  const booking = await holdBooking(page, slug, hour, email);
  const position = await payBooking(page.request, booking, email);
  // The page's next reads include the payment, as if the page itself had sent it.
  if (page.url() === "about:blank") await page.goto("/healthz");
  await page.evaluate((seen) => localStorage.setItem("log_position", `${seen} ${Date.now()}`), position);
  return booking.id;
}

/** Holds two hours by the API as the page's visitor, and opens the page where they are paid. */
export async function openPayment(page: Page, slug: string, hour: number, email: string): Promise<void> {
  const { id } = await holdBooking(page, slug, hour, email);
  await page.goto(`/booking/${id}/pay`);
  await expect(page.getByRole("heading", { name: "Pay the downpayment" })).toBeVisible();
}

export const cardNumber = (page: Page) => page.getByLabel("Card number");

export async function typeCard(page: Page, number: string): Promise<void> {
  await cardNumber(page).fill(number);
  await page.getByLabel(/Expir/).fill("12 / 34");
  await page.getByLabel(/CVC/).fill("123");
}

export const pay = (page: Page) => page.getByRole("button", { name: /^Pay \$/ }).click();

export const confirmed = (page: Page) => page.getByRole("heading", { level: 1, name: "Booking Confirmed!" });

/** The number in the address of a page of one's own booking. */
export const bookingIdInAddress = (page: Page): number => Number(/\/booking\/(\d+)\//.exec(page.url())?.[1]);

/** The booking as the browser that made it sees it. */
export async function ownBooking(context: BrowserContext, id: number) {
  const answer = await context.request.get(`/api/bookings/${id}/own`);
  expect(answer.status()).toBe(200);
  return answer.json();
}

/** Sets a booking's status as the admin does, in a separate context without the page's cookies. */
export async function setStatus(request: APIRequestContext, id: number, status: string): Promise<void> {
  const headers = await asAdmin(request);
  const changed = await request.patch(`/api/bookings/${id}`, { headers, data: { status } });
  expect(changed.status()).toBe(200);
}

/** The first link to `path` (for example `/guest/`) in a mail to `to`; waits until one has been written to the outbox. */
export async function mailedLink(baseURL: string | undefined, to: string, path: string): Promise<string> {
  let found = "";
  await expect
    .poll(
      async () => {
        for (const text of await mailsTo(baseURL, to)) {
          const link = text.match(/https?:\/\/\S+/g)?.find((url) => new URL(url).pathname.startsWith(path));
          if (link) found = link;
        }
        return found;
      },
      { message: `a mail to ${to} with a link to ${path}`, timeout: 20_000 },
    )
    .not.toBe("");
  const { pathname, search } = new URL(found);
  return pathname + search;
}

/** The text of all mails to `to` that have been written to the outbox. */
export async function mailsTo(baseURL: string | undefined, to: string): Promise<string[]> {
  const outbox = outboxOf(baseURL);
  const files = await readdir(outbox).catch(() => []);
  const texts: string[] = [];
  for (const file of files.filter((name) => name.endsWith(".eml"))) {
    const mail = await PostalMime.parse(await readFile(join(outbox, file)));
    if (mail.to?.some(({ address }) => address?.toLowerCase() === to.toLowerCase()))
      texts.push(mail.text ?? "");
  }
  return texts;
}
