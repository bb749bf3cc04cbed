/** Journeys on the board with a finger, on a tablet and a phone: a tap offers what can be done, a long press and a drag choose hours. */
import { expectAccessible, newDay } from "../journey.ts";
import { expect, type Locator, type Page, test } from "../product.ts";
import { staffSession } from "../staff-journey.ts";

const free = (page: Page, hour: string): Locator =>
  page.getByRole("gridcell", { name: `Auditorium, ${hour}, free` });

async function openBoard(page: Page, day: string): Promise<void> {
  await staffSession(page);
  await page.goto(`/admin/board?day=${day}&room=2`);
  await expect(page.getByRole("grid")).toBeVisible();
}

/** A finger that rests, moves and is lifted, as the browser gets it from the screen. */
async function longPressAndDrag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error("nothing to press");
  const touch = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", points: { x: number; y: number }[]) =>
    touch.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  const begin = { x: start.x + 30, y: start.y + 20 };
  await send("touchStart", [begin]);
  await expect(page.locator("[data-dragging=hours]")).toBeVisible();
  await send("touchMove", [{ x: begin.x, y: (start.y + end.y) / 2 + 20 }]);
  await send("touchMove", [{ x: begin.x, y: end.y + 20 }]);
  await send("touchEnd", []);
}

for (const viewport of [
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport, hasTouch: true });

    test("a tap on a free hour opens the menu, which stays and books", async ({ page }) => {
      await openBoard(page, newDay());
      await free(page, "11 AM").tap();
      const menu = page.getByRole("dialog", { name: "Auditorium, 11 AM to 12 PM" });
      await expect(menu).toBeVisible();
      // What a mouse would do comes after the finger is lifted.
      await page.waitForTimeout(400);
      await expect(menu).toBeVisible();
      await expectAccessible(page);
      await menu.getByRole("button", { name: "Book these hours" }).tap();
      const dialog = page.getByRole("dialog", { name: "New Phone Booking" });
      await expect(dialog.getByLabel("Start")).toHaveValue("11");
    });

    test("a long press and a drag choose several hours", async ({ page }) => {
      await openBoard(page, newDay());
      await longPressAndDrag(page, free(page, "11 AM"), free(page, "1 PM"));
      await expect(page.getByRole("dialog", { name: "Auditorium, 11 AM to 2 PM" })).toBeVisible();
    });

    test("the board has a button to book", async ({ page }) => {
      const day = newDay();
      await openBoard(page, day);
      await page.getByRole("button", { name: "Book", exact: true }).tap();
      await expect(
        page.getByRole("dialog", { name: "New Phone Booking" }).getByLabel("Day", { exact: true }),
      ).toHaveValue(day);
    });
  });
}
