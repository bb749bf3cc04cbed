/** Journeys on a phone, in forced colors, in another zone and on paper: what tripped visitors there. */

import { confirmed, makePaidBooking, pay, typeCard } from "../customer-journey.ts";
import { bookOnRoomPage, CARDS, expectNoSidewaysScroll, newDay, slot, WITH_MOTION } from "../journey.ts";
import { expect, test } from "../product.ts";
import { emailOf } from "../staff-journey.ts";

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("Back closes the menu and the sheet, and leaves the page only then", async ({ page }) => {
    await page.goto("/help");
    await page.goto("/booking/classroom");
    const menu = page.getByRole("dialog", { name: "Menu" });
    const open = page.getByRole("button", { name: "Open menu" });
    await open.click();
    await expect(menu).toBeVisible();
    await page.goBack();
    await expect(menu).toBeHidden();
    await expect(page).toHaveURL("/booking/classroom");
    // Closed by its own button, it leaves nothing behind.
    await open.click();
    await page.getByRole("button", { name: "Close menu" }).click();
    await expect(menu).toBeHidden();

    await page.locator('[data-slot-state="free"]').first().click();
    await page
      .getByRole("button", { name: /^Book / })
      .first()
      .click();
    const sheet = page.getByRole("dialog");
    await expect(sheet).toBeVisible();
    await page.goBack();
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(/\/booking\/classroom\?.*start=/);
  });

  test("a link in the menu leads on, and one Back returns", async ({ page }) => {
    await page.goto("/terms");
    await page.getByRole("button", { name: "Open menu" }).click();
    await page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Sign In" }).click();
    await expect(page).toHaveURL("/user-auth");
    await page.goBack();
    await expect(page).toHaveURL("/terms");
    await expect(page.getByRole("dialog", { name: "Menu" })).toBeHidden();
  });

  test.describe("with motion", () => {
    test.use(WITH_MOTION);

    test("no toast covers the heading of the payment page or of the confirmation", async ({ page }) => {
      const overlap = async (heading: string) => {
        const [toast, title] = await Promise.all([
          page.locator("[data-toasts] li").first().boundingBox(),
          page.getByRole("heading", { level: 1, name: heading }).boundingBox(),
        ]);
        if (!toast || !title) return "not shown";
        return toast.y < title.y + title.height && title.y < toast.y + toast.height;
      };
      await bookOnRoomPage(page, "conference-room", 10, emailOf("toast"));
      await expect.poll(() => overlap("Pay the downpayment")).toBe(false);
      await typeCard(page, CARDS.good);
      await pay(page);
      await expect(confirmed(page)).toBeVisible();
      await expect.poll(() => overlap("Booking Confirmed!")).toBe(false);
    });
  });
});

test("hours that cannot begin a visit say why where they stand, and offer others next", async ({ page }) => {
  await page.goto(`/room/black-box-theater?day=${newDay()}`);
  const last = slot(page, 21);
  await expect(last).toHaveAccessibleName(/too late for a visit of 2 hours/);
  await last.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "The venue closes at 10:00 PM" })).toBeVisible();
  await expect(page.getByText("Time Selected")).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Selected slot" })).toHaveCount(0);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "8:00 PM – 10:00 PM" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/start=20/);
  await expect(slot(page, 20)).toBeFocused();
  await expect(slot(page, 20)).toHaveAttribute("aria-pressed", "true");
});

test("a visit cannot be moved to hours that end after closing", async ({ page }) => {
  const email = emailOf("late-move");
  const id = await makePaidBooking(page, "black-box-theater", 10, email);
  const { manageUrl } = await (await page.request.get(`/api/bookings/${id}/own`)).json();
  await page.goto(`${manageUrl}?move=true`);
  await slot(page, 21).click();
  await expect(page.getByRole("alert").filter({ hasText: "The venue closes at 10:00 PM" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Move my booking" })).toHaveCount(0);
});

test("forced colors show buttons by a border and the chosen hours by the highlight", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto(`/room/conference-room?day=${newDay()}&start=14`);
  await expect(slot(page, 15)).toHaveAttribute("data-chosen", "true");
  const styleOf = (hour: number) =>
    slot(page, hour).evaluate((button) => {
      const { backgroundColor, borderTopStyle, borderTopWidth } = getComputedStyle(button);
      return { backgroundColor, border: `${borderTopStyle} ${Number.parseFloat(borderTopWidth) > 0}` };
    });
  const [chosen, within, free] = [await styleOf(14), await styleOf(15), await styleOf(17)];
  expect(within.backgroundColor).toBe(chosen.backgroundColor);
  expect(free.backgroundColor).not.toBe(chosen.backgroundColor);
  expect([chosen.border, free.border]).toEqual(["solid true", "solid true"]);
  const next = page.getByRole("button", { name: "Continue: your details" });
  await expect(next).toHaveCSS("border-top-style", "solid");
});

test.describe("in Tokyo", () => {
  test.use({ timezoneId: "Asia/Tokyo" });

  test("times in the visitor's zone name their day where it is another one", async ({ page }) => {
    const id = await makePaidBooking(page, "conference-room", 18, emailOf("tokyo"));
    const { startTime } = await (await page.request.get(`/api/bookings/${id}/own`)).json();
    const there = new Date(startTime).toLocaleDateString("en-US", {
      timeZone: "Asia/Tokyo",
      weekday: "short",
      month: "short",
      day: "numeric",
    });
    await page.goto(`/booking/${id}/confirmed`);
    await expect(
      page.getByText(new RegExp(`^${there}, \\d+:00 AM – \\d+:00 AM where you are$`)),
    ).toBeVisible();
  });
});

test("the ticket prints on one sheet", async ({ page }) => {
  const id = await makePaidBooking(page, "conference-room", 20, emailOf("paper"));
  await page.goto(`/booking/${id}/confirmed`);
  await expect(confirmed(page)).toBeVisible();
  // A visitor prints the page once it is complete.
  await page.getByRole("img", { name: /^Map/ }).scrollIntoViewIfNeeded();
  await page.evaluate(() => document.fonts.ready);
  for (const format of ["A4", "Letter"]) {
    const pdf = (await page.pdf({ format })).toString("latin1");
    expect(pdf.match(/\/Type ?\/Page\b/g)).toHaveLength(1);
  }
});

test("the people of a search are the form's attendees", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/find?day=${newDay()}&start=14&hours=2&people=12`);
  await page.getByRole("link", { name: /^Book 2:00 PM, Classroom/ }).click();
  await expect(page.getByLabel("Attendees")).toHaveValue("12");
  await expectNoSidewaysScroll(page);
});

test("rooms with an overlay say that they can be booked, and refund tables do not contradict", async ({
  page,
}) => {
  await page.goto("/");
  const card = page.getByRole("article", { name: "Rehearsal Room" });
  await expect(card.getByText("COMING IN JULY", { exact: true })).toBeVisible();
  await expect(card.getByText("Bookable now", { exact: true })).toBeVisible();

  await page.goto(`/room/rehearsal-room?day=${newDay()}&start=14`);
  await expect(page.getByText(/^A booking has terms of its own/)).toBeVisible();
  const order = await page.getByText(/^(Your booking|The policy in short)$/).allInnerTexts();
  expect(order).toEqual(["Your booking", "The policy in short"]);
});
