/** Journeys that count what the home page loads unasked, and that touch its form before the form's code is there. */
import { gzipSync } from "node:zlib";
import { expect, test } from "../product.ts";

/** Gzipped bytes of scripts, on the home page until the visitor asks for more. */
const MOST_BYTES = 110_000;

test("the home page loads its own scripts and no others, read to its end", async ({ page }) => {
  const bytes = new Map<string, number>();
  page.on("response", async (response) => {
    if (response.request().resourceType() !== "script") return;
    bytes.set(new URL(response.url()).pathname, gzipSync(await response.body()).length);
  });
  await page.goto("/");
  await page.locator("#contact").scrollIntoViewIfNeeded();
  await expect(page.locator("#rooms").getByRole("article")).toHaveCount(7);
  await page.waitForLoadState("networkidle");
  const total = [...bytes.values()].reduce((sum, each) => sum + each, 0);
  expect(total, [...bytes].join("\n")).toBeLessThanOrEqual(MOST_BYTES);
  expect(total).toBeGreaterThan(0);
});

test("what is typed before the contact form's code arrives stays, with focus and caret", async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/contact-checks-*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/");
  const form = page.getByRole("form", { name: "Send a message" });
  const first = form.getByLabel("First name");
  await first.pressSequentially("Aa");
  await page.keyboard.press("ArrowLeft");
  await form.getByRole("button", { name: "Send Message" }).dispatchEvent("click");
  release();
  await expect(page.getByText("Last name is required").first()).toBeVisible();
  await expect(form.getByLabel("Last name")).toBeFocused();
  await first.focus();
  await page.keyboard.type("d");
  await expect(first).toHaveValue("Ada");
});
