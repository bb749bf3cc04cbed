/** A journey of two people who wait for the same hours, on a product whose offers last seconds. */
import { confirmed, mailedLink, pay, setStatus, typeCard } from "../customer-journey.ts";
import { CARDS, expectAccessible, expectNoSidewaysScroll, newDay } from "../journey.ts";
import { expect, type Page, test } from "../product.ts";
import { emailOf, staffApi } from "../staff-journey.ts";

/** Waits from the room's page for the taken hours of the day; answers the path of the entry's page. */
async function waitFor(page: Page, day: string, email: string): Promise<string> {
  await page.goto(`/room/rehearsal-room?day=${day}`);
  await page
    .getByRole("button", { name: /^Tell me when it frees up/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your name").fill("Wanda Landowska");
  await dialog.getByLabel("Email").fill(email);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Join the waitlist" }).click();
  await expect(dialog.getByRole("heading", { name: "You are on the waitlist" })).toBeFocused();
  await dialog.getByRole("link", { name: "See your entry" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "You are on the waitlist" })).toBeVisible();
  return new URL(page.url()).pathname;
}

test.use({ viewport: { width: 390, height: 844 }, colorScheme: "dark" });

test("two people wait, a visit is cancelled, the first lets the offer run out on a phone, the second pays, and the first checks the order", async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  test.slow();
  const api = await staffApi(request);
  const day = newDay();
  const book = (from: number, to: number) =>
    api.book("rehearsal-room", { day, from, to, email: emailOf("all-day") });
  const visit = await book(9, 11);
  await book(11, 22);
  const [first, second] = [emailOf("first"), emailOf("second")];
  const other = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: "light" });
  const entry = await waitFor(page, day, first);
  await waitFor(other, day, second);
  await expect(other.getByRole("status").first()).toContainText("1 person");
  await expectNoSidewaysScroll(page);

  await setStatus(request, visit.id, "cancelled");
  const offered = (of: Page) => of.getByRole("heading", { level: 1, name: "Hours are held for you" });
  await expect(offered(page)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expect(offered(other)).toBeVisible({ timeout: 40_000 });
  await other.getByRole("link", { name: /Pay the downpayment/ }).click();
  await typeCard(other, CARDS.good);
  await pay(other);
  await expect(confirmed(other)).toBeVisible();
  await other.close();
  expect(await mailedLink(baseURL, second, "/waitlist/")).toContain("/waitlist/");

  await expect(page.getByRole("heading", { level: 1, name: "You are on the waitlist" })).toBeVisible();
  await expect(page.getByText("One offer has run out already.")).toBeVisible();
  await page.goto(entry);
  const check = page.getByRole("button", { name: "Check that nobody was put before you" });
  await expect(async () => {
    await check.click();
    await expect(page.getByText("Served in order. You were not passed over.")).toBeVisible({
      timeout: 2_000,
    });
  }).toPass({ timeout: 30_000 });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Leave the waitlist" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Leave", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "You left the waitlist" })).toBeVisible();
});
