/** Journeys on which a part of the site cannot be loaded: the rest stays, shows what failed, and still works. */

import { chooseDay, chooseSlot } from "../journey.ts";
import { expect, type Page, test } from "../product.ts";

/** Blocks all files of that name until `restore` is called; counts the requests for them. */
async function withhold(page: Page, name: string): Promise<{ asked(): number; restore(): Promise<void> }> {
  let asked = 0;
  const files = `**/assets/${name}-*.js`;
  await page.route(files, (route) => {
    asked += 1;
    return route.fulfill({ status: 404, contentType: "application/problem+json", body: "{}" });
  });
  return { asked: () => asked, restore: () => page.unroute(files) };
}

/** Answers the site's pages as a newer build would. */
async function deployNewBuild(page: Page): Promise<void> {
  await page.route(/^http:\/\/[^/]+\/$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      /assets\/landing-[^"]+\.js/,
      "assets/landing-of-tomorrow.js",
    );
    await route.fulfill({ response, body });
  });
}

const loads = (page: Page): (() => number) => {
  let count = 0;
  page.on("domcontentloaded", () => {
    count += 1;
  });
  return () => count;
};

test("home stays when the contact form cannot be loaded, and tries again", async ({ page }) => {
  const form = await withhold(page, "contact-checks");
  const loaded = loads(page);
  await page.goto("/");
  await page.locator("#contact").getByLabel("First name").focus();
  await expect(page.getByRole("alert")).toContainText("The contact form could not be loaded");
  await expect(page.getByRole("banner")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
  await form.restore();
  await page.locator("#contact").getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByText("First name is required").first()).toBeVisible();
  expect(loaded()).toBe(1);
});

test("a tab that is open during a deployment is reloaded, once", async ({ page }) => {
  const form = await withhold(page, "contact-checks");
  const loaded = loads(page);
  await page.goto("/");
  await deployNewBuild(page);
  await page.locator("#contact").getByLabel("First name").focus();
  await expect.poll(loaded).toBe(2);
  // The reloaded page is still of the old build: it must not reload again and again.
  await page.unroute(/^http:\/\/[^/]+\/$/);
  await page.reload();
  await page.locator("#contact").getByLabel("First name").focus();
  await expect(page.getByRole("alert")).toContainText("The contact form could not be loaded");
  expect(loaded()).toBe(3);
  expect(form.asked()).toBeGreaterThan(1);
});

test("a room's page says that it could not be loaded, and tries again", async ({ page }) => {
  const app = await withhold(page, "app");
  await page.goto("/room/classroom");
  await expect(page.getByRole("heading", { level: 1, name: "This page could not be loaded" })).toBeVisible();
  await expect(page.getByRole("banner")).toBeVisible();
  await app.restore();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Classroom" })).toBeVisible();
});

test("a room's page keeps its calendar when the booking form cannot be loaded", async ({ page }) => {
  const form = await withhold(page, "booking-form");
  await page.goto("/room/classroom");
  await chooseDay(page);
  await chooseSlot(page, 14);
  await expect(
    page.getByRole("alert").filter({ hasText: "The booking form could not be loaded" }),
  ).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Classroom" })).toBeVisible();
  await form.restore();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByLabel("First name")).toBeVisible();
});

test("a page whose own file cannot be loaded stays within the site, and tries again", async ({ page }) => {
  const help = await withhold(page, "help");
  await page.goto("/help");
  await expect(page.getByRole("heading", { level: 1, name: "Something went wrong" })).toBeVisible();
  await expect(page.getByRole("banner")).toBeVisible();
  await help.restore();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Help Center" })).toBeVisible();
});

test("a page whose code does not arrive says so after ten seconds, and starts when it is tried again", async ({
  page,
}) => {
  await page.clock.install();
  const code = /\/assets\/[^/]+\.js$/;
  await page.route(code, (route) => route.abort());
  await page.goto("/room/classroom");
  await expect(page.locator("#not-started")).toHaveCount(0);
  await page.clock.fastForward(10_000);
  const note = page.getByRole("alert").filter({ hasText: "This page could not start" });
  await expect(note).toBeVisible();
  await expect(note).toContainText(/call us.*\(718\) 555-0142/);
  await page.unroute(code);
  await note.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Live Updates Active")).toBeVisible();
  await page.clock.fastForward(10_000);
  await expect(note).toHaveCount(0);
});
