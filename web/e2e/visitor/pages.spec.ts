/** Journeys through the visitors' pages: accessibility, links, first HTML, the contact form, and booking by keyboard. */
import { openPayment } from "../customer-journey.ts";
import {
  bookByKeyboard,
  CARDS,
  chooseDay,
  chooseSlot,
  expectAccessibleOnPhoneAndDesktop,
  expectLoaded,
  payWith,
} from "../journey.ts";
import { expect, test } from "../product.ts";

test.describe("on a phone and on a desktop", () => {
  for (const path of [
    "/",
    "/room/media-production",
    "/booking/classroom",
    "/room/nowhere",
    "/no/such/page",
  ]) {
    test(`${path} has no accessibility violation and fits 320 px`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
      await expectLoaded(page);
      await expectAccessibleOnPhoneAndDesktop(page);
    });
  }

  test("form, payment and confirmation have no accessibility violation", async ({ page }) => {
    await page.goto("/room/rehearsal-room");
    await chooseDay(page);
    await chooseSlot(page, 9);
    await page.getByRole("button", { name: /continue to payment/i }).click();
    await expectAccessibleOnPhoneAndDesktop(page);
    await openPayment(page, "recording-studio", 10, "looks@example.test");
    await expect(page.getByLabel("Card number")).toBeVisible();
    await expectAccessibleOnPhoneAndDesktop(page);
    await payWith(page, CARDS.good);
    await expect(page.getByRole("heading", { name: "Booking Confirmed!" })).toBeVisible();
    await expectAccessibleOnPhoneAndDesktop(page);
  });
});

test("home shows the rooms, and its links lead where they say", async ({ page }) => {
  await page.goto("/");
  await expect(page.locator("#rooms").getByRole("heading", { level: 3 })).toHaveCount(7);
  await expect(page.getByText("COMING SOON")).toBeVisible();
  await expect(page.getByText("COMING IN JULY")).toBeVisible();
  await expect(page.getByText("Up to 200 people")).toBeVisible();
  await page
    .getByRole("button", { name: "Book a Space" })
    .or(page.getByRole("link", { name: "Book a Space" }))
    .click();
  await expect(page.locator("#rooms")).toBeInViewport();
  await page.goto("/room/classroom");
  await page.getByRole("navigation").first().getByRole("link", { name: "Contact" }).click();
  await expect(page).toHaveURL(/\/#contact$/);
  await expect(page.locator("#contact")).toBeInViewport();
});

test("pages are there before their scripts, carry what they need, and do nothing that their policy forbids", async ({
  page,
}) => {
  const forbidden: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) forbidden.push(message.text());
  });
  // Without scripts the room's texts and poster are there, and no calendar yet.
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto("/room/conference-room");
  await expect(page.locator("h1", { hasText: "Conference Room" })).toBeVisible();
  await expect(page.getByText(/^Up to \d+ people$/)).toBeVisible();
  await expect(page).toHaveTitle("Conference Room · The Hub");
  await page.unroute("**/assets/*.js");
  // Without the API's answers the page still shows its calendar.
  await page.route("**/api/rooms/**", (route) => route.abort());
  await page.goto("/room/conference-room");
  await expect(page.getByRole("gridcell").first()).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await page.unroute("**/api/rooms/**");
  // The contact form loads without scrolling; it validates fields without code made from text.
  await page.goto("/");
  await expect(page.locator("#contact form")).toBeAttached();
  await page.locator("#contact form").getByRole("button", { name: /send/i }).click();
  await expect(page.locator("#contact form").getByLabel("First name")).toBeFocused();
  expect(forbidden).toEqual([]);
});

test("home says when the rooms cannot be loaded, and tries again", async ({ page }) => {
  let broken = true;
  await page.route("**/api/rooms", (route) => (broken ? route.abort() : route.continue()));
  await page.goto("/");
  await expect(page.getByText("Unable to Load Rooms")).toBeVisible({ timeout: 15_000 });
  broken = false;
  await page.getByRole("button", { name: /refresh|try again/i }).click();
  await expect(page.locator("#rooms").getByRole("heading", { level: 3 })).toHaveCount(7);
});

test("a visitor writes to the venue; missing fields are named first", async ({ page }) => {
  await page.addInitScript(() => {
    const events: unknown[][] = [];
    Object.assign(window, { fbq: (...event: unknown[]) => events.push(event), pixelEvents: events });
  });
  await page.goto("/#contact");
  const form = page.locator("#contact form");
  await form.getByRole("button", { name: /send/i }).click();
  await expect(form.getByLabel("First name")).toBeFocused();
  await form.getByLabel("First name").fill("Bessie");
  await form.getByLabel("Last name").fill("Smith");
  await form.getByLabel("Email").fill("bessie@example.test");
  await form.getByLabel(/room/i).selectOption("auditorium");
  await form.getByLabel("Message").fill("Is the piano in tune?");
  await form.getByRole("button", { name: /send/i }).click();
  await expect(page.getByText("Message Sent!").first()).toBeVisible();
  const lead = await page.evaluate(() => Reflect.get(window, "pixelEvents"));
  expect(JSON.stringify(lead)).toContain("Lead");
});

test("an unknown room and an unknown page have their own messages, with a link home", async ({ page }) => {
  await page.goto("/room/nowhere");
  await expect(page.getByRole("heading", { name: "Room Not Found" })).toBeVisible();
  await page.getByRole("link", { name: "Back to Home" }).click();
  await expect(page).toHaveURL("/");
  const response = await page.goto("/no/such/page");
  expect(response?.status()).toBe(404);
  await expect(page.getByText("404").first()).toBeVisible();
});

test("the whole booking works by keyboard alone", async ({ page }) => {
  await page.goto("/room/classroom");
  const next = page.getByRole("button", { name: "Next month" });
  await next.focus();
  await page.keyboard.press("Enter");
  await expect(
    page
      .getByRole("gridcell")
      .getByRole("button", { name: /slots free/ })
      .first(),
  ).toBeVisible();
  await page.keyboard.press("Tab");
  const focused = page.locator(":focus");
  await expect(focused).toHaveAttribute("aria-label", /\d/);
  for (let i = 0; i < 8; i++) {
    if (/slots free/.test((await focused.getAttribute("aria-label")) ?? "")) break;
    await page.keyboard.press("ArrowRight");
  }
  const day = (await focused.getAttribute("aria-label")) ?? "";
  await page.keyboard.press("Enter");
  // The address changes before the page does, and another day drops the choice on the day before.
  await expect(
    page.getByRole("gridcell", { selected: true }).getByRole("button", { name: day }),
  ).toBeVisible();
  await page.locator('[data-slot-hour="11"]').focus();
  await page.keyboard.press("Space");
  await expect(page.locator('[data-slot-hour="11"]')).toHaveAttribute("aria-pressed", "true");
  await bookByKeyboard(page);
});
