/** Journeys of calendar feeds: a customer and a colleague subscribe, their calendar fetches the address, and they end it. */
import { makePaidBooking, signUp } from "../customer-journey.ts";
import { expectAccessible, expectAccessibleOnPhoneAndDesktop, expectLoaded } from "../journey.ts";
import { expect, type Locator, type Page, test } from "../product.ts";
import { emailOf, expectToast, hire, staffSession } from "../staff-journey.ts";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

/** Copies the address that is shown, and hides it for good. */
async function keepAddress(page: Page, part: Locator): Promise<string> {
  await expect(part.getByRole("heading", { name: "The address of your calendar" })).toBeFocused();
  await part.getByRole("button", { name: "Copy Address" }).click();
  await expectToast(page, "Copied", "The address is on your clipboard.");
  const address = await page.evaluate(() => navigator.clipboard.readText());
  await expect(part.locator("[data-feed]")).toHaveText(address);
  await expect(part.getByRole("link", { name: "Open in Apple Calendar" })).toHaveAttribute(
    "href",
    address.replace(/^https?/, "webcal"),
  );
  await expect(part.getByText("Google takes hours, up to a day,")).toBeVisible();
  await expectAccessibleOnPhoneAndDesktop(page);
  await part.getByRole("button", { name: "I Have Added It" }).click();
  await expect(part.getByText(address)).toHaveCount(0);
  return address;
}

/** Presses End and confirms by keyboard. */
async function endByKeyboard(page: Page, row: Locator): Promise<void> {
  await row.getByRole("button", { name: /^End/ }).focus();
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog", { name: "End this subscription?" });
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expectToast(page, "Subscription Ended", "Its address no longer works.");
}

test("a customer subscribes to their bookings and ends it", async ({ page }) => {
  test.slow();
  const email = emailOf("feeds");
  await signUp(page, email);
  const booking = await makePaidBooking(page, "auditorium", 18, email);
  await page.goto("/account");
  const part = page.getByRole("region", { name: "In Your Calendar" });
  await expectLoaded(page);
  await expect(part.getByRole("listitem")).toHaveCount(0);
  await part.getByRole("button", { name: "Subscribe" }).press("Enter");
  const address = await keepAddress(page, part);
  await expect(part.getByRole("heading", { name: "In Your Calendar" })).toBeFocused();
  const row = part.getByRole("list", { name: "Your subscriptions" }).getByRole("listitem");
  await expect(row).toContainText("not fetched yet");

  const fetched = await page.request.get(address);
  expect(fetched.headers()["content-type"]).toBe("text/calendar; charset=utf-8");
  expect((await fetched.text()).replaceAll("\r\n ", "")).toContain(`Booking ${booking}: Auditorium`);
  await page.reload();
  await expect(row).toContainText("last fetched");
  await expectAccessibleOnPhoneAndDesktop(page);

  await endByKeyboard(page, row);
  await expect(row).toHaveCount(0);
  await expect(part.getByRole("heading", { name: "In Your Calendar" })).toBeFocused();
  expect((await page.request.get(address)).status()).toBe(410);
});

test("a colleague subscribes to the busy times of a room from the board", async ({ page, request }) => {
  test.slow();
  await staffSession(page, await hire(request, "desk"));
  await page.goto("/admin/board");
  await page.getByRole("button", { name: "Subscribe" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Subscribe" });
  await dialog.getByLabel("What it shows").selectOption("Busy times, without names");
  await dialog.getByLabel("Room").selectOption("Auditorium");
  await expectLoaded(page);
  await expectAccessibleOnPhoneAndDesktop(page);
  await dialog.getByRole("button", { name: "Make Address" }).press("Enter");
  const address = await keepAddress(page, dialog);
  expect(await (await page.request.get(address)).text()).toContain("Auditorium: busy times");
  const row = dialog.getByRole("list", { name: "Your subscriptions" }).getByRole("listitem");
  await expect(row).toContainText("Busy times, without names: Auditorium");
  await endByKeyboard(page, row);
  await expect(row).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Subscribe" })).toBeFocused();
  expect((await page.request.get(address)).status()).toBe(410);
});
