/** A journey in which an unpaid hold expires, on a product with holds of six seconds. */
import { acceptTerms, expectAccessible, fillPerson, newDay, slot } from "../journey.ts";
import { expect, test } from "../product.ts";

test("an unpaid hold expires: the payer is informed, an open page shows the slot as free, and one press takes it again", async ({
  page,
  browser,
}) => {
  const day = newDay();
  const other = await browser.newPage();
  await other.goto(`/room/auditorium?day=${day}`);
  await page.goto(`/room/auditorium?day=${day}&start=10`);
  await fillPerson(page, "late@example.test");
  await acceptTerms(page);
  await page.getByRole("button", { name: /continue to payment/i }).click();
  await expect(slot(other, 10)).toHaveAttribute("data-slot-state", "held");
  await expect(page).toHaveURL(/\/pay$/);
  const first = page.url();
  await expect(slot(other, 10)).toHaveAttribute("data-slot-state", "free", { timeout: 15_000 });
  const ended = page.getByRole("heading", { level: 1, name: "Your hold has ended" });
  await expect(ended).toBeFocused();
  await expectAccessible(page);
  await page.reload();
  await expect(ended).toBeVisible();

  // Another tab shows the new hold while it runs, says that it ends, and leads to the same offer.
  const help = await page.context().newPage();
  await help.goto("/help");
  const bar = help.getByRole("complementary", { name: "Held for you" });
  await page.getByRole("button", { name: "Book these hours again" }).click();
  await expect(bar).toContainText(/Auditorium, .*, held 0:0\d/);
  await expect(page.getByRole("heading", { level: 1, name: "Pay the downpayment" })).toBeVisible();
  expect(page.url()).not.toBe(first);
  // The browser knows the new hold, whenever the answer about the old one came.
  expect(await page.evaluate(() => localStorage.getItem("hub_holds"))).not.toBeNull();
  await expect(bar).toContainText(/Your hold has ended: Auditorium/, { timeout: 15_000 });
  await bar.getByRole("link", { name: "Book it again" }).click();
  await expect(help.getByRole("heading", { level: 1, name: "Your hold has ended" })).toBeVisible();
  await help.close();
  await other.close();
});
