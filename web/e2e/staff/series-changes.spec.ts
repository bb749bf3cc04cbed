/** Journeys of staff who change a series: a drag with its scope, a cancellation of this and following dates, further dates, and where it is shown. */
import { formatMoney, toAmount, toCents } from "../../../core/booking/rules/money.ts";
import { shortDay } from "../../../core/venue/time/time-format.ts";
import { addDays, instantAt } from "../../../core/venue/time/venue-time.ts";
import {
  expectAccessible,
  expectAccessibleOnPhoneAndDesktop,
  expectNoSidewaysScroll,
  weekdayIn,
} from "../journey.ts";
import { type APIRequestContext, expect, type Locator, type Page, test } from "../product.ts";
import { bookingCards, emailOf, openDashboard, search, staffApi, staffSession } from "../staff-journey.ts";

interface MadeDate {
  id: number;
  startTime: string;
  totalAmount: string;
  downpaymentAmount: string;
}

/** Books so many Wednesdays from 6 to 8 PM, confirmed and paid at the desk later. */
async function makeSeries(
  request: APIRequestContext,
  roomId: number,
  { first, count, email }: { first: string; count: number; email: string },
): Promise<MadeDate[]> {
  const api = await staffApi(request);
  const { bookings } = await api.send("POST", "/api/staff/series", {
    roomId,
    firstName: "Ida",
    lastName: "Rhodes",
    email,
    phone: "212 555 0101",
    startDate: first,
    startTime: "18:00",
    endTime: "20:00",
    eventType: "Rehearsal",
    payment: "desk",
    repeat: { every: 1, count },
  });
  return bookings;
}

const idOf = (dates: readonly MadeDate[], at: number): number => dates[at]?.id ?? 0;
const visitCell = (page: Page, id: number): Locator => page.locator(`[data-booking="${id}"]`);

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error("nothing to drag");
  await page.mouse.move(start.x + 40, start.y + 20);
  await page.mouse.down();
  await page.mouse.move(start.x + 50, start.y + 30, { steps: 2 });
  await page.mouse.move(end.x + 40, end.y + 20, { steps: 4 });
  await page.mouse.up();
}

test("a drag of a series' visit asks which dates, lists them with the price, and moves exactly those", async ({
  page,
  request,
}) => {
  const first = weekdayIn(34, "wednesday");
  const dates = await makeSeries(request, 6, { first, count: 4, email: emailOf("dragged") });
  const api = await staffApi(request);
  const day = addDays(first, 7);
  // In the way of the last date, at another hour of the same room.
  await api.book("conference-room", { day: addDays(first, 21), from: 15, to: 17, email: emailOf("other") });
  await staffSession(page);
  await page.goto(`/admin/board?day=${day}`);
  const visit = visitCell(page, idOf(dates, 1));
  await expect(visit).toHaveAccessibleName(
    /^Conference Room, Ida Rhodes, 6:00 PM – 8:00 PM, .*2 of 4 of a series$/,
  );
  await drag(page, visit, page.getByRole("gridcell", { name: "Conference Room, 3 PM, free" }));
  const dialog = page.getByRole("dialog", { name: "Move Ida Rhodes" });
  await expect(dialog.getByRole("radio", { name: "This date" })).toBeChecked();
  await expect(dialog.getByText("The price stays at")).toBeVisible();
  await dialog.getByRole("radio", { name: "This and following" }).check();
  await expect(dialog.getByText(`1 date is taken there: ${shortDay(addDays(first, 21))}.`)).toBeVisible();
  await expect(dialog.getByRole("button", { name: /^Move/ })).toHaveAttribute("aria-disabled", "true");
  await expectAccessibleOnPhoneAndDesktop(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  // Two hours earlier nothing is in the way.
  await dialog.getByLabel("Start").selectOption("12");
  const moving = dialog.getByRole("list", { name: "Dates that move" }).getByRole("listitem");
  await expect(moving).toHaveCount(3);
  await expect(moving.nth(0)).toContainText(shortDay(day));
  await expect(dialog.getByText("3 dates move. The price stays as it is")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("radio", { name: "All to come" }).press("Space");
  await expect(moving).toHaveCount(4);
  await dialog.getByRole("radio", { name: "This and following" }).check();
  await expect(moving).toHaveCount(3);
  await dialog.getByRole("button", { name: "Move 3 Dates" }).press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(visit).toHaveAccessibleName(/12:00 PM – 2:00 PM/);
  // The focus is on the board again.
  await expect(page.getByRole("grid").locator(":focus")).toHaveCount(1);
  const seriesOf = await (
    await page.request.get(`/api/bookings/${idOf(dates, 0)}`, { headers: await bearer(page) })
  ).json();
  const series = await (
    await page.request.get(`/api/series/${seriesOf.seriesId}`, { headers: await bearer(page) })
  ).json();
  expect(series.bookings.map(({ startTime }: MadeDate) => startTime)).toEqual(
    [18, 12, 12, 12].map((hour, week) =>
      instantAt(addDays(first, 7 * week), hour, "America/New_York").toISOString(),
    ),
  );

  // Another day is for this date only.
  await visit.press("m");
  await dialog.getByLabel("Day", { exact: true }).fill(addDays(day, 1));
  await expect(dialog.getByText("Another day or another length is for this date only")).toBeVisible();
  await expect(dialog.getByRole("radio", { name: "All to come" })).toBeDisabled();
});

const bearer = async (page: Page): Promise<{ authorization: string }> => ({
  authorization: `Bearer ${await page.evaluate(() => localStorage.getItem("staff_token"))}`,
});

test("the list says 3 of 5; this and following are cancelled with the refund that was shown; further dates are added", async ({
  page,
  request,
}) => {
  const [email, first] = [emailOf("choir"), weekdayIn(34, "wednesday")];
  const dates = await makeSeries(request, 7, { first, count: 5, email });
  const api = await staffApi(request);
  for (const { id } of dates.slice(2))
    await api.send("PATCH", `/api/bookings/${id}`, { paymentStatus: "downpaid" });
  await openDashboard(page);
  await search(page, email);
  await expect(bookingCards(page)).toHaveCount(5);
  const third = bookingCards(page).filter({ hasText: "3 of 5" });
  await third.getByRole("button", { name: "View Details" }).click();
  const dialog = page.getByRole("dialog", { name: "Ida Rhodes" });
  await dialog.getByRole("tab", { name: "Series" }).click();
  await expect(dialog.getByRole("heading", { name: "3 of 5, weekly" })).toBeVisible();
  const listed = dialog.getByRole("list", { name: "Dates of the series" }).getByRole("listitem");
  await expect(listed).toHaveCount(5);
  await expect(listed.nth(2)).toHaveAttribute("aria-current", "true");
  await expectAccessibleOnPhoneAndDesktop(page);

  await dialog.getByRole("tab", { name: "Actions" }).click();
  await dialog.getByRole("button", { name: "Cancel Booking" }).click();
  await dialog.getByRole("radio", { name: "This and following" }).check();
  const share = toCents(dates[2]?.downpaymentAmount ?? "") ?? 0;
  const refund = formatMoney(toAmount(3 * share));
  await expect(dialog.getByText(`3 dates, refund ${refund}`)).toBeVisible();
  const cancelled = dialog.getByRole("list", { name: "Dates that are cancelled" }).getByRole("listitem");
  await expect(cancelled).toHaveCount(3);
  await expect(cancelled.nth(0)).toContainText(
    `${shortDay(addDays(first, 14))}${formatMoney(toAmount(share))} refund`,
  );
  await expectAccessibleOnPhoneAndDesktop(page);
  await dialog.getByRole("radio", { name: "The customer" }).check();
  const kept = formatMoney(toAmount(3 * Math.round(share * 0.9)));
  await expect(dialog.getByRole("button", { name: `Cancel 3 Dates and Refund ${kept}` })).toBeVisible();
  await dialog.getByRole("radio", { name: "The venue" }).check();
  await dialog.getByRole("button", { name: `Cancel 3 Dates and Refund ${refund}` }).click();
  await expect(dialog.getByRole("button", { name: "Cancel Booking" })).toBeFocused();
  await expect(page.getByText(`3 dates are cancelled, ${refund} is refunded.`).first()).toBeVisible();

  await dialog.getByRole("tab", { name: "Series" }).click();
  await expect(dialog.getByText(/^2 of 5 dates not cancelled: /)).toBeVisible();
  await expect(listed.filter({ hasText: "Cancelled" })).toHaveCount(3);

  // Two further dates, of which one is taken.
  const taken = addDays(first, 35);
  await api.book("classroom", { day: taken, from: 19, to: 21, email: emailOf("other") });
  await dialog.getByRole("button", { name: "Add Further Dates" }).click();
  await expect(dialog.getByRole("heading", { name: "Add further dates" })).toBeFocused();
  await dialog.getByLabel("Further dates", { exact: true }).fill("2");
  await expect(dialog.getByText(`1 date is taken there: ${shortDay(taken)}.`)).toBeVisible();
  await dialog.getByRole("button", { name: "Leave Out 1 Taken Date" }).click();
  await expect(dialog.getByText(/^1 further date: \$/)).toBeVisible();
  await expectAccessibleOnPhoneAndDesktop(page);
  await dialog.getByRole("button", { name: "Add 1 Date" }).click();
  await expect(dialog.getByRole("button", { name: "Add Further Dates" })).toBeFocused();
  await expect(listed).toHaveCount(6);
  // A date opens its own details.
  await listed.nth(5).getByRole("link").click();
  await expect(dialog.getByText("6 of 6")).toBeVisible();
  await dialog.getByRole("link", { name: "Ida Rhodes" }).click();

  // The guest's page shows the series once.
  const bookings = page.getByRole("list", { name: "Bookings of this guest" });
  await expect(bookings.getByText("Series of 6 dates, Classroom")).toBeVisible();
  await expect(bookings.getByRole("list").getByRole("listitem")).toHaveCount(6);
  await expect(page.locator('ul[aria-label="Bookings of this guest"] > li')).toHaveCount(1);
  await expectAccessibleOnPhoneAndDesktop(page);
});

test.describe("on a phone with the dark theme", () => {
  test.use({ colorScheme: "dark", viewport: { width: 390, height: 844 } });

  test("a note stays with its date, and one date is cancelled without the others", async ({
    page,
    request,
  }) => {
    const [email, first] = [emailOf("class"), weekdayIn(44, "wednesday")];
    const dates = await makeSeries(request, 7, { first, count: 3, email });
    await staffSession(page);
    await page.goto(`/admin?booking=${idOf(dates, 1)}`);
    const dialog = page.getByRole("dialog", { name: "Ida Rhodes" });
    await dialog.getByRole("tab", { name: "Notes" }).click();
    await dialog.getByLabel("Note on this booking").fill("Two more chairs");
    await dialog.getByRole("button", { name: "Add Note" }).click();
    await expect(dialog.getByRole("list", { name: "Notes on this booking" })).toContainText(
      "Two more chairs",
    );
    await dialog.getByRole("tab", { name: "Actions" }).click();
    await dialog.getByRole("button", { name: "Cancel Booking" }).click();
    await expect(dialog.getByRole("radio", { name: "This date" })).toBeChecked();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await dialog.getByRole("button", { name: "Confirm Cancellation" }).click();
    await expect(dialog.getByRole("button", { name: "Cancel Booking" })).toBeFocused();
    await dialog.getByRole("tab", { name: "Series" }).click();
    await expect(dialog.getByText(/^2 of 3 dates not cancelled: /)).toBeVisible();
    await dialog.getByRole("link", { name: shortDay(addDays(first, 14)) }).click();
    await expect(dialog.getByText("3 of 3")).toBeVisible();
    await dialog.getByRole("tab", { name: "Notes" }).click();
    await expect(dialog.getByText("Two more chairs")).toHaveCount(0);
    // Back closes the sheet.
    await page.goBack();
    await expect(dialog).toHaveCount(0);
  });
});
