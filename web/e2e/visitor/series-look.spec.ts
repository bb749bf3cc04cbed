/** Looks. */
import { apiBooking, chooseDay, chooseSlot, slot, fillPerson, acceptTerms } from "../journey.ts";
import { expect, test } from "../product.ts";
import { addDays, venueDayOf } from "../../../core/venue/time/venue-time.ts";

test("look", async ({ page, request }) => {
  page.on("console", (m) => { if (m.type() === "error") console.log(m.text()); });
  await page.goto("/room/rehearsal-room");
  await chooseDay(page);
  await chooseSlot(page, 18);
  const day = new URL(page.url()).searchParams.get("day") ?? "";
  await apiBooking(request, "rehearsal-room", { startDate: addDays(day, 7), startTime: "18:00", endTime: "20:00", hours: 2, email: "a@example.test" });
  await apiBooking(request, "rehearsal-room", { startDate: addDays(day, 21), startTime: "19:00", endTime: "21:00", hours: 2, email: "b@example.test" });
  await page.getByLabel("Repeat").selectOption("Weekly");
  await page.getByLabel("Ends").selectOption("After 8 dates");
  await expect(page.getByRole("list").getByText("Taken").first()).toBeVisible();
  for (const [w, scheme] of [[1280, "light"], [1280, "dark"], [390, "light"], [390, "dark"]] as const) {
    await page.setViewportSize({ width: w, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.locator("#series-dates").scrollIntoViewIfNeeded();
    await page.waitForTimeout(300);
    await page.screenshot({ path: `/tmp/w/webv/shots/room-${w}-${scheme}.png` });
    await page.locator("#series-dates").screenshot({ path: `/tmp/w/webv/shots/list-${w}-${scheme}.png` });
  }
  await page.screenshot({ path: `/tmp/w/webv/shots/room-390-full.png`, fullPage: true });
});
