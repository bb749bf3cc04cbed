/** Journey of an admin, by keyboard, who makes a token for a program: it is shown once, calls what it may, and is ended. */
import { expectAccessible, expectAccessibleOnPhoneAndDesktop, expectLoaded } from "../journey.ts";
import { expect, test } from "../product.ts";
import { expectToast, staffSession } from "../staff-journey.ts";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test("an admin makes a token by keyboard, its program calls with it, and the admin ends it", async ({
  page,
  request,
}) => {
  test.slow();
  const call = (path: string, token: string) =>
    request.get(path, { headers: { authorization: `Bearer ${token}` } });
  await staffSession(page);
  await page.goto("/admin/security");
  const part = page.getByRole("region", { name: "Tokens for programs" });
  await expectLoaded(page);
  await expect(part.getByText("There are no tokens yet.")).toBeVisible();

  await part.getByRole("button", { name: "New Token" }).press("Enter");
  const name = part.getByLabel("Name of the program");
  await expect(name).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(part.getByText("Name is required")).toBeVisible();
  await expect(part.getByText("Choose at least one scope")).toBeVisible();
  await expect(name).toBeFocused();
  await expectAccessibleOnPhoneAndDesktop(page);
  await page.keyboard.type("Bookkeeping");
  await page.keyboard.press("Tab");
  await expect(part.getByRole("checkbox", { name: "See bookings" })).toBeFocused();
  await page.keyboard.press("Space");
  await part.getByRole("checkbox", { name: "Follow what happens" }).press("Space");
  await expect(part.getByText("Choose at least one scope")).toHaveCount(0);
  await part.getByLabel("Last day").press("Enter");

  await expect(part.getByRole("heading", { name: "The token of Bookkeeping" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expectToast(page, "Copied", "The token is on your clipboard.");
  const token = await page.evaluate(() => navigator.clipboard.readText());
  await expect(part.locator("[data-token]")).toHaveText(token);
  expect(token).toMatch(/^hub_\d+_/);
  await expectAccessibleOnPhoneAndDesktop(page);
  await part.getByRole("button", { name: "I Have Saved It" }).press("Enter");
  await expect(page.getByText(token)).toHaveCount(0);
  await expect(part.getByRole("heading", { name: "Tokens for programs" })).toBeFocused();
  const row = part.getByRole("list", { name: "Tokens" }).getByRole("listitem");
  await expect(row).toContainText("See bookings, Follow what happens");
  await expect(row).toContainText("Never used");

  expect((await call("/api/bookings?limit=1", token)).status()).toBe(200);
  const refused = await call("/api/analytics", token);
  expect(refused.status()).toBe(403);
  expect(await refused.text()).toContain("analytics:read");
  await page.reload();
  await expect(row).toContainText("Active");
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText("Last used on", { timeout: 1_000 });
  }).toPass();
  await expect(page.getByText(token)).toHaveCount(0);

  await row.getByRole("button", { name: "End the token of Bookkeeping" }).press("Enter");
  const question = page.getByRole("alertdialog", { name: "End the token of Bookkeeping?" });
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expectToast(page, "Token Ended", "Bookkeeping can no longer use its token.");
  await expect(row).toContainText("Ended");
  await expect(row.getByRole("button")).toHaveCount(0);
  await expect(part.getByRole("heading", { name: "Tokens for programs" })).toBeFocused();
  await expectAccessibleOnPhoneAndDesktop(page);
  expect((await call("/api/bookings?limit=1", token)).status()).toBe(401);
});
