/** Journeys of a visitor who books the same hours of several weeks: dates swapped, skipped, lost and paid together (decisions 250 to 253). */
import { addDays } from "../../../core/venue/time/venue-time.ts";
import {
  acceptTerms,
  apiBooking,
  CARDS,
  expectAccessible,
  expectAccessibleOnPhoneAndDesktop,
  fillPerson,
  payWith,
  weekdayIn,
} from "../journey.ts";
import { type APIRequestContext, expect, type Page, test } from "../product.ts";
import { emailOf } from "../staff-journey.ts";

/** The same weekday of each week. Each journey has a weekday of its own, because a swap leads into other rooms. */
const weeksFrom = (first: string) => (n: number) => addDays(first, 7 * n);

/** `"Mon, Jun 15"` */
const short = (day: string): string =>
  new Intl.DateTimeFormat("en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${day}T00:00:00Z`));

/** Another visitor takes two hours from 18:00. */
async function take(request: APIRequestContext, slug: string, startDate: string): Promise<void> {
  const hours = { startDate, startTime: "18:00", endTime: "20:00", hours: 2 };
  const answer = await apiBooking(request, slug, { ...hours, email: emailOf("other") });
  expect(answer.status(), await answer.text()).toBe(201);
}

const dates = (page: Page) => page.getByRole("region", { name: "Your dates" });
const date = (page: Page, day: string) =>
  dates(page)
    .getByRole("listitem")
    .filter({ hasText: new RegExp(`${short(day)}(?!\\d)`) });

/** Opens the room at the first date, 18:00, and repeats weekly. */
async function repeatWeekly(page: Page, slug: string, first: string, count: number): Promise<void> {
  await page.goto(`/room/${slug}?day=${first}&start=18`);
  await page.getByLabel("Repeat").selectOption("Weekly");
  await page.getByLabel("Ends").selectOption(`After ${count} dates`);
  await expect(dates(page).getByRole("listitem")).toHaveCount(count);
}

async function expectSums(page: Page, sums: { dates: string; total: string; now: string }): Promise<void> {
  const row = (label: string) => dates(page).locator("dt", { hasText: label }).locator("..").locator("dd");
  await expect(row("Dates")).toHaveText(sums.dates);
  await expect(row("Total")).toHaveText(sums.total);
  await expect(row("Due now")).toHaveText(sums.now);
}

for (const { name, later, ...use } of [
  { name: "a phone in the dark", later: 0, viewport: { width: 390, height: 844 }, colorScheme: "dark" },
  { name: "a desktop in the light", later: 9, viewport: { width: 1280, height: 900 }, colorScheme: "light" },
] as const) {
  test.describe(`on ${name}`, () => {
    test.use(use);

    test("a visitor books eight Mondays, one swapped and one skipped, pays once, and cancels one", async ({
      page,
      request,
    }) => {
      const week = weeksFrom(weekdayIn(29 + later, "monday"));
      await take(request, "rehearsal-room", week(2));
      await repeatWeekly(page, "rehearsal-room", week(0), 8);
      const monthly = page.getByLabel("Repeat").locator("option").last();
      await expect(monthly).toHaveText(/^Monthly on the \w+ Monday$/);
      await expect(date(page, week(2)).getByText("Taken", { exact: true })).toBeVisible();
      await expectSums(page, { dates: "7 of 8", total: "$560.00", now: "$280.00" });
      await expectAccessibleOnPhoneAndDesktop(page);

      await expect(
        date(page, week(2)).getByRole("button", { name: new RegExp(`^${short(week(2))}: `) }),
      ).toHaveCount(3);
      await date(page, week(2))
        .getByRole("button", { name: new RegExp(`^${short(week(2))}: `) })
        .first()
        .click();
      await expect(date(page, week(2)).getByText("Swapped")).toBeVisible();
      const undo = date(page, week(2)).getByRole("button", { name: `Undo the swap of ${short(week(2))}` });
      await expect(undo).toBeFocused();
      await undo.click();
      await expect(date(page, week(2)).getByText("Taken", { exact: true })).toBeVisible();
      await page.keyboard.press("Enter");
      await expect(date(page, week(2)).getByText("Swapped")).toBeVisible();

      await page.getByRole("button", { name: `Skip ${short(week(4))}`, exact: true }).press("Enter");
      await expect(date(page, week(4)).getByText("Skipped")).toBeVisible();
      await expect(page.getByRole("button", { name: `Undo the skip of ${short(week(4))}` })).toBeFocused();
      await expectSums(page, { dates: "7 of 8", total: "$560.00", now: "$280.00" });

      // What was chosen survives a reload.
      await page.reload();
      await expect(date(page, week(4)).getByText("Skipped")).toBeVisible();
      await expect(date(page, week(2)).getByText("Swapped")).toBeVisible();

      await fillPerson(page, emailOf("tuesdays"));
      await acceptTerms(page);
      await page.getByRole("button", { name: "Continue to payment – $280.00" }).click();
      await expect(page.getByRole("heading", { name: "Pay the downpayment" })).toBeVisible();
      await expect(page.getByText("Your dates are held for")).toBeVisible();
      await expect(page.getByRole("list", { name: "Your dates" }).getByRole("listitem")).toHaveCount(7);
      await expectAccessibleOnPhoneAndDesktop(page);
      await payWith(page, CARDS.good);
      await expect(page.getByRole("heading", { name: "Booking Confirmed!" })).toBeVisible();
      const booked = page.getByRole("list", { name: "Your dates" });
      await expect(booked.getByText("Confirmed")).toHaveCount(7);
      await expectAccessible(page);

      await page.getByRole("link", { name: "See, move or cancel these dates" }).click();
      await expect(page.getByText("Date 1 of 7")).toBeVisible();
      await page.getByRole("button", { name: /^Cancel dates/ }).click();
      const dialog = page.getByRole("dialog", { name: "Cancel dates?" });
      const cancelled = dialog.getByRole("list", { name: "Dates that are cancelled" });
      await dialog.getByRole("radio", { name: "This and following" }).check();
      await expect(cancelled.getByRole("listitem")).toHaveCount(7);
      await dialog.getByRole("radio", { name: "This date" }).check();
      await expect(cancelled.getByRole("listitem")).toHaveText([`${short(week(0))}$36.00 refund`]);
      await expectAccessibleOnPhoneAndDesktop(page);
      await dialog.getByRole("button", { name: "Cancel 1 date" }).click();
      await expect(page.getByText("1 date cancelled. Your refund: $36.00.").last()).toBeFocused();
      await page.getByText("All 7 dates of this series").click();
      await expect(page.getByRole("list", { name: "Your dates" }).getByText("Cancelled")).toHaveCount(1);
    });
  });
}

test("a date that is lost while the visitor types is said, stays in its place, and can be swapped", async ({
  page,
  request,
}) => {
  const week = weeksFrom(weekdayIn(29, "wednesday"));
  await repeatWeekly(page, "recording-studio", week(0), 4);
  await expect(page.getByText("Live Updates Active")).toBeVisible();
  await page.getByLabel("First name").fill("Nina");
  await take(request, "recording-studio", week(1));
  await expect(page.getByRole("alert").filter({ hasText: `${short(week(1))}: just taken` })).toBeVisible();
  await expect(dates(page).getByRole("listitem").nth(1)).toContainText("Taken");
  await expect(page.getByLabel("First name")).toHaveValue("Nina");
  await fillPerson(page, emailOf("lost-typing"));
  await acceptTerms(page);
  await page.getByRole("button", { name: /^Continue to payment/ }).click();
  await expect(dates(page)).toBeFocused();
  await expect(page.getByText("One of your dates is taken: swap or skip it.")).toBeVisible();
  // The first date is one of them all: losing it is no other case.
  await take(request, "recording-studio", week(0));
  await expect(dates(page).getByRole("listitem").first()).toContainText("Taken");
  await page.getByRole("button", { name: `Skip ${short(week(0))}`, exact: true }).click();
  await date(page, week(1))
    .getByRole("button", { name: new RegExp(`^${short(week(1))}: `) })
    .first()
    .click();
  await page.getByRole("button", { name: /^Continue to payment/ }).click();
  await expect(page.getByRole("list", { name: "Your dates" }).getByRole("listitem")).toHaveCount(3);
});

test("dates that the booking itself finds taken are marked, and nothing is held", async ({
  page,
  request,
}) => {
  const week = weeksFrom(weekdayIn(29, "friday"));
  // This page hears no news.
  await page.routeWebSocket(/\/ws/, () => {});
  await repeatWeekly(page, "classroom", week(0), 4);
  await fillPerson(page, emailOf("refused"));
  await acceptTerms(page);
  await take(request, "classroom", week(1));
  await take(request, "classroom", week(3));
  const refused = page.waitForResponse((answer) => answer.url().endsWith("/api/series"));
  await page.getByRole("button", { name: /^Continue to payment/ }).click();
  expect((await refused).status()).toBe(409);
  const words = `Nothing is held: ${short(week(1))}; ${short(week(3))} were just taken.`;
  await expect(page.getByText(words).first()).toBeVisible();
  await expect(dates(page).getByText("Taken", { exact: true })).toHaveCount(2);
  await expect(dates(page)).toBeFocused();
  await page.getByRole("button", { name: `Skip ${short(week(1))}`, exact: true }).click();
  await page.getByRole("button", { name: `Skip ${short(week(3))}`, exact: true }).click();
  await page.getByRole("button", { name: /^Continue to payment/ }).click();
  await expect(page.getByRole("heading", { name: "Pay the downpayment" })).toBeVisible();
  // The hold is one: releasing it releases all dates, and the choice is kept.
  await page.getByRole("button", { name: "Release this hold" }).click();
  await expect(page.getByText("Others can book all 2 dates at once.")).toBeVisible();
  await page.getByRole("button", { name: "Yes, release it" }).click();
  await expect(dates(page).getByText("Skipped")).toHaveCount(2);
  await expect(dates(page).getByText("Free", { exact: true })).toHaveCount(2);
});
