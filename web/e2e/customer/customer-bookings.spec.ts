/** Journeys of customers and guests with their bookings: cancel, reschedule, pay later. */
import { readFile } from "node:fs/promises";
import { holdBooking, mailedLink, makePaidBooking, signUp } from "../customer-journey.ts";
import { CARDS, chooseDay, chooseSlot, holdBack, payWith, slot } from "../journey.ts";
import { expect, type Locator, type Page, test } from "../product.ts";
import { emailOf, makeBooking } from "../staff-journey.ts";

test("a customer cancels: the refund is stated first and is made, and the hours are free at once", async ({
  page,
  browser,
}) => {
  const email = emailOf("cancel");
  await signUp(page, email);
  const id = await makePaidBooking(page, "classroom", 15, email);
  await page.goto("/account");
  const booking = page.getByRole("article").filter({ hasText: `#${id}` });
  await booking.getByRole("button", { name: /Cancel Booking/ }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel this booking?" });
  const paid = await dollarsBeside(dialog, "Paid so far");
  const refund = await dollarsBeside(dialog, "Your refund");
  // 24 hours' notice or more: the downpayment less 10%.
  expect(refund).toBeCloseTo(paid * 0.9, 2);
  await dialog.getByRole("button", { name: "Keep this booking" }).click();
  await expect(booking.getByText("Confirmed")).toBeVisible();
  await expect(booking.getByRole("button", { name: /Cancel Booking/ })).toBeFocused();

  const other = await browser.newPage();
  const { startTime, roomSlug } = await ownBooking(page, id);
  await other.goto(`/room/${roomSlug}?day=${dayOf(startTime)}`);
  await expect(slot(other, 15)).toHaveAttribute("data-slot-state", "booked");

  await booking.getByRole("button", { name: /Cancel Booking/ }).click();
  await dialog.getByRole("button", { name: "Cancel this booking" }).click();
  await expect(page.getByText("Booking Cancelled").first()).toBeVisible();
  await expect(booking.getByText("Cancelled", { exact: true })).toBeVisible();
  await expect(booking.getByText(`$${refund.toFixed(2)} will be refunded`, { exact: false })).toBeFocused();
  await expect(booking.getByRole("button", { name: /Cancel Booking|Reschedule/ })).toHaveCount(0);
  await expect(slot(other, 15)).toHaveAttribute("data-slot-state", "free", { timeout: 3_000 });
  await other.close();
  // A job issues the refund.
  await expect(async () => {
    await page.reload();
    await expect(booking.getByText(`Refunded $${refund.toFixed(2)}`)).toBeVisible({ timeout: 1_000 });
  }).toPass();
});

test("a customer reschedules to hours that overlap the old ones, and keeps what was paid", async ({
  page,
}) => {
  const email = emailOf("move");
  await signUp(page, email);
  const id = await makePaidBooking(page, "black-box-theater", 15, email);
  const before = await ownBooking(page, id);
  await page.goto("/account");
  await page
    .getByRole("article")
    .filter({ hasText: `#${id}` })
    .getByRole("button", { name: /Reschedule/ })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Reschedule your booking" })).toBeFocused();
  await expect(page).toHaveURL(`/account?move=${id}`);
  await page.getByRole("button", { name: "Next month" }).click();
  await page
    .getByRole("gridcell")
    .getByRole("button", { name: new RegExp(`${dayPattern(before.startTime)}\\b`) })
    .click();
  // Its own hours are free for it; two hours from 9 PM would end after closing.
  await chooseSlot(page, 15);
  await expect(page.getByText("This is the current time of your booking.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Move my booking" })).toBeDisabled();
  await slot(page, 21).click();
  await expect(page.getByText(/The venue closes at 10:00 PM/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Move my booking" })).toBeDisabled();
  await chooseSlot(page, 16);
  await page.getByRole("button", { name: "Move my booking" }).click();
  await expect(page.getByText("Booking Rescheduled").first()).toBeVisible();
  const after = await ownBooking(page, id);
  expect(Date.parse(after.startTime) - Date.parse(before.startTime)).toBe(3_600_000);
  expect(after).toMatchObject({
    paidAmount: before.paidAmount,
    status: "confirmed",
    paymentStatus: "downpaid",
  });
  await expect(page.getByRole("article").filter({ hasText: `#${id}` })).toContainText("4:00 PM – 6:00 PM");
});

test("hours that another customer takes during the choice are refused, and nothing moves", async ({
  page,
  request,
}) => {
  const email = emailOf("race");
  await signUp(page, email);
  const id = await makePaidBooking(page, "media-production", 16, email);
  const before = await ownBooking(page, id);
  // A visitor who turns the month before the free hours are loaded stays in that month when they come.
  const isHours = (url: URL) => /^\/api\/rooms\/\d+\/bookings$/.test(url.pathname);
  const letThrough = await holdBack(page, isHours);
  await page.goto(`/account?move=${id}`);
  await page.getByRole("button", { name: "Next month" }).click();
  const month = page.getByRole("heading", { level: 3 }).first();
  const asked = await month.textContent();
  letThrough();
  await expect(slot(page, 9)).toBeVisible();
  await expect(month).toHaveText(asked ?? "");
  await page.unroute(isHours);
  await page
    .getByRole("gridcell")
    .getByRole("button", { name: new RegExp(`${dayPattern(before.startTime)}\\b`) })
    .click();
  await chooseSlot(page, 19);
  await makeBooking(request, "media-production", dayOf(before.startTime), emailOf("other"), 19);
  await expect(page.getByText("This time slot is no longer available.").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Move my booking" })).toBeDisabled();
  expect((await ownBooking(page, id)).startTime).toBe(before.startTime);
});

test("an unpaid booking is paid from the account", async ({ page }) => {
  const email = emailOf("later");
  await signUp(page, email);
  const { id } = await holdBooking(page, "recording-studio", 16, email);
  await page.goto("/account");
  const booking = page.getByRole("article").filter({ hasText: `#${id}` });
  await expect(booking.getByText("Payment Pending")).toBeVisible();
  await expect(booking.getByText(/Held for you until/)).toBeVisible();
  await booking.getByRole("button", { name: /Pay the downpayment/ }).click();
  await payWith(page, CARDS.good);
  await expect(page.getByRole("heading", { name: "Booking Confirmed!" })).toBeVisible();
});

test("a guest sees, moves and cancels by the link in the mail, and another link shows nothing", async ({
  page,
  baseURL,
}) => {
  test.slow();
  const email = emailOf("guest");
  const id = await makePaidBooking(page, "rehearsal-room", 16, email);
  const link = await mailedLink(baseURL, email, "/guest/");
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1, name: "Your booking" })).toBeVisible();
  const booking = page.getByRole("article").filter({ hasText: `#${id}` });
  await expect(booking.getByText(/Remaining balance of \$\d+\.\d\d due at venue/)).toBeVisible();

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    booking.getByRole("link", { name: /Add to Calendar/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`booking-${id}.ics`);
  expect(await readFile(await download.path(), "utf8")).toContain("BEGIN:VEVENT");

  await booking.getByRole("button", { name: /Reschedule/ }).click();
  await chooseDay(page);
  await chooseSlot(page, 10);
  await page.getByRole("button", { name: "Move my booking" }).click();
  await expect(page.getByText("Booking Rescheduled").first()).toBeVisible();
  await expect(booking).toContainText("10:00 AM – 12:00 PM");

  await booking.getByRole("button", { name: /Cancel Booking/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel this booking" }).click();
  await expect(booking.getByText("Cancelled", { exact: true })).toBeVisible();

  await page.goto(link.replace(/guest\/\d+/, `guest/${id + 1}`));
  await expect(page.getByRole("alert")).toContainText("This link is not valid or has expired");
});

interface OwnBooking {
  id: number;
  startTime: string;
  roomSlug: string;
  paidAmount: string;
}

async function ownBooking(page: Page, id: number): Promise<OwnBooking> {
  const bookings: OwnBooking[] = await (await page.request.get("/api/auth/bookings")).json();
  const found = bookings.find((booking) => booking.id === id);
  if (!found) throw new Error(`booking ${id} is not the customer's`);
  return found;
}

/** The venue day of an instant, `2026-12-12`. */
const dayOf = (instant: string): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" }).format(new Date(instant));

/** `"Saturday, December 12"`, as the calendar names the day. */
function dayPattern(instant: string): string {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-US", { timeZone: "America/New_York", ...options }).format(new Date(instant));
  return `${part({ weekday: "long" })}, ${part({ month: "long" })} ${part({ day: "numeric" })}`;
}

async function dollarsBeside(within: Locator, label: string): Promise<number> {
  const text = await within.locator("dl > div").filter({ hasText: label }).locator("dd").innerText();
  return Number(text.replace(/[$,]/g, ""));
}
