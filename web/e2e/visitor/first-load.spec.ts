/** Journeys that count what the home page loads unasked, and that use its form before any code is there. */
import { gzipSync } from "node:zlib";
import { holdBack, newDay } from "../journey.ts";
import { expect, test } from "../product.ts";
import { emailOf } from "../staff-journey.ts";

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

test("a message that is sent before the site's code has arrived is sent once it has, and never in the address", async ({
  page,
}) => {
  const release = await holdBack(page, "**/assets/*.js");
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/contact")) sent.push(request.postData() ?? "");
  });
  await page.goto("/", { waitUntil: "commit" });
  const form = page.locator("#contact form");
  for (const [label, text] of Object.entries({
    "First name": "Dorothy",
    "Last name": "Ashby",
    Email: emailOf("early"),
    Message: "Is the harp tuned?",
  })) {
    await form.getByLabel(label).fill(text);
  }
  await form.getByRole("button", { name: "Send Message" }).click();
  await form.getByLabel("Message").press("Control+Home");
  release();
  await expect(form.getByText("We have your message")).toBeVisible();
  expect(new URL(page.url()).search).toBe("");
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain("Is the harp tuned?");
});

test("the time that is asked for before the site's code has arrived stays", async ({ page }) => {
  const release = await holdBack(page, "**/assets/*.js");
  await page.goto("/", { waitUntil: "commit" });
  const finder = page.getByRole("form", { name: "Find a time" });
  const day = newDay();
  await finder.getByLabel("Day").fill(day);
  await finder.getByLabel("Start").selectOption("19");
  await finder.getByLabel("People").fill("12");
  release();
  await expect(page.locator("html[data-started]")).toBeAttached();
  await finder.getByRole("button", { name: "Find a time" }).click();
  await expect(page).toHaveURL(new RegExp(`/find\\?day=${day}&start=19&hours=2&people=12`));
});

test("what is typed before the contact form's code arrives stays, with focus and caret", async ({ page }) => {
  const release = await holdBack(page, "**/assets/contact-checks-*.js");
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

test("what is typed while the contact form's code takes over stays", async ({ page }) => {
  await page.goto("/");
  const form = page.getByRole("form", { name: "Send a message" });
  await form.getByLabel("First name").focus();
  const message = form.getByLabel("Message");
  for (let letters = 1; letters <= 40; letters += 1) {
    await message.pressSequentially("a", { delay: 10 });
    await expect(message).toHaveValue("a".repeat(letters));
  }
  await form.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByText("Last name is required").first()).toBeVisible();
  await expect(message).toHaveValue("a".repeat(40));
});
