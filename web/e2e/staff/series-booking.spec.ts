/** Journeys of staff who book a series for a guest: every Tuesday of three months in one form, dates that are not free, and a date lost meanwhile. */
import { shortDay } from "../../../core/venue/time/time-format.ts";
import { addDays, instantAt, venueDayOf } from "../../../core/venue/time/venue-time.ts";
import {
  expectAccessible,
  expectAccessibleOnPhoneAndDesktop,
  expectNoSidewaysScroll,
  weekdayIn,
} from "../journey.ts";
import { expect, type Locator, test } from "../product.ts";
import {
  countPresses,
  dragOverHours,
  emailOf,
  makeBooking,
  openDashboard,
  staffApi,
  staffSession,
} from "../staff-journey.ts";

const tuesdays = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, week) => addDays(first, 7 * week));

const datesOf = (dialog: Locator) => dialog.getByRole("list", { name: "Dates of the series" });
const dateRow = (dialog: Locator, day: string) =>
  datesOf(dialog).getByRole("listitem", { name: shortDay(day), exact: true });

async function fillGuest(dialog: Locator, email: string): Promise<void> {
  await dialog.getByLabel("First Name").fill("Ida");
  await dialog.getByLabel("Last Name").fill("Rhodes");
  await dialog.getByLabel("Phone", { exact: true }).fill("(917) 555-0123");
  await dialog.getByLabel("Email").fill(email);
}

test("a band gets every Tuesday of three months with at most 8 presses in one form", async ({
  page,
  request,
}) => {
  const [email, first] = [emailOf("band"), weekdayIn(32, "tuesday")];
  const days = tuesdays(first, 12);
  const api = await staffApi(request);
  await makeBooking(request, "classroom", weekdayIn(31, "tuesday"), email);
  // The fourth Tuesday is taken.
  const taken = days[3] ?? "";
  await api.book("recording-studio", { day: taken, from: 18, to: 20, email: emailOf("other") });
  await staffSession(page);
  await page.goto(`/admin/board?day=${first}`);
  await expect(page.getByRole("gridcell", { name: "Recording Studio, 6 PM, free" })).toBeVisible();
  const presses = await countPresses(page);
  await dragOverHours(page, "Recording Studio", "6 PM", "7 PM");
  await page.getByRole("button", { name: "Book these hours" }).click();
  const dialog = page.getByRole("dialog", { name: "New Phone Booking" });
  await expect(dialog.getByRole("combobox", { name: "Find the guest" })).toBeFocused();
  await page.keyboard.type(email);
  await dialog.getByRole("option", { name: /Ella Baker/ }).click();
  await dialog.getByRole("radio", { name: "Weekly" }).click();
  await expect(dialog.getByLabel("Number of dates")).toHaveValue("12");
  await expect(dialog.getByLabel("Or until")).toHaveValue(days[11] ?? "");
  await expect(dialog.getByText(/^11 of 12 dates: \$/)).toBeVisible();
  await expect(dialog.getByText(`Taken, so left out: ${shortDay(taken)}.`)).toBeVisible();
  await expect(datesOf(dialog).getByRole("listitem")).toHaveCount(12);
  await dateRow(dialog, taken)
    .getByRole("button", { name: /instead/ })
    .first()
    .click();
  await expect(dialog.getByText(/^All 12 dates: \$/)).toBeVisible();
  await dialog.getByRole("radio", { name: /Paid at the desk/ }).click();
  const answered = page.waitForResponse((answer) => answer.url().endsWith("/api/staff/series"));
  await dialog.getByRole("button", { name: "Book 12 Dates" }).click();
  const made = await (await answered).json();
  expect(made.bookings).toHaveLength(12);
  await expect(page.getByRole("dialog", { name: `#${made.bookings[0].id}` })).toBeVisible();
  expect(await presses()).toBeLessThanOrEqual(8);
  const usual = (day: string): string => instantAt(day, 18, "America/New_York").toISOString();
  const elsewhere = made.bookings.filter(
    ({ startTime }: { startTime: string }) => !days.map(usual).includes(startTime),
  );
  expect(elsewhere).toHaveLength(1);
  // Of the places that are offered, those of the same room come first.
  expect(venueDayOf(new Date(elsewhere[0].startTime), "America/New_York")).toBe(taken);
  expect(new Set(made.bookings.map(({ roomName }: { roomName: string }) => roomName))).toEqual(
    new Set(["Recording Studio"]),
  );
});

test("dates are skipped and swapped, the sums follow, and a draft keeps them through a reload", async ({
  page,
  request,
}) => {
  const [email, first] = [emailOf("choir"), weekdayIn(46, "tuesday")];
  const [second = "", third = "", last = ""] = tuesdays(first, 4).slice(1);
  const api = await staffApi(request);
  await api.book("auditorium", { day: second, from: 18, to: 20, email: emailOf("other") });
  await openDashboard(page);
  await page.getByRole("button", { name: "New Phone Booking" }).click();
  const dialog = page.getByRole("dialog", { name: "New Phone Booking" });
  await dialog.getByLabel("Room").selectOption({ label: "Auditorium" });
  await dialog.getByLabel("Day", { exact: true }).fill(first);
  await dialog.getByLabel("Start").selectOption("18");
  await fillGuest(dialog, email);
  await expect(
    dialog.getByRole("radio", { name: /^Monthly on the (first|second|third|fourth|last) Tuesday$/ }),
  ).toBeVisible();
  await dialog.getByRole("radio", { name: "Weekly" }).check();
  await dialog.getByLabel("Number of dates").fill("1");
  await expect(dialog.getByText("A series has 2 to 52 dates")).toBeVisible();
  await dialog.getByLabel("Or until").fill(last);
  await expect(dialog.getByLabel("Number of dates")).toHaveValue("4");
  await expect(dialog.getByText(/^3 of 4 dates: \$/)).toBeVisible();

  const price = Number((await dateRow(dialog, first).textContent())?.match(/\$([\d.]+)/)?.[1]);
  await dateRow(dialog, third)
    .getByRole("button", { name: `Skip ${shortDay(third)}` })
    .press("Enter");
  await expect(dialog.getByText(`2 of 4 dates: $${(2 * price).toFixed(2)}`)).toBeVisible();
  await expect(
    dateRow(dialog, third).getByRole("button", { name: `Book ${shortDay(third)} after all` }),
  ).toBeFocused();
  const other = dateRow(dialog, second)
    .getByRole("button", { name: /instead/ })
    .first();
  await other.press("Enter");
  await expect(other).toHaveAttribute("aria-pressed", "true");
  await expect(other).toBeFocused();
  await expect(dialog.getByText(/^3 of 4 dates: \$/)).toBeVisible();
  await expectAccessibleOnPhoneAndDesktop(page);
  await page.reload();
  await expect(dialog.getByText(/^3 of 4 dates: \$/)).toBeVisible();
  await expect(dateRow(dialog, third)).toContainText("Skipped");

  // A colleague is faster with the last date: it stays in its place, and says so.
  await api.book("auditorium", { day: last, from: 18, to: 20, email: emailOf("faster") });
  await expect(dateRow(dialog, last)).toContainText("Just taken");
  await expect(dialog.getByText(`Just taken by others: ${shortDay(last)}.`)).toBeVisible();
  await expect(dialog.getByText(/^2 of 4 dates: \$/)).toBeVisible();
  await dialog.getByRole("radio", { name: /Free/ }).check();
  await dialog.getByLabel("Why it is free").fill("The choir of the school");
  await dialog.getByRole("button", { name: "Book 2 Dates" }).click();
  await expect(page.getByRole("dialog", { name: "Ida Rhodes" })).toBeVisible();
});

test.describe("on a phone with the dark theme", () => {
  test.use({ colorScheme: "dark", viewport: { width: 390, height: 844 } });

  test("a date that was lost before the press is named, and nothing is booked until the next press", async ({
    page,
    request,
  }) => {
    const [email, first] = [emailOf("class"), weekdayIn(40, "tuesday")];
    const second = addDays(first, 14);
    const api = await staffApi(request);
    await openDashboard(page);
    // The page hears of no change, and no quote after the first one.
    await page.routeWebSocket("**/ws", () => undefined);
    await page.reload();
    await page.getByRole("button", { name: "New Phone Booking" }).click();
    const dialog = page.getByRole("dialog", { name: "New Phone Booking" });
    await dialog.getByLabel("Room").selectOption({ label: "Conference Room" });
    await dialog.getByLabel("Day", { exact: true }).fill(first);
    await dialog.getByLabel("Start").selectOption("10");
    await fillGuest(dialog, email);
    await dialog.getByRole("radio", { name: "Every 2 weeks" }).check();
    await dialog.getByLabel("Number of dates").fill("3");
    await expect(dialog.getByText(/^All 3 dates: \$/)).toBeVisible();
    await api.book("conference-room", { day: second, from: 11, to: 13, email: emailOf("faster") });
    await dialog.getByRole("button", { name: "Book 3 Dates" }).click();
    await expect(dialog.getByText(`Just taken by others: ${shortDay(second)}.`)).toBeVisible();
    await expect(datesOf(dialog)).toBeFocused();
    await expect(
      dateRow(dialog, second)
        .getByRole("button", { name: /instead/ })
        .first(),
    ).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await dialog.getByRole("button", { name: "Book 2 Dates" }).click();
    await expect(page.getByText("2 dates: the payment link will be sent").first()).toBeVisible();
    await expect(page.getByRole("dialog", { name: "Ida Rhodes" })).toBeVisible();
  });
});
