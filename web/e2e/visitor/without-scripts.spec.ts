/** Journeys in a browser without scripts: what a server can draw is there, and the way to book comes first. */
import { expect, test } from "../product.ts";

test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

/** Where the heading is: in the drawn page, or in what replaces a page that only its script fills. */
const PAGES = [
  ["/", 200, "main"],
  ["/room/classroom", 200, "main"],
  ["/find", 200, "main"],
  ["/help", 200, "main"],
  ["/terms", 200, "main"],
  ["/privacy", 200, "main"],
  ["/cancellation", 200, "main"],
  ["/user-auth", 200, ".no-script"],
  ["/login", 200, ".no-script"],
  ["/no-such-page", 404, "main"],
] as const;

for (const [path, status, place] of PAGES) {
  test(`${path} has a heading and says first how to book`, async ({ page }) => {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(status);
    await expect(page.locator(".no-script a[href^='tel:']").first()).toBeInViewport();
    await expect(page.locator(place).getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator('[class*="motion-safe:animate-breathe"]:visible')).toHaveCount(0);
    await expect(page.getByText("Connecting...")).toBeHidden();
    await expect(page.locator("[inert]")).toHaveCount(0);
  });
}

test("home lists the rooms with their prices, and each leads to its page", async ({ page }) => {
  await page.goto("/");
  const rooms = page.locator(".no-script li");
  await expect(rooms).toHaveCount(7);
  await expect(rooms.first()).toContainText(/\$\d+\.\d\d an hour/);
  await rooms.getByRole("link", { name: "Classroom" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Classroom" })).toBeVisible();
  await page.goto("/help");
  await expect(page.getByRole("heading", { level: 1, name: "Help Center" })).toBeVisible();
  await expect(
    page
      .getByRole("main")
      .getByText(/downpayment/i)
      .first(),
  ).toBeVisible();
});
