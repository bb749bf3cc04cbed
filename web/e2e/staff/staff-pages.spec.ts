/** Journeys through the analytics, and a check that the staff's pages are accessible and fit a phone. */
import { readFile } from "node:fs/promises";
import { venueDayOf } from "../../../core/venue/time/venue-time.ts";
import { expectAccessibleOnPhoneAndDesktop, expectLoaded, newDay } from "../journey.ts";
import { expect, test } from "../product.ts";
import {
  bookingCards,
  emailOf,
  makeBooking,
  openDashboard,
  payBooking,
  search,
  staffSession,
} from "../staff-journey.ts";

test("analytics: four cards, four tabs, a table that sorts, charts with their tables", async ({
  page,
  request,
}) => {
  const email = emailOf("counted");
  await payBooking(request, await makeBooking(request, "media-production", newDay(), email), email);
  await openDashboard(page);
  await page.getByRole("link", { name: "Analytics" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Analytics" })).toBeFocused();
  for (const text of ["All time earnings", "Last 30 days", "Remaining balances", /\d+ returning/]) {
    await expect(page.getByText(text).first()).toBeVisible();
  }
  for (const text of ["Downpayments Collected", "Pending Balance", "Total Bookings Value"]) {
    await expect(page.getByText(text)).toBeVisible();
  }
  await expect(page.locator("svg.recharts-surface").first()).toBeVisible();
  await page.getByText("Revenue by day, last 30 days as a table").click();
  await expect(page.getByRole("region", { name: /Revenue by day/ }).getByRole("row")).toHaveCount(31);

  await page.getByRole("tab", { name: "Bookings" }).click();
  for (const text of ["Confirmed", "Pending", "Completed", "Cancelled", "This Week", "This Month", "Total"]) {
    await expect(page.getByRole("tabpanel").getByText(text, { exact: true }).first()).toBeVisible();
  }
  await page.getByRole("tab", { name: "Room Utilization" }).click();
  const table = page.getByRole("region", { name: "Room utilization" });
  const revenue = table.getByRole("columnheader", { name: "Revenue" });
  await expect(revenue).toHaveAttribute("aria-sort", "descending");
  const amounts = async () =>
    (await table.getByRole("row").locator("td:nth-child(4)").allTextContents()).map((text) =>
      Number(text.replace(/[$,]/g, "")),
    );
  const sorted = await amounts();
  expect(sorted).toEqual([...sorted].sort((one, other) => other - one));
  await revenue.getByRole("button").press("Enter");
  await expect(revenue).toHaveAttribute("aria-sort", "ascending");
  expect(await amounts()).toEqual([...sorted].reverse());
  await table.getByRole("columnheader", { name: "Room" }).getByRole("button").click();
  await expect(table.getByRole("rowheader").first()).toHaveText("Auditorium");
  await expect(table.getByText(/^(High|Fair|Low)$/).first()).toBeVisible();

  await page.getByRole("tab", { name: "Customers" }).click();
  for (const text of ["Returning Customers", "Average Order Value", "Lead Generation", "Total Inquiries"]) {
    await expect(page.getByText(text)).toBeVisible();
  }
  await page.reload();
  await expect(page.getByRole("tab", { name: "Customers" })).toHaveAttribute("aria-selected", "true");
  await page.getByRole("link", { name: "Back to Dashboard" }).click();
  await expect(page).toHaveURL(/\/admin$/);
});

test("Export Data downloads the figures with their time, in a file named by the day", async ({ page }) => {
  await staffSession(page);
  await page.goto("/analytics");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export Data" }).click();
  const download = await downloading;
  const day = venueDayOf(new Date(), "America/New_York");
  expect(download.suggestedFilename()).toBe(`analytics-${day}.json`);
  const exported = JSON.parse(await readFile(await download.path(), "utf8"));
  expect(Date.now() - Date.parse(exported.generatedAt)).toBeLessThan(60_000);
  const figures = await (await page.request.get("/api/analytics")).json();
  expect(exported.analytics.roomUtilization).toEqual(figures.roomUtilization);
  expect(exported.analytics.revenue).toEqual(figures.revenue);
});

test("analytics say when they cannot be loaded, try again, and are loaded again every five minutes", async ({
  page,
}) => {
  await openDashboard(page);
  let broken = true;
  let calls = 0;
  await page.route("**/api/analytics", (route) => {
    calls++;
    return broken ? route.fulfill({ status: 500, body: "" }) : route.continue();
  });
  await page.clock.install();
  await page.goto("/analytics");
  await expect(page.getByRole("heading", { name: "Analytics Unavailable" })).toBeVisible();
  await expect(page.getByText("Unable to load analytics data. Please try again.")).toBeVisible();
  broken = false;
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText("All time earnings")).toBeVisible();
  const seen = calls;
  await page.clock.runFor(5 * 60_000 + 1_000);
  await expect.poll(() => calls).toBe(seen + 1);
});

test.describe("on a phone and on a desktop", () => {
  test("the staff's pages have no accessibility violation and fit 320 px", async ({ page, request }) => {
    test.slow();
    const email = emailOf("looks");
    const booking = await makeBooking(request, "classroom", newDay(), email);
    await payBooking(request, booking, email);
    await page.goto("/login");
    await page.getByRole("button", { name: "Sign In" }).click();
    await expectAccessibleOnPhoneAndDesktop(page);
    await openDashboard(page);

    const look = async () => {
      await expectLoaded(page);
      await expectAccessibleOnPhoneAndDesktop(page);
    };
    await search(page, email);
    await expect(bookingCards(page)).toHaveCount(1);
    await look();
    await page.getByRole("button", { name: "View Details" }).click();
    for (const tab of ["Details", "Payment", "Actions", "History"]) {
      await page.getByRole("dialog").getByRole("tab", { name: tab }).click();
      await look();
    }
    await page.getByRole("dialog").getByRole("tab", { name: "Actions" }).click();
    await page.getByRole("button", { name: "Mark Fully Paid" }).click();
    await expect(page.getByText("Booking Updated").first()).toBeVisible();
    await look();
    await page.getByRole("button", { name: "Cancel Booking" }).click();
    await expect(page.getByRole("button", { name: /Confirm Cancellation/ })).toBeVisible();
    await look();
    await page.keyboard.press("Escape");
    for (const tab of ["messages", "feedback", "staff"]) {
      await page.goto(`/admin?tab=${tab}`);
      await expect(page.getByText(/Last updated/)).toBeVisible();
      if (tab === "staff") await page.getByRole("button", { name: "Add Staff" }).click();
      await look();
    }
    for (const tab of ["revenue", "bookings", "rooms", "customers"]) {
      await page.goto(`/analytics?tab=${tab}`);
      await expect(page.getByText("All time earnings")).toBeVisible();
      for (const table of await page.locator("summary").all()) await table.click();
      await look();
    }
  });
});
