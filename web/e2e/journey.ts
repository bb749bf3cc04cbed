/** Steps that the journeys share: what a visitor does in the browser. Elements are found by role and name. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { isClosedDay, type Weekday, weekdayOf } from "../../core/venue/time/opening-hours.ts";
import { addDays, BOOKING_HORIZON_DAYS, venueDayOf } from "../../core/venue/time/venue-time.ts";
import { type APIRequestContext, expect, type Page } from "./product.ts";

/** For `test.use`: the page moves as it does for most visitors. The other journeys ask for reduced motion. */
export const WITH_MOTION = { contextOptions: { reducedMotion: "no-preference" } } as const;

export const CARDS = {
  good: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
  asksBank: "4000 0025 0000 3155",
  insufficientFunds: "4000 0000 0000 9995",
} as const;

/** Holds requests to this address back until the answered function is called. */
export async function holdBack(page: Page, address: Parameters<Page["route"]>[0]): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Goes to the next month and chooses a day, days from now, on which the room is free; answers its accessible name. */
export async function chooseDay(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Next month" }).click();
  await expect(page.getByText("Loading the free times")).toHaveCount(0);
  // Only starts that fit the shortest visit count: one hour in the booking page's dialog, two elsewhere.
  const days = page.getByRole("gridcell").getByRole("button", { name: "13 slots free" });
  await expect(days.first()).toBeVisible();
  const day = days.nth(4);
  const name = (await day.getAttribute("aria-label")) ?? "";
  await day.click();
  return name;
}

export const slot = (page: Page, hour: number) => page.locator(`[data-slot-hour="${hour}"]`);

export async function chooseSlot(page: Page, hour: number): Promise<void> {
  await slot(page, hour).click();
  await expect(slot(page, hour)).toHaveAttribute("aria-pressed", "true");
}

export async function fillPerson(page: Page, email: string): Promise<void> {
  await page.getByLabel("First name").fill("Nina");
  await page.getByLabel("Last name").fill("Simone");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Phone").fill("+1 (212) 555-0100");
  await page.getByLabel("Event type").selectOption("Rehearsal");
}

export async function acceptTerms(page: Page): Promise<void> {
  await page.getByRole("checkbox", { name: /terms and conditions/ }).check();
}

export async function payWith(page: Page, number: string): Promise<void> {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel(/Expir/).fill("12 / 34");
  await page.getByLabel(/Security code|CVC/).fill("123");
  await page.getByRole("button", { name: /^Pay \S?\d/ }).click();
}

/** Goes from a room's page to the payment step: a day, two hours from `hour`, the form. Answers the booking's number. */
export async function bookOnRoomPage(page: Page, slug: string, hour: number, email: string): Promise<number> {
  await page.goto(`/room/${slug}`);
  await chooseDay(page);
  await chooseSlot(page, hour);
  await fillPerson(page, email);
  await acceptTerms(page);
  const created = page.waitForResponse(
    (r) => r.url().endsWith("/api/bookings") && r.request().method() === "POST",
  );
  await page.getByRole("button", { name: /continue to payment/i }).click();
  const response = await created;
  expect(response.status()).toBe(201);
  await expect(page.getByRole("heading", { name: "Pay the downpayment" })).toBeVisible();
  return (await response.json()).id;
}

/** Goes from the form with a chosen time to the confirmation, by the keyboard alone. */
export async function bookByKeyboard(page: Page): Promise<void> {
  await page.getByLabel("First name").focus();
  for (const text of ["Mary", "Lou", "mary@example.test", "212 555 0102"]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.type("Workshop");
  await page.getByRole("checkbox", { name: /terms and conditions/ }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: /continue to payment/i }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Pay the downpayment" })).toBeFocused();
  await page.getByLabel("Card number").focus();
  await page.keyboard.type("4242424242424242");
  await page.keyboard.press("Tab");
  await page.keyboard.type("1234");
  await page.keyboard.press("Tab");
  await page.keyboard.type("123");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Booking Confirmed!" })).toBeVisible();
}

/** Half the size of the package's main file: it goes to each page that is checked. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Expects no accessibility violation on the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    // Our pages have no frames.
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    // A color that is still changing to the other theme has no final contrast yet.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const changing = document
      .getAnimations()
      .filter(
        (each) => each.playState === "running" && each.effect?.getComputedTiming().endTime !== Infinity,
      );
    await Promise.allSettled(changing.map((each) => each.finished));
    const found = await axe.run(document, { resultTypes: ["violations"], iframes: false });
    return found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`,
    );
  });
  expect(violations).toEqual([]);
}

/** Expects no accessibility violation and no overflow, in the dark on the narrowest phone and in the light on a desktop. */
export async function expectAccessibleOnPhoneAndDesktop(page: Page): Promise<void> {
  for (const [width, colorScheme] of [
    [320, "dark"],
    [1280, "light"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
}

/** Waits until no placeholder is left (`web/src/ui/skeleton.tsx`): data and code of the page have been loaded. */
export async function expectLoaded(page: Page): Promise<void> {
  await expect(page.locator('[class*="motion-safe:animate-breathe"]')).toHaveCount(0);
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

const today = venueDayOf(new Date(), "America/New_York");
/** Journeys that book the same weekday of several weeks do so from this week on, and on other weekdays than these. */
const WEEKLY_FROM = 28;
const NEVER_WEEKLY: readonly Weekday[] = ["thursday", "saturday"];

/** The last day that was used; the first one is 80 days ahead, which `chooseDay` never reaches. */
let lastDay = addDays(today, 79);

/**
 * An open day of the venue that no other journey on this product uses. No `newDay` is the day before or after it; from week 28 on, a weekly
 * journey may have that day.
 */
export function newDay(): string {
  lastDay = openDayAfter(addDays(lastDay, 1));
  const weekly = addDays(today, 7 * WEEKLY_FROM);
  while (lastDay >= weekly && !NEVER_WEEKLY.includes(weekdayOf(lastDay))) lastDay = addDays(lastDay, 1);
  if (lastDay > addDays(today, BOOKING_HORIZON_DAYS)) throw new Error("all days are used by other journeys");
  return lastDay;
}

/** The next such day of the week at least so many weeks ahead, for a journey that books several weeks: other journeys use none of them. */
export function weekdayIn(weeks: number, weekday: "monday" | "tuesday" | "wednesday" | "friday"): string {
  if (weeks < WEEKLY_FROM) throw new Error(`other journeys use days before week ${WEEKLY_FROM}`);
  let day = addDays(today, 7 * weeks);
  while (weekdayOf(day) !== weekday) day = addDays(day, 1);
  return day;
}

export function openDayAfter(day: string): string {
  let next = addDays(day, 1);
  while (isClosedDay(next)) next = addDays(next, 1);
  return next;
}

/** Books a room with a body of `POST /api/bookings` as the API documents it. */
export async function apiBooking(
  request: APIRequestContext,
  slug: string,
  booking: { startDate: string; startTime: string; endTime: string; hours: number; email: string },
) {
  const room = await (await request.get(`/api/rooms/${slug}`)).json();
  const total = Number(room.hourlyRate) * booking.hours;
  return request.post("/api/bookings", {
    data: {
      roomId: room.id,
      firstName: "Ella",
      lastName: "Baker",
      email: booking.email,
      phone: "212 555 0101",
      startDate: booking.startDate,
      startTime: booking.startTime,
      endTime: booking.endTime,
      eventType: "Meeting",
      bookingDuration: "hourly",
      hourCount: booking.hours,
      totalAmount: total.toFixed(2),
      downpaymentAmount: (total / 2).toFixed(2),
      remainingAmount: (total / 2).toFixed(2),
      terms: true,
    },
  });
}
