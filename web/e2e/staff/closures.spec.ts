/**
 * Journeys of managers: hours closed over bookings, a public holiday, scheduled opening hours that are withdrawn, and changed terms.
 * Each restores the settings.
 */

import { isClosedDay } from "../../../core/venue/time/opening-hours.ts";
import { shortDayAndTime, shortDayAndYear } from "../../../core/venue/time/time-format.ts";
import { addDays, instantAt, venueDayOf } from "../../../core/venue/time/venue-time.ts";
import { apiBooking, expectAccessible, expectAccessibleOnPhoneAndDesktop, newDay, slot } from "../journey.ts";
import { type APIRequestContext, expect, test } from "../product.ts";
import {
  asAdmin,
  emailOf,
  type MadeBooking,
  openBooking,
  openDashboard,
  payBooking,
} from "../staff-journey.ts";

const ZONE = "America/New_York";
const DAY = newDay();
const at = (hour: number) => instantAt(DAY, hour, ZONE).toISOString();

async function book(
  request: APIRequestContext,
  email: string,
  from: number,
  slug = "classroom",
): Promise<MadeBooking> {
  const times = { startTime: `${from}:00`, endTime: `${from + 2}:00`, hours: 2 };
  const answer = await apiBooking(request, slug, { startDate: DAY, ...times, email });
  expect(answer.status(), await answer.text()).toBe(201);
  return answer.json();
}

test("a room is closed over two bookings: one is cancelled with a refund, one moves, and visitors see why", async ({
  page,
  browser,
  request,
}) => {
  const [given, moved] = [emailOf("given-up"), emailOf("moved-on")];
  const cancelled = await book(request, given, 13);
  await payBooking(request, cancelled, given);
  const kept = await book(request, moved, 15);
  await payBooking(request, kept, moved);
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme: "dark" });
  const visitor = await phone.newPage();
  await visitor.goto(`/room/classroom?day=${DAY}`);
  await expect(slot(visitor, 13)).toContainText("Booked");

  await openDashboard(page);
  await page.getByRole("tab", { name: "Closures" }).click();
  await page.getByRole("button", { name: "Close hours" }).click();
  const dialog = page.getByRole("dialog", { name: "Close hours" });
  await dialog.getByRole("checkbox", { name: "The whole venue" }).uncheck();
  await dialog.getByRole("checkbox", { name: "Classroom" }).check();
  await dialog.getByRole("radio", { name: "Hours of a day" }).check();
  await dialog.getByLabel("Day", { exact: true }).fill(DAY);
  await dialog.getByLabel("From", { exact: true }).selectOption("1:00 PM");
  await dialog.getByLabel("Until", { exact: true }).selectOption("6:00 PM");
  await dialog.getByRole("button", { name: "Close these hours" }).click();
  await expect(dialog.getByText("Reason is required")).toBeVisible();
  await dialog.getByRole("button", { name: "Closed for maintenance" }).click();
  await dialog.getByRole("checkbox", { name: /Visitors see the reason/ }).check();
  await dialog.getByRole("button", { name: "Close these hours" }).click();

  await expect(dialog.getByRole("heading", { name: "2 conflicting bookings" })).toBeFocused();
  const row = (booking: MadeBooking) => dialog.getByRole("listitem").filter({ hasText: `#${booking.id}` });
  await expect(row(cancelled)).toContainText("Ella Baker");
  await expect(row(cancelled)).toContainText("Downpaid");
  await row(cancelled).getByRole("radio", { name: "Cancel" }).check();
  await expect(row(cancelled)).toContainText(`Refunds $${cancelled.downpaymentAmount}`);
  await row(kept).getByRole("radio", { name: "Move" }).check();
  await dialog.getByRole("button", { name: "Close these hours" }).click();
  await expect(row(kept)).toContainText("Choose a time");
  // Its own hours are free in another room, and a dearer one costs the guest no more.
  await row(kept).getByLabel("Room").selectOption("Auditorium");
  await row(kept).getByLabel("Move to").selectOption(at(15));
  await expect(row(kept)).toContainText(`The price stays at $${kept.totalAmount}`);
  await row(kept).getByLabel("Room").selectOption("Classroom");
  await row(kept).getByLabel("Move to").selectOption(at(18));
  await expect(row(kept)).toContainText(`The price stays at $${kept.totalAmount}`);
  await expectAccessibleOnPhoneAndDesktop(page);
  await dialog.getByRole("button", { name: "Close these hours" }).click();
  await expect(dialog).toBeHidden();

  const closure = page
    .getByRole("list", { name: "Closures" })
    .getByRole("listitem")
    .filter({
      hasText: shortDayAndTime(new Date(at(13)), new Date(at(18)), ZONE),
    });
  await expect(closure).toContainText("Classroom");
  await expect(closure).toContainText("Closed by Admin Account");
  // The open page shows the change, and says why.
  await expect(slot(visitor, 13)).toContainText("Closed for maintenance");
  await expect(slot(visitor, 17)).toContainText("Closed for maintenance");
  await expect(slot(visitor, 13)).toBeDisabled();
  await expect(slot(visitor, 18)).toContainText("Booked");
  await expectAccessible(visitor);
  const headers = await asAdmin(request);
  const read = async ({ id }: MadeBooking) => (await request.get(`/api/bookings/${id}`, { headers })).json();
  expect(await read(cancelled)).toMatchObject({ status: "cancelled", cancelledBy: "venue" });
  await expect.poll(async () => (await read(cancelled)).refundedAmount).toBe(cancelled.downpaymentAmount);
  expect(await read(kept)).toMatchObject({
    status: "confirmed",
    startTime: at(18),
    endTime: at(20),
    totalAmount: kept.totalAmount,
  });

  await closure.getByRole("button", { name: /^Reopen/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Reopen" }).click();
  await expect(closure).toHaveCount(0);
  await expect(slot(visitor, 13)).toBeEnabled();
  await expect(slot(visitor, 18)).toContainText("Booked");
  await phone.close();
});

/** The next holiday in eight weeks or later on which the venue is open and has no bookings. */
async function nextHoliday(request: APIRequestContext): Promise<{ name: string; day: string }> {
  const headers = await asAdmin(request);
  const from = addDays(venueDayOf(new Date(), ZONE), 56);
  const year = Number(from.slice(0, 4));
  for (const { name, day, until } of [
    ...(await (await request.get(`/api/holidays?year=${year}`, { headers })).json()).holidays,
    ...(await (await request.get(`/api/holidays?year=${year + 1}`, { headers })).json()).holidays,
  ]) {
    if (day < from || day !== until || isClosedDay(day)) continue;
    const board = await request.get(`/api/board?day=${day}`, { headers });
    expect(board.status()).toBe(200);
    if (!(await board.text()).includes('"kind":')) return { name, day };
  }
  throw new Error("No public holiday is free");
}

test("a public holiday is closed with one more press, and reopened", async ({ page, browser, request }) => {
  const { name, day } = await nextHoliday(request);
  const words = `${name}, ${shortDayAndYear(day)}`;
  await openDashboard(page);
  await page.getByRole("tab", { name: "Closures" }).click();
  await page.getByRole("button", { name: /^Show all/ }).click();
  const holiday = page.getByRole("list", { name: "Public holidays" }).getByRole("listitem").filter({
    hasText: words,
  });
  await holiday.getByRole("button", { name: `${words}: close the venue` }).click();
  const dialog = page.getByRole("dialog", { name: "Close hours" });
  await expect(dialog.getByLabel("First day")).toHaveValue(day);
  await expect(dialog.getByLabel("Last day")).toHaveValue(day);
  await expect(dialog.getByLabel("Reason", { exact: true })).toHaveValue("Public holiday");
  await expect(dialog.getByRole("checkbox", { name: "The whole venue" })).toBeChecked();
  await dialog.getByRole("checkbox", { name: /Visitors see the reason/ }).check();
  await dialog.getByRole("button", { name: "Close these hours" }).click();
  await expect(dialog).toBeHidden();
  await expect(holiday.getByText("Closed", { exact: true })).toBeVisible();
  const closure = page.getByRole("list", { name: "Closures" }).getByRole("listitem").filter({
    hasText: "Public holiday",
  });
  await expect(closure).toContainText("The whole venue");
  await expectAccessibleOnPhoneAndDesktop(page);

  const visitor = await browser.newPage();
  await visitor.goto(`/room/auditorium?day=${day}`);
  await expect(visitor.getByRole("gridcell", { selected: true })).toContainText("closed");
  await expect(slot(visitor, 9)).toContainText("Public holiday");
  await closure.getByRole("button", { name: /^Change the reason/ }).click();
  const reason = page.getByRole("dialog", { name: "Reason for a closure" });
  await reason.getByLabel("Reason", { exact: true }).fill("Winter break");
  await reason.getByRole("button", { name: "Save" }).click();
  await expect(slot(visitor, 9)).toContainText("Winter break");
  const renamed = page.getByRole("listitem").filter({ hasText: "Winter break" });
  await renamed.getByRole("button", { name: /^Change the reason/ }).click();
  await reason.getByRole("button", { name: "Remove the reason" }).click();
  await expect(slot(visitor, 9)).not.toContainText("Winter break");
  const bare = page.getByRole("listitem").filter({ hasText: "The reason was removed" });
  await bare.getByRole("button", { name: /^Reopen/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Reopen" }).click();
  await expect(slot(visitor, 9)).toBeEnabled();
  await visitor.close();
  const left = await request.get(`/api/blocks?from=${day}&to=${day}`, { headers: await asAdmin(request) });
  expect(await left.json()).toEqual([]);
});

test("another downpayment applies to later bookings; earlier bookings keep theirs", async ({
  page,
  browser,
  request,
}) => {
  const [before, after] = [emailOf("before"), emailOf("after")];
  const older = await book(request, before, 19, "conference-room");
  const visitor = await browser.newPage();
  await visitor.goto(`/room/conference-room?day=${DAY}`);
  await expect(visitor.getByText("Half of the total is paid when you book")).toBeVisible();
  await openDashboard(page);
  await page.getByRole("tab", { name: "Venue", exact: true }).click();
  const form = page.getByRole("form", { name: "Venue settings" });
  const share = form.getByLabel("Downpayment, % of the total");
  await expect(share).toHaveValue("50");
  try {
    await share.fill("130");
    await form.getByRole("button", { name: /^Save/ }).click();
    await expect(form.getByText("Downpayment must be at most 100")).toBeVisible();
    await expect(share).toBeFocused();
    await share.fill("30");
    await expect(form.getByText(/^30% of the total is due as a downpayment when you book/)).toBeVisible();
    await expectAccessibleOnPhoneAndDesktop(page);
    await form.getByRole("button", { name: "Save from today on" }).click();
    await expect(form.getByRole("button", { name: "Undo edits" })).toHaveAttribute("aria-disabled", "true");
    await expect(share).toHaveValue("30");
    // The open page shows the change.
    await expect(visitor.getByText("30% of the total is paid when you book, the rest")).toBeVisible();
    await visitor.goto("/terms");
    await expect(visitor.getByText("The remaining 70% is due on arrival at the venue.")).toBeVisible();

    const room = await (await request.get("/api/rooms/conference-room")).json();
    const total = Number(room.hourlyRate);
    const made = await request.post("/api/bookings", {
      data: {
        ...{ roomId: room.id, firstName: "Ella", lastName: "Baker", email: after, phone: "212 555 0101" },
        ...{ startDate: DAY, startTime: "21:00", endTime: "22:00", hourCount: 1, eventType: "Meeting" },
        totalAmount: total.toFixed(2),
        downpaymentAmount: (total * 0.3).toFixed(2),
        remainingAmount: (total * 0.7).toFixed(2),
        terms: true,
      },
    });
    expect(made.status(), await made.text()).toBe(201);
    await page.getByRole("tab", { name: /^Bookings/ }).click();
    const dialog = await openBooking(page, older, before);
    await dialog.getByRole("tab", { name: "Payment" }).click();
    await expect(dialog).toContainText(`$${older.downpaymentAmount}`);
    expect(Number(older.downpaymentAmount) * 2).toBe(Number(older.totalAmount));
  } finally {
    const headers = await asAdmin(request);
    const back = await request.patch("/api/house", { headers, data: { downpaymentPercent: 50 } });
    expect((await back.json()).house.downpaymentPercent).toBe(50);
    await visitor.close();
  }
});

test("scheduled opening hours name their days, and are withdrawn after a question", async ({
  page,
  request,
}) => {
  const from = new Date(Date.now() + 300 * 86_400_000).toISOString().slice(0, 10);
  await openDashboard(page);
  await page.getByRole("tab", { name: "Venue", exact: true }).click();
  const form = page.getByRole("form", { name: "Venue settings" });
  const coming = page.getByRole("list", { name: "Scheduled changes" });
  await form.getByRole("checkbox", { name: "Tuesday open" }).uncheck();
  await form.getByLabel("Applies from").fill(from);
  await form.getByRole("button", { name: "Save for that day" }).click();
  const change = coming.getByRole("listitem").filter({ hasText: "Bookable hours: Tue closed" }).first();
  // Exact, since the other weekdays stay as they are, and the card's heading names a weekday too.
  await expect(change.getByText("Bookable hours: Tue closed", { exact: true })).toBeVisible();
  await expectAccessibleOnPhoneAndDesktop(page);
  await change.getByRole("button", { name: /^Withdraw/ }).click();
  const question = page.getByRole("alertdialog", { name: "Withdraw this change?" });
  await expect(question).toContainText("Bookable hours: Tue closed");
  await question.getByRole("button", { name: "Withdraw" }).click();
  await expect(page.getByText("None. The settings below apply until you change them.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Scheduled changes" })).toBeFocused();
  const { upcoming } = await (
    await request.get("/api/staff/house", { headers: await asAdmin(request) })
  ).json();
  expect(upcoming).toEqual([]);
});
