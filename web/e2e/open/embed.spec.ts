/** Journeys from a venue's own site, which has another origin and a strict policy, to a paid booking and back; and a site that is not named. */
import {
  acceptTerms,
  CARDS,
  expectAccessible,
  expectNoSidewaysScroll,
  fillPerson,
  payWith,
} from "../journey.ts";
import { expect, type Page, test } from "../product.ts";
import { staffSession } from "../staff-journey.ts";
import { type HostSite, startHostSite } from "./host-site.ts";

const ELEMENT = '<hub-booking room="rehearsal-room"></hub-booking>';

let site: HostSite;
test.afterEach(() => site.close());

const element = (page: Page) => page.getByRole("region", { name: "Book Rehearsal Room" });
const hour = (page: Page, at: number) => element(page).locator(`[data-slot-hour="${at}"]`);

/** Goes to the next month in the element and chooses a day that is wholly free. */
async function chooseFreeDay(page: Page): Promise<void> {
  await expect(element(page).getByRole("status").filter({ hasText: "Live" })).toBeVisible();
  await element(page).getByRole("button", { name: "Next month" }).click();
  await element(page).getByRole("gridcell").getByRole("button", { name: "13 slots free" }).nth(6).click();
}

test("a visitor chooses on the venue's own site, pays here, and returns with the booking in the address", async ({
  page,
  origin,
  sitePort,
}) => {
  site = await startHostSite(origin, ELEMENT, sitePort);
  await page.goto(`${site.origin}/book?from=menu`);
  await chooseFreeDay(page);
  await hour(page, 10).click();
  await hour(page, 12).click();
  await expect(hour(page, 10)).toHaveAttribute("aria-pressed", "true");
  await expect(element(page).getByText("for 3 hours")).toBeVisible();
  for (const [width, colorScheme] of [
    [390, "light"],
    [390, "dark"],
    [1280, "light"],
    [1280, "dark"],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `test-results/embed-${width}-${colorScheme}.png`, fullPage: true });
    await expectNoSidewaysScroll(page);
  }

  await element(page).getByRole("link", { name: "Continue to book" }).click();
  await expect(page).toHaveURL(new RegExp(`^${origin}/room/rehearsal-room\\?`));
  await expect(page.getByRole("link", { name: `Back to localhost:${sitePort}` })).toHaveAttribute(
    "href",
    `${site.origin}/book?from=menu`,
  );
  await fillPerson(page, "embed@example.test");
  await acceptTerms(page);
  await page.getByRole("button", { name: /continue to payment/i }).click();
  await payWith(page, CARDS.good);
  await expect(page.getByRole("heading", { name: "Booking Confirmed!" })).toBeVisible();
  await page.getByRole("link", { name: `Back to localhost:${sitePort}` }).click();
  await expect(page).toHaveURL(/\/book\?from=menu&hub-booking=\d+&hub-state=confirmed$/);
  await expect(element(page).getByText(/Your booking \d+ is confirmed/)).toBeVisible();
});

test("hours that another visitor takes are shown as taken at once, by the keyboard too", async ({
  page,
  browser,
  origin,
  sitePort,
}) => {
  site = await startHostSite(origin, ELEMENT, sitePort);
  await page.goto(site.origin);
  await chooseFreeDay(page);
  await hour(page, 14).press("Enter");
  // The room's page, where it continues, books two hours at least.
  await expect(element(page).getByText("for 2 hours")).toBeVisible();
  await hour(page, 14).press("Shift+ArrowDown");
  await expect(element(page).getByText("for 3 hours")).toBeVisible();
  const other = await browser.newPage();
  await other.goto(
    (await element(page).getByRole("link", { name: "Continue to book" }).getAttribute("href")) ?? "",
  );
  await fillPerson(other, "other@example.test");
  await acceptTerms(other);
  await other.getByRole("button", { name: /continue to payment/i }).click();
  await expect(hour(page, 14)).toHaveAttribute("data-slot-state", "held", { timeout: 5_000 });
  await expect(element(page).getByRole("alert").filter({ hasText: /./ })).toBeVisible();
  await other.close();
});

test("a site that is not named gets no hours and no frame, but a link", async ({ page, origin }) => {
  site = await startHostSite(
    origin,
    `${ELEMENT}<iframe src="${origin}/embed/classroom" title="Hours"></iframe>`,
  );
  await page.goto(site.origin);
  const refused = page.getByRole("alert").filter({ hasText: "cannot be shown on this site" });
  await expect(refused).toBeVisible();
  await expect(refused.getByRole("link", { name: "See the room on our site" })).toHaveAttribute(
    "href",
    new RegExp(`^${origin}/room/rehearsal-room`),
  );
  await expect(page.frameLocator("iframe").locator("hub-booking")).toHaveCount(0);
});

test("an unknown room says so; the element and its frame have no accessibility violation", async ({
  page,
  origin,
  sitePort,
}) => {
  site = await startHostSite(
    origin,
    `${ELEMENT}<hub-booking room="no-such-room"></hub-booking><iframe src="${origin}/embed/classroom" title="Hours"></iframe>`,
    sitePort,
  );
  await page.goto(site.origin);
  await expect(page.getByRole("alert").filter({ hasText: "There is no such room." })).toBeVisible();
  await expect(
    page.frameLocator("iframe").getByRole("heading", { name: "Classroom", exact: true }),
  ).toBeVisible();
  await page.goto(`${origin}/embed/rehearsal-room`);
  await expect(element(page).getByRole("gridcell").first()).toBeVisible();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
});

test("an admin previews the calendar and copies what shows it", async ({ page, origin, sitePort }) => {
  site = await startHostSite(origin, ELEMENT, sitePort);
  await staffSession(page);
  await page.goto("/admin?tab=house");
  const card = page.getByRole("region", { name: "On your own site" });
  await expect(card.getByText(`http://localhost:${sitePort}`)).toBeVisible();
  await card.getByLabel("Room").selectOption("Rehearsal Room");
  await expect(card.getByText('<hub-booking room="rehearsal-room"></hub-booking>')).toBeVisible();
  const opened = page.waitForEvent("popup");
  await card.getByRole("link", { name: /^Preview/ }).click();
  const preview = await opened;
  await expect(element(preview).getByRole("gridcell").first()).toBeVisible();
  await preview.close();
});
