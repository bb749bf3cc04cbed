/** Journeys from a room's page to a paid booking, and what happens if hours or fields are wrong. */
import { isClosedDay } from "../../../core/venue/time/opening-hours.ts";
import { addDays, instantAt } from "../../../core/venue/time/venue-time.ts";
import { openPayment } from "../customer-journey.ts";
import {
  acceptTerms,
  apiBooking,
  CARDS,
  chooseDay,
  chooseSlot,
  expectAccessible,
  expectNoSidewaysScroll,
  fillPerson,
  payWith,
  slot,
  WITH_MOTION,
} from "../journey.ts";
import { expect, type Page, test } from "../product.ts";
import { makeBooking, payBooking, staffApi } from "../staff-journey.ts";

test.use(WITH_MOTION);

test("a visitor books two hours and pays; another visitor's open page shows them taken", async ({
  page,
  browser,
}) => {
  await page.goto("/");
  await page
    .locator("#rooms")
    .getByRole("link", { name: /Book Now/ })
    .nth(1)
    .click();
  await expect(page).toHaveURL(/\/room\/auditorium/);
  await expect(page.getByRole("heading", { level: 1, name: "Auditorium" })).toBeVisible();
  await chooseDay(page);
  await chooseSlot(page, 10);
  await expect(page.getByText("Time Selected").first()).toBeVisible();

  const other = await browser.newPage();
  await other.goto(page.url().replace(/start=\d+&?/, ""));
  await expect(other.getByText("Live Updates Active")).toBeVisible();
  await expect(slot(other, 10)).toHaveAttribute("data-slot-state", "free");

  await fillPerson(page, "nina@example.test");
  await acceptTerms(page);
  await page.getByRole("button", { name: /continue to payment/i }).click();
  await expect(page.getByRole("heading", { name: "Pay the downpayment" })).toBeVisible();
  await expect(slot(other, 10)).toHaveAttribute("data-slot-state", "held", { timeout: 5_000 });
  await expect(slot(other, 11)).toContainText("Held");
  await expect(page.getByRole("timer")).toBeVisible();
  await expect(page.getByText("Due now (50%)")).toBeVisible();
  await expect(page.getByText("$150.00").first()).toBeVisible();
  await expect(page.getByText(/no card is charged/i).first()).toBeVisible();

  await payWith(page, CARDS.good);
  await expect(page.getByRole("heading", { name: "Booking Confirmed!" })).toBeVisible();
  await expect(slot(other, 10)).toHaveAttribute("data-slot-state", "booked", { timeout: 5_000 });
  await expect(slot(other, 11)).toContainText("Booked");
  await expect(slot(other, 10)).toBeDisabled();
  await expect(slot(other, 12)).toBeEnabled();
  await other.close();
});

test("a declined card keeps the hold, and a second card pays", async ({ page }) => {
  await openPayment(page, "classroom", 10, "declined@example.test");
  await payWith(page, CARDS.declined);
  await expect(page.getByRole("alert").filter({ hasText: "Payment Failed" })).toContainText(/declined/i);
  await expect(page.getByRole("timer")).toBeVisible();
  await payWith(page, CARDS.insufficientFunds);
  await expect(page.getByRole("alert").filter({ hasText: "Payment Failed" })).toContainText(/insufficient/i);
  await payWith(page, CARDS.good);
  await expect(page.getByRole("heading", { name: "Booking Confirmed!" })).toBeVisible();
});

test("a card that needs the bank's approval fails and then succeeds, as answered", async ({ page }) => {
  await openPayment(page, "conference-room", 10, "bank@example.test");
  await payWith(page, CARDS.asksBank);
  await page.getByRole("button", { name: "Fail" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Payment Failed" })).toBeVisible();
  await payWith(page, CARDS.asksBank);
  await page.getByRole("button", { name: "Complete" }).click();
  await expect(page.getByRole("heading", { name: "Booking Confirmed!" })).toBeVisible();
});

test("a reload during the payment leads back to the payment, and the address keeps day and slot", async ({
  page,
}) => {
  await page.goto("/room/media-production");
  const day = await chooseDay(page);
  await chooseSlot(page, 14);
  await page.reload();
  await expect(slot(page, 14)).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("heading", { name: day.split(",")[0] ?? day }).first()).toBeVisible();
  await page.goBack();
  await expect(slot(page, 14)).toHaveAttribute("aria-pressed", "false");
  await page.goForward();

  await fillPerson(page, "reload@example.test");
  await page.getByRole("checkbox", { name: /engineer/i }).check();
  await acceptTerms(page);
  // 2 hours at $90 and an engineer at $50 an hour.
  await expect(page.getByText("$280.00").first()).toBeVisible();
  await page.getByRole("button", { name: /continue to payment/i }).click();
  await expect(page.getByRole("button", { name: "Pay $140.00" })).toBeVisible();
  await page.reload();
  await payWith(page, CARDS.good);
  await expect(page.getByRole("heading", { name: "Booking Confirmed!" })).toBeVisible();
});

test("the booking page's dialog takes one hour and has its own terms", async ({ page }) => {
  await page.goto("/booking/black-box-theater");
  await expect(page.getByRole("heading", { level: 1, name: "Book Black Box Theater" })).toBeVisible();
  await page.getByRole("button", { name: "Book Now" }).last().click();
  await expect(page.getByText("Missing Information").first()).toBeVisible();
  await chooseDay(page);
  await chooseSlot(page, 20);
  await page.getByRole("button", { name: "Book Now" }).last().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/Minimum 1 hour/)).toBeVisible();
  await fillPerson(page, "dialog@example.test");
  await dialog.getByLabel("Attendees").fill("81");
  await dialog.getByRole("button", { name: /continue to payment/i }).click();
  await expect(dialog.getByText("You must agree to the terms and conditions").first()).toBeVisible();
  await expect(dialog.getByLabel("Attendees")).toHaveAttribute("aria-invalid", "true");
  await expect(dialog.getByLabel("Attendees")).toBeFocused();
  await dialog.getByLabel("Attendees").fill("80");
  await acceptTerms(page);
  await dialog.getByRole("button", { name: /continue to payment/i }).click();
  await expect(page.getByRole("button", { name: "Pay $55.00" })).toBeVisible();
});

test("the booking page leads to the room's page with the chosen hours, where they repeat", async ({
  page,
}) => {
  await page.goto("/booking/auditorium");
  await chooseDay(page);
  await chooseSlot(page, 14);
  await page.getByRole("link", { name: "Repeat them" }).click();
  await expect(page).toHaveURL(/\/room\/auditorium\?/);
  await expect(slot(page, 14)).toHaveAttribute("aria-pressed", "true");
  await page.getByLabel("Repeat").selectOption("Weekly");
  await expect(page.getByRole("region", { name: "Your dates" }).getByRole("listitem").first()).toBeVisible();
});

test("the dialog's start and end are fields: a change of them moves the choice in the calendar behind it", async ({
  page,
  request,
}) => {
  await page.goto("/booking/auditorium");
  await chooseDay(page);
  await chooseSlot(page, 10);
  const day = new URL(page.url()).searchParams.get("day") ?? "";
  const taken = await apiBooking(request, "auditorium", {
    startDate: day,
    startTime: "16:00",
    endTime: "17:00",
    hours: 1,
    email: "others@example.test",
  });
  expect(taken.status()).toBe(201);
  await page.getByRole("button", { name: "Book Now" }).last().click();
  const dialog = page.getByRole("dialog");
  const start = dialog.getByLabel("Start", { exact: true });
  const end = dialog.getByLabel("End", { exact: true });
  await expect(start).toHaveValue(`${day}T10:00`);
  await expect(end).toHaveValue(`${day}T11:00`);
  await expect(start).toHaveAttribute("step", "3600");
  await expect(dialog.getByText(/The venue's clock: New York time/).first()).toBeVisible();
  await expectAccessible(page);

  await start.fill(`${day}T13:00`);
  await expect(page).toHaveURL(/start=13/);
  await expect(end).toHaveValue(`${day}T14:00`);
  await end.fill(`${day}T15:00`);
  await expect(page).toHaveURL(/hours=2/);
  await expect(dialog.getByLabel("Number of hours")).toHaveValue("2");
  await expect(dialog.getByText("1:00 PM – 3:00 PM").first()).toBeVisible();

  await fillPerson(page, "times@example.test");
  await dialog.getByLabel("Attendees").fill("3");
  await acceptTerms(page);
  const sunday = sundayAfter(day);
  for (const [text, message] of [
    [`${sunday}T13:00`, "The venue is closed on Sundays"],
    ["2020-01-07T13:00", "This start is in the past"],
    [`${day}T07:00`, "Visits start from 9:00 AM to 9:00 PM"],
  ] as const) {
    await start.fill(text);
    await expect(start).toHaveAttribute("aria-invalid", "true");
    await expect(dialog.locator("#booking-startTime-error")).toContainText(message);
    await expect(page).toHaveURL(/start=13/);
    await dialog.getByRole("button", { name: /continue to payment/i }).click();
    await expect(start).toBeFocused();
  }
  await start.fill(`${day}T16:00`);
  await expect(dialog.locator("#booking-startTime-error")).toContainText("no longer available");
  await end.fill(`${day}T16:00`);
  await expect(dialog.locator("#booking-endTime-error")).toContainText("The end must be after the start");
  await start.fill(`${day}T15:00`);
  await expect(dialog.locator("#booking-endTime-error")).toContainText("only 1 hour is free from 3:00 PM");
  await end.fill(`${day}T16:00`);
  await expect(start).not.toHaveAttribute("aria-invalid");
  await expect(end).not.toHaveAttribute("aria-invalid");

  // A toast that appears meanwhile does not take the Escape key from the dialog.
  const others = await apiBooking(request, "auditorium", {
    startDate: day,
    startTime: "19:00",
    endTime: "20:00",
    hours: 1,
    email: "others-too@example.test",
  });
  expect(others.status()).toBe(201);
  await expect(page.getByText("Availability Updated", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(slot(page, 15)).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Book Now" }).last().click();
  await expect(start).toHaveValue(`${day}T15:00`);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
});

function sundayAfter(day: string): string {
  let sunday = day;
  do sunday = addDays(sunday, 1);
  while (!isClosedDay(sunday));
  return sunday;
}

test("each missing field has its own message, and a change of the day keeps what was typed", async ({
  page,
}) => {
  await page.goto("/room/classroom");
  await chooseDay(page);
  await chooseSlot(page, 12);
  await page.getByRole("button", { name: /continue to payment/i }).click();
  await expect(page.getByLabel("First name")).toBeFocused();
  await expect(page.getByLabel("First name")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByText("You must accept the terms and conditions").first()).toBeVisible();
  await fillPerson(page, "typed@example.test");
  await acceptTerms(page);
  await chooseAnotherDay(page);
  await expect(page.getByLabel("Email")).toHaveValue("typed@example.test");
  await page.getByRole("button", { name: /continue to payment/i }).click();
  await expect(page.getByText("Missing Information").first()).toBeVisible();
});

async function chooseAnotherDay(page: Page): Promise<void> {
  const days = page.getByRole("gridcell").getByRole("button", { name: /slots free/ });
  await days.last().click();
  await expect(page.locator('[data-slot-hour][aria-pressed="true"]')).toHaveCount(0);
}

test("a slot that another visitor has taken disables the button, offers others and keeps the form", async ({
  page,
  request,
}) => {
  await page.goto("/room/conference-room");
  await chooseDay(page);
  await chooseSlot(page, 16);
  await fillPerson(page, "slow@example.test");
  const day = new URL(page.url()).searchParams.get("day") ?? "";
  await expect(page.getByText("Live Updates Active")).toBeVisible();
  const taken = await makeBooking(request, "conference-room", day, "fast@example.test", 16);

  await expect(
    page.getByText("This time slot is no longer available. Please select a different time.").first(),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: /continue to payment/i })).toBeDisabled();
  await expect(page.getByLabel("Email")).toHaveValue("slow@example.test");
  await expect(page.getByText("Another visitor is paying for these hours.")).toBeVisible();
  await payBooking(request, taken, "fast@example.test");
  await expect(page.getByText("Another visitor has booked these hours.")).toBeVisible();
});

test("hours that the venue closes say why, and other days are offered", async ({ page, request }) => {
  await page.goto("/room/conference-room");
  await chooseDay(page);
  await chooseSlot(page, 13);
  const day = new URL(page.url()).searchParams.get("day") ?? "";
  await expect(page.getByText("Live Updates Active")).toBeVisible();
  const { id } = await (await request.get("/api/rooms/conference-room")).json();
  const [startTime, endTime] = [9, 22].map((hour) => instantAt(day, hour, "America/New_York").toISOString());
  const staff = await staffApi(request);
  await staff.send("POST", "/api/blocks", {
    ...{ roomIds: [id], startTime, endTime, reason: "New floor", public: true },
    bookings: {},
  });
  const trouble = page.getByRole("alert").filter({ hasText: "The venue has closed these hours: New floor." });
  const other = trouble.getByRole("button", { name: /^\w+day, .* PM – / }).first();
  await expect(other).toBeVisible();
  await other.click();
  await expect(trouble).toBeHidden();
  await expect(page).not.toHaveURL(new RegExp(`day=${day}`));
});
