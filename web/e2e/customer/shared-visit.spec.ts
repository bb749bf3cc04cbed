/** Journeys of those who come along: a visit's link is shared, read by others, follows a move, and ends with a cancellation. */
import { mailedLink, makePaidBooking, setStatus } from "../customer-journey.ts";
import { expectAccessible, expectAccessibleOnPhoneAndDesktop, expectNoSidewaysScroll } from "../journey.ts";
import { expect, test } from "../product.ts";
import { emailOf, staffApi } from "../staff-journey.ts";

test("a guest shares a visit: others see when and where, live, and nothing else", async ({
  page,
  context,
  browser,
  request,
  baseURL,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const email = emailOf("band-leader");
  const id = await makePaidBooking(page, "rehearsal-room", 15, email);
  await page.goto(`/booking/${id}/confirmed`);
  await page.getByRole("button", { name: "Share with the band" }).click();
  await expect(page.getByText(/^The link is copied\./)).toBeVisible();
  const url = await page.evaluate(() => navigator.clipboard.readText());
  expect(url).toMatch(/\/visit\/\d+\.[\w-]{43}$/);
  await page.goto(await mailedLink(baseURL, email, "/guest/"));
  await page.getByRole("button", { name: /^Share with the band/ }).click();
  await expect(page.getByText(/^The link is copied\./)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
  await expectAccessible(page);

  const drummer = await (
    await browser.newContext({ viewport: { width: 390, height: 844 }, timezoneId: "Europe/Vienna" })
  ).newPage();
  await drummer.goto(url);
  const main = drummer.getByRole("main");
  await expect(main.getByRole("heading", { level: 1, name: "See you there" })).toBeVisible();
  await expect(main).toContainText("3:00 PM");
  await expect(main).toContainText("where you are");
  await expect(main).toContainText("48 Grattan Street");
  await expect(main.getByRole("img", { name: /^Map of the streets/ })).toBeVisible();
  await expect(main).not.toContainText(/\$|Baker|Ella|#\d/);
  await expect(main).not.toContainText(email);
  await expect(drummer.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
  await expectAccessibleOnPhoneAndDesktop(drummer);
  await expectNoSidewaysScroll(drummer);
  const file = await (
    await drummer.request.get(`${new URL(url).pathname.replace("/visit/", "/api/visits/")}/calendar.ics`)
  ).text();
  expect(file).not.toMatch(/Booking \d|guest/);

  const { startTime } = await (
    await request.get(new URL(url).pathname.replace("/visit/", "/api/visits/"))
  ).json();
  const later = new Date(Date.parse(startTime) + 2 * 3_600_000).toISOString();
  await (await staffApi(request)).send("POST", `/api/bookings/${id}/move`, { startTime: later });
  await expect(main).toContainText("5:00 PM");
  await setStatus(request, id, "cancelled");
  await expect(main.getByRole("heading", { level: 1, name: "This visit is cancelled" })).toBeVisible();
  await drummer.goto(`${url}x`);
  await expect(main.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await drummer.context().close();
});
