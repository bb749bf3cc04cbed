/** Journeys through help, terms, privacy and cancellation policy. */
import { expectAccessibleOnPhoneAndDesktop } from "../journey.ts";
import { expect, test } from "../product.ts";

const PAGES = [
  ["/help", "Help Center"],
  ["/terms", "Terms of Service"],
  ["/privacy", "Privacy Policy"],
  ["/cancellation", "Cancellation Policy"],
] as const;

for (const [path, title] of PAGES) {
  test(`${path} has no accessibility violation and fits 320 px`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page).toHaveTitle(`${title} · The Hub`);
    await expectAccessibleOnPhoneAndDesktop(page);
  });
}

test("the Help Center has its quick links, eight questions and contact details", async ({ page }) => {
  await page.goto("/help");
  const quick = page.getByRole("navigation", { name: "Quick actions" });
  for (const href of ["/", "/#contact", "/help#payment", "/help#guidelines"]) {
    await expect(quick.locator(`a[href="${href}"]`)).toBeVisible();
  }
  await expect(page.getByRole("main").getByRole("heading", { level: 3 })).toHaveCount(8);
  await expect(page.getByRole("main").getByRole("link", { name: "(718) 555-0142" })).toBeVisible();
  await quick.locator('a[href="/help#payment"]').click();
  await expect(page).toHaveURL("/help#payment");
  await expect(page.getByRole("heading", { level: 2, name: "Payment" })).toBeInViewport();
  await expect(page.getByRole("heading", { level: 2, name: "Payment" })).toBeFocused();
});

test("links to a section lead there, on arrival and from another page", async ({ page }) => {
  await page.goto("/help#guidelines");
  await expect(page.getByRole("heading", { level: 2, name: "Venue guidelines" })).toBeInViewport();
  await page.getByRole("link", { name: "a fee applies" }).click();
  await expect(page).toHaveURL("/cancellation#rescheduling");
  await expect(page.getByRole("heading", { level: 2, name: "Rescheduling" })).toBeInViewport();
  await page.getByRole("contentinfo").getByRole("link", { name: "Terms of Service" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Terms of Service" })).toBeInViewport();
});

test("the cancellation policy states every term", async ({ page }) => {
  await page.goto("/cancellation");
  const main = page.getByRole("main");
  for (const text of [
    /minus a 10% processing fee/,
    /50% refund/,
    /25% fee/,
    /50% fee/,
    /48 hours notice/,
    /Weather cancellations/,
    /more than 30 minutes late/,
    /full refund within 5 business days/,
    /5-10 business days/,
    /within 60 days/,
    /reschedule within 30 days/,
  ]) {
    await expect(main.getByText(text).first()).toBeVisible();
  }
  await page.goto("/privacy");
  await expect(page.getByText(/retained for 7 years/)).toBeVisible();
});
