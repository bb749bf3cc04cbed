/** A journey of a customer who is erased at their request, while others have the data open. */
import { readFile } from "node:fs/promises";
import { signUp } from "../customer-journey.ts";
import { expectAccessible, expectNoSidewaysScroll, newDay } from "../journey.ts";
import { expect, test } from "../product.ts";
import { bookingCards, emailOf, expectToast, makeBooking, openDashboard, search } from "../staff-journey.ts";

test("a customer downloads their data and requests an erasure; an admin erases them while a colleague has the page open", async ({
  page,
  browser,
}) => {
  test.slow();
  const email = emailOf("forgotten");
  await signUp(page, email, "Forgetta");
  await makeBooking(page.request, "conference-room", newDay(), email);

  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/account");
  const mine = page.getByRole("region", { name: "My data" });
  const download = page.waitForEvent("download");
  await mine.getByRole("button", { name: "Download my data" }).click();
  const file = await (await download).path();
  const data = JSON.parse(await readFile(file, "utf8"));
  expect([data.account.email, data.bookings.length, data.sessions.length]).toEqual([email, 1, 1]);

  await mine.getByRole("button", { name: "Request erasure" }).click();
  await mine.getByLabel("Type your email").fill("another-person@example.test");
  await mine.getByRole("button", { name: "Send the request" }).click();
  await expect(mine.getByText("Type the email of this account")).toBeVisible();
  await expect(mine.getByLabel("Type your email")).toBeFocused();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
  await mine.getByLabel("Type your email").fill(email);
  await mine.getByRole("button", { name: "Send the request" }).click();
  await expect(mine.getByText(/You requested erasure on/)).toBeVisible();
  await page.reload();
  await expect(mine.getByText(/You requested erasure on/)).toBeVisible();

  const colleague = await (await browser.newContext()).newPage();
  await openDashboard(colleague);
  await search(colleague, email);
  await expect(bookingCards(colleague)).toHaveCount(1);
  await expect(bookingCards(colleague)).toContainText("Ella Baker");

  const admin = await (await browser.newContext({ viewport: { width: 320, height: 700 } })).newPage();
  await openDashboard(admin);
  await expect(admin.getByText("asks to be erased")).toBeVisible();
  await admin.getByRole("link", { name: "View Requests" }).click();
  const card = admin.getByRole("region", { name: "Erase a person" });
  await card.getByRole("button", { name: `Choose ${email}` }).click();
  await expect(card.getByLabel("The same email again")).toBeFocused();
  await card.getByRole("button", { name: "Erase this person" }).click();
  await expect(card.getByLabel("The same email again")).toHaveAttribute("aria-invalid", "true");
  await expectNoSidewaysScroll(admin);
  await expectAccessible(admin);
  await card.getByLabel("The same email again").fill(email);
  await card.getByRole("button", { name: "Erase this person" }).click();
  await expectToast(admin, "Person Erased", "account deleted. 1 upcoming visit keeps its hours.");
  await expect(card.getByText(email)).toHaveCount(0);

  // Without a reload the name disappears from open pages, and the account is signed out with its next call.
  await expect(bookingCards(colleague)).toHaveCount(0);
  await page.getByRole("button", { name: "Download my data" }).click();
  await expect(page).toHaveURL(/user-auth/);
});
