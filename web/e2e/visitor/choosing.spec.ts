/** Checks that hours are chosen quickly by press, drag and stretch, with one true price, the form in reach, and one request. */

import { apiBooking, expectAccessible, expectNoSidewaysScroll, newDay, slot } from "../journey.ts";
import { expect, type Page, test } from "../product.ts";

const search = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

test("a phone's first screen reaches the calendar, the next free day is open, and a month is requested once", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const months: string[] = [];
  page.on("request", (request) => {
    if (/\/bookings\?/.test(request.url())) months.push(request.url());
  });
  await page.goto("/room/conference-room");
  await expect(page.getByText("Live Updates Active")).toBeVisible();
  const free = page.locator('[data-slot-state="free"]');
  await expect(free.first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  // If nothing is left in this month, the page may also request the next one.
  expect(months).toHaveLength(new Set(months).size);
  expect(search(page)).toEqual({});
  await expect(page.getByRole("gridcell", { selected: true })).toHaveCount(1);
  expect((await page.getByRole("grid").boundingBox())?.y).toBeLessThan(844);

  const over = page.getByRole("gridcell").getByRole("button", { name: /, past$/ });
  const shown = await over.count();
  const unfold = page.getByRole("button", { name: "Show past weeks" });
  if (await unfold.isVisible()) {
    await unfold.click();
    await expect(unfold).toHaveCount(0);
    expect(await over.count()).toBeGreaterThan(shown);
  }

  const first = await free.first().getAttribute("data-slot-hour");
  await free.first().click();
  await expect(page).toHaveURL(new RegExp(`day=.*start=${first}`));
  await page.goBack();
  await expect(slot(page, Number(first))).toHaveAttribute("aria-pressed", "false");
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
});

test("two presses choose the hours between, as drags and keys do; Back undoes, and half a day is offered if it costs less", async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const day = newDay();
  const taken = { startDate: day, startTime: "19:00", endTime: "20:00", hours: 1 };
  const rival = await apiBooking(request, "rehearsal-room", { ...taken, email: "choosing@example.test" });
  expect(rival.status()).toBe(201);
  await page.goto(`/room/rehearsal-room?day=${day}`);
  await slot(page, 14).click();
  await expect(page.getByText("Time Selected").first()).toBeVisible();
  await expect(page).toHaveURL(/start=14/);
  const summary = page.getByRole("region", { name: "Selected slot" });
  await expect(summary).toContainText("Total, 2 hours$80.00");
  await expect(summary).toContainText("1 hour$40.00");

  await slot(page, 16).click();
  await expect(page).toHaveURL(/hours=3/);
  await expect(summary).toContainText("Total, 3 hours$120.00");
  await expect(slot(page, 14)).toHaveAccessibleName(/2:00 PM – 3:00 PM.*\$40\.00, your start, 3 hours/);
  await expect(slot(page, 16)).toHaveAccessibleName(/\$40\.00, part of your booking/);
  await expect(slot(page, 17)).not.toHaveAttribute("data-chosen");
  await page.goBack();
  await expect(summary).toContainText("Total, 2 hours$80.00");

  await slot(page, 20).click();
  await expect(page.getByRole("alert").filter({ hasText: "7:00 PM is held" })).toBeVisible();
  await expect(page).toHaveURL(/start=14.*hours=5/);
  await slot(page, 20).click();
  await expect(page).toHaveURL(/start=20/);
  await slot(page, 15).click();
  await expect(page).toHaveURL(/start=15/);
  await slot(page, 15).click();
  await expect(slot(page, 15)).toHaveAttribute("aria-pressed", "false");
  expect(search(page)).toEqual({ day });

  await slot(page, 12).hover();
  await page.mouse.down();
  await slot(page, 10).hover();
  await slot(page, 9).hover();
  await page.mouse.up();
  await expect(page).toHaveURL(/start=9.*hours=4/);
  const ticket = page.getByRole("complementary", { name: "Your ticket" });
  await expect(ticket).toContainText("4 hours cost $145.00 as a half day: $15.00 less.");
  await ticket.getByRole("button", { name: "Change to a half day" }).click();
  await expect(page).toHaveURL(/duration=half-day/);
  await expect(summary).toContainText("Total, 4 hours$145.00");
  await expect(ticket).toContainText(/Cancel until .*: \$65\.25 refund; until .*: \$36\.25; then no refund/);

  await slot(page, 9).focus();
  await page.keyboard.press("ArrowDown");
  await expect(slot(page, 10)).toBeFocused();
  await page.keyboard.press("Shift+ArrowDown");
  await expect(page).toHaveURL(/start=9.*hours=5/);
  await page.keyboard.press("Shift+ArrowUp");
  await expect(page).toHaveURL(/start=9.*hours=4/);

  await ticket.getByRole("button", { name: "Continue: your details" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Your details" })).toBeFocused();
  await expect(page.getByLabel("First name")).toBeInViewport();
  await expect(ticket).toBeInViewport({ ratio: 0.9 });
  await page.getByLabel("Attendees").fill("12");
  await expect(ticket).toContainText("People12");
  await expectAccessible(page);
});

test("a phone's bar shows the ticket and leads to the form, also at 320 px", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/room/media-production?day=${newDay()}`);
  const bar = page.getByRole("region", { name: "Your choice" });
  await slot(page, 18).click();
  await expect(bar).toContainText("6:00 PM – 8:00 PM");
  await slot(page, 20).click();
  await expect(bar).toContainText("6:00 PM – 9:00 PM");
  await expect(bar).toContainText("$270.00");
  await bar.getByText("$270.00").first().click();
  await expect(bar.getByText("Due now (50%)")).toBeVisible();
  await bar.getByText("$270.00").first().click();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await bar.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Your details" })).toBeFocused();
  await expect(page.getByLabel("First name")).toBeInViewport();
  await expect(bar.getByRole("button", { name: "Continue" })).toHaveCount(0);
  // The engineer is included in the price everywhere.
  await page.getByRole("checkbox", { name: /engineer/i }).check();
  await expect(bar).toContainText("$420.00");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
