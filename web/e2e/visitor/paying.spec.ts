/** Journeys on which nothing of a booking is lost before its confirmation: reloads, Back, other tabs, no connection. */

import { bookingIdInAddress, cardNumber, confirmed, ownBooking, pay, typeCard } from "../customer-journey.ts";
import {
  acceptTerms,
  CARDS,
  expectAccessible,
  expectNoSidewaysScroll,
  fillPerson,
  newDay,
  slot,
} from "../journey.ts";
import { type BrowserContext, expect, type Page, test } from "../product.ts";
import { emailOf } from "../staff-journey.ts";

const bar = (page: Page) => page.getByRole("complementary", { name: "Held for you" });

/** How many bookings a room has that start within a day. */
async function madeOn(context: BrowserContext, roomSlug: string, day: string): Promise<number> {
  const { id } = await (await context.request.get(`/api/rooms/${roomSlug}`)).json();
  const range = `startDate=${day}&endDate=${day}`;
  return (await (await context.request.get(`/api/rooms/${id}/bookings?${range}`)).json()).length;
}

/** Reloads the page, goes back one step, and forward again. */
async function shake(page: Page, still: () => Promise<void>): Promise<void> {
  await page.reload();
  await still();
  await page.goBack();
  await page.goForward();
  await still();
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("a booking is made once and paid once after a reload, Back and a second tab at every step", async ({
    page,
    context,
  }) => {
    test.slow();
    const day = newDay();
    const email = emailOf("steps");
    await page.goto(`/room/classroom?day=${day}`);
    await slot(page, 10).click();
    const chosen = () => expect(slot(page, 10)).toHaveAttribute("aria-pressed", "true");
    await chosen();
    await shake(page, chosen);

    await fillPerson(page, email);
    await acceptTerms(page);
    const typed = async () => {
      await chosen();
      await expect(page.getByLabel("Email")).toHaveValue(email);
      await expect(page.getByRole("checkbox", { name: /terms and conditions/ })).toBeChecked();
    };
    await shake(page, typed);
    // The header and the room's own link know nothing of the choice.
    await page.goto("/room/classroom");
    await typed();

    await page.getByRole("button", { name: /continue to payment/i }).click();
    await expect(page).toHaveURL(/\/booking\/\d+\/pay$/);
    const heading = page.getByRole("heading", { level: 1, name: "Pay the downpayment" });
    await expect(heading).toBeFocused();
    const id = bookingIdInAddress(page);
    await shake(page, () => expect(cardNumber(page)).toBeVisible());
    await expectNoSidewaysScroll(page);

    // A second press on the form leads to the same booking.
    await page.goto(`/room/classroom?day=${day}&start=10`);
    await expect(slot(page, 10)).toContainText("Yours");
    await page.getByRole("button", { name: /continue to payment/i }).click();
    await expect(page).toHaveURL(`/booking/${id}/pay`);

    const other = await context.newPage();
    await other.goto(`/room/classroom?day=${day}`);
    await expect(slot(other, 11)).toContainText("Yours");
    await expect(bar(other)).toContainText(/Classroom, .*10 AM–12 PM|Classroom, .*10–12 PM/);
    await bar(other).getByRole("link", { name: /^Pay/ }).click();
    await expect(cardNumber(other)).toBeVisible();

    await typeCard(page, CARDS.declined);
    await pay(page);
    await expect(cardNumber(page)).toBeFocused();
    await expect(cardNumber(page)).toHaveAttribute("aria-invalid", "true");
    await expect(cardNumber(page)).toHaveAccessibleDescription(
      /declined\. Your hours are held for \d\d minutes more\. Try another card\./,
    );
    await shake(page, () => expect(cardNumber(page)).toBeVisible());

    await typeCard(page, CARDS.good);
    await pay(page);
    await expect(page.getByText("Payment Successful").first()).toBeVisible();
    await expect(confirmed(page)).toBeFocused();
    await expect(page).toHaveURL(`/booking/${id}/confirmed`);
    await expect(confirmed(other)).toBeVisible();
    await other.close();
    const shown = async () => {
      await expect(confirmed(page)).toBeVisible();
      await expect(page.getByText(`We have sent a mail to ${email}`)).toBeVisible();
    };
    await shake(page, shown);
    await page.goto(`/booking/${id}/pay`);
    await shown();
    await expect(
      page.getByText(/Cancel until .*: \$\d+\.\d\d refund; until .*: \$\d+\.\d\d; then no refund\./),
    ).toBeVisible();
    await expect(bar(page)).toHaveCount(0);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    const file = page.waitForEvent("download");
    await page.getByRole("link", { name: "Other calendar (.ics)" }).click();
    expect((await file).suggestedFilename()).toBe(`booking-${id}.ics`);

    expect(await ownBooking(context, id)).toMatchObject({
      status: "confirmed",
      paymentStatus: "downpaid",
      email,
    });
    expect((await ownBooking(context, id)).paidAmount).toBe(
      (await ownBooking(context, id)).downpaymentAmount,
    );
    await expect.poll(() => madeOn(context, "classroom", day)).toBe(1);
    await page.goto("/room/classroom");
    await expect(page.locator('[data-slot-hour][aria-pressed="true"]')).toHaveCount(0);
  });
});

test.describe("on a desktop", () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test("without a connection every step shows that at once, sends nothing later, and loses nothing", async ({
    page,
    context,
  }) => {
    test.slow();
    const day = newDay();
    await page.goto(`/room/auditorium?day=${day}`);
    await slot(page, 13).click();
    await fillPerson(page, emailOf("cut-off"));
    await acceptTerms(page);
    const book = page.getByRole("button", { name: /continue to payment/i });
    const offline = page.getByText(/You seem to be offline/).first();

    await context.setOffline(true);
    await book.click();
    await expect(offline).toBeVisible();
    await expect(page.getByText("Booking Failed").first()).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText("Live Updates Active")).toBeVisible({ timeout: 20_000 });
    expect(await madeOn(context, "auditorium", day)).toBe(0);

    // The request arrives, and its answer is lost: the visitor's own hold does not conflict, also after a reload.
    await page.route("**/api/bookings", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await book.click();
    await expect(page.getByText(/The server could not be reached/).first()).toBeVisible();
    await page.unroute("**/api/bookings");
    await expect.poll(() => madeOn(context, "auditorium", day)).toBe(1);
    await page.reload();
    await expect(slot(page, 13)).toContainText("Yours");
    await book.click();
    await expect(cardNumber(page)).toBeVisible();
    await expect.poll(() => madeOn(context, "auditorium", day)).toBe(1);
    const id = bookingIdInAddress(page);

    await typeCard(page, CARDS.good);
    await context.setOffline(true);
    await pay(page);
    await expect(page.getByRole("alert").filter({ hasText: "Payment Failed" })).toContainText(
      /could not be reached.*not be charged twice/,
    );
    await page.getByRole("button", { name: "Release this hold" }).click();
    await page.getByRole("button", { name: "Yes, release it" }).click();
    await expect(offline).toBeVisible();
    await page.getByRole("button", { name: "Keep the hold" }).click();
    await context.setOffline(false);
    expect(await ownBooking(context, id)).toMatchObject({ status: "pending" });

    // The card is charged, and the product's own record of it comes later.
    await page.route(`**/api/bookings/${id}/payment`, (route) => route.abort());
    await pay(page);
    await expect(page.getByText("Your card was accepted").first()).toBeVisible();
    await page.unroute(`**/api/bookings/${id}/payment`);
    // The provider tells the product, and the product tells the page.
    await expect(confirmed(page)).toBeVisible();

    await context.setOffline(true);
    await page.getByLabel("Password").fill("six-or-more");
    await page.getByRole("button", { name: "Create Account" }).click();
    await expect(offline).toBeVisible();
    await context.setOffline(false);
    const paid = await ownBooking(context, id);
    expect(paid.paidAmount).toBe(paid.downpaymentAmount);
    await expect.poll(() => madeOn(context, "auditorium", day)).toBe(1);
  });
});

test("every page shows a hold; once it is released there, its hours are free for others at once", async ({
  page,
  browser,
}) => {
  const day = newDay();
  await page.goto(`/room/conference-room?day=${day}`);
  await slot(page, 18).click();
  await fillPerson(page, emailOf("holds"));
  await acceptTerms(page);
  await page.getByRole("button", { name: /continue to payment/i }).click();
  await expect(cardNumber(page)).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  const id = bookingIdInAddress(page);

  const strangers = await browser.newContext();
  const stranger = await strangers.newPage();
  await stranger.goto(`/room/conference-room?day=${day}`);
  await expect(slot(stranger, 18)).toContainText("Held");
  const answer = await stranger.goto(`/booking/${id}/pay`);
  expect(answer?.status()).toBe(200);
  await expect(stranger.getByRole("heading", { name: "Open this booking from its mail" })).toBeVisible();
  await expectAccessible(stranger);

  // Other hours before it is paid: its own hours are free for it.
  await page.getByRole("link", { name: "Change the time" }).click();
  await expect(slot(page, 18)).toHaveAttribute("aria-pressed", "true");
  await expectAccessible(page);
  await slot(page, 19).click();
  await page.getByLabel("Number of hours").selectOption("3");
  await page.getByRole("button", { name: "Hold these hours instead" }).click();
  await expect(page).toHaveURL(`/booking/${id}/pay`);
  await expect(page.getByText("7:00 PM – 10:00 PM")).toBeVisible();
  await stranger.goto(`/room/conference-room?day=${day}`);
  await expect(slot(stranger, 18)).toHaveAttribute("data-slot-state", "free");
  await expect(slot(stranger, 21)).toContainText("Held");
  await expect(stranger.getByText("Live Updates Active")).toBeVisible();

  for (const path of ["/", "/terms", "/room/classroom", "/user-auth"]) {
    await page.goto(path);
    await expect(bar(page)).toContainText(/Conference Room, .*7–10 PM, held \d\d:\d\d/);
  }
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await bar(page)
    .getByRole("button", { name: /^Release/ })
    .click();
  await expect(bar(page).getByRole("button", { name: "Keep" })).toBeFocused();
  await bar(page).getByRole("button", { name: "Yes, release" }).click();
  await expect(bar(page)).toHaveCount(0);
  await expect(slot(stranger, 21)).toHaveAttribute("data-slot-state", "free", { timeout: 5_000 });
  await page.goto(`/booking/${id}/pay`);
  await expect(page.getByRole("heading", { name: "Your hold has ended" })).toBeVisible();
  await page.getByRole("button", { name: "Book these hours again" }).click();
  await expect(cardNumber(page)).toBeVisible();
  expect(bookingIdInAddress(page)).not.toBe(id);
  await strangers.close();
});
