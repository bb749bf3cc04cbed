/** Journeys to a room without photographs: its equipment, pictures, size, plan and words. */
import { expectAccessible, expectNoSidewaysScroll } from "../journey.ts";
import { expect, test } from "../product.ts";
import { asAdmin, openDashboard } from "../staff-journey.ts";

test("a phone shows pictures and equipment before the calendar, which still begins on the first screen", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/room/recording-studio");
  const top = async (name: string) =>
    (await page.getByRole("heading", { name }).boundingBox())?.y ?? Number.NaN;
  const [equipment, calendar] = [await top("Equipment"), await top("Choose a time")];
  expect(equipment).toBeLessThan(calendar);
  expect(calendar).toBeLessThan(844 - 100);
  for (const place of [0, 1, 2]) await expect(page.locator("main img").nth(place)).toBeInViewport();
  await expectNoSidewaysScroll(page);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`a plan and words stand in for photographs, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto("/room/rehearsal-room");
    const room = page.getByRole("region", { name: "The Room" });
    await expect(room).toContainText("39 × 30 feet, 1,170 sq ft (109 m²)");
    await expect(room).toContainText("12 feet (3.7 m)");
    await expect(room).toContainText("daylight from two sides");
    await expect(room.getByRole("img", { name: "Plan of Rehearsal Room, 39 by 30 feet" })).toBeVisible();
    await expect(room.getByRole("listitem").nth(1)).toContainText("Drum kit and amplifiers");
    await expect(room.getByRole("listitem").nth(1)).toContainText("back left");
    await expectAccessible(page);
  });
}

test("a manager draws the plan line by line, is told which line is wrong, and visitors see it", async ({
  page,
  request,
}) => {
  const rates = { hourlyRate: "20.00", halfDayRate: "70.00", fullDayRate: "120.00" };
  const added = await request.post("/api/rooms", {
    headers: await asAdmin(request),
    data: { name: "Pottery", description: "Wheels and a kiln.", capacity: 6, ...rates },
  });
  const { id, slug } = await added.json();
  try {
    await page.goto(`/room/${slug}`);
    await expect(page.getByRole("heading", { name: "Specifications" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "The Room" })).toHaveCount(0);

    await openDashboard(page);
    await page.getByRole("tab", { name: "Rooms" }).click();
    await page.getByRole("button", { name: "Edit Pottery" }).click();
    const form = page.getByRole("form", { name: "Edit Pottery" });
    await form.getByLabel("Plan").fill("Wheel: 2, 2, 3 x 3\nKiln");
    await form.getByLabel("How it looks").fill("Clay on every surface.");
    await form.getByRole("button", { name: "Save Room" }).click();
    await expect(form.getByText('Plan, line 2: write it like "Piano: 2, 3, 5 x 2"').first()).toBeVisible();
    await form.getByLabel("Plan").fill("Wheel: 2, 2, 3 x 3\nKiln: 18, 1, 4 x 4");
    await form.getByRole("button", { name: "Save Room" }).click();
    await expect(form.getByText("A plan needs the room's width and depth").first()).toBeVisible();
    await form.getByLabel("Width, feet").fill("20");
    await form.getByLabel("Depth, feet").fill("14");
    await form.getByRole("button", { name: "Save Room" }).click();
    await expect(form.getByText("Plan, line 2: Kiln is outside of the walls").first()).toBeVisible();
    await form.getByLabel("Width, feet").fill("24");
    await expect(
      page
        .getByRole("region", { name: "Preview" })
        .locator("svg[aria-label='Plan of Pottery, 24 by 14 feet']"),
    ).toBeVisible();
    await form.getByRole("button", { name: "Save Room" }).click();
    await expect(form.getByText("Not saved yet")).toHaveCount(0);

    await page.goto(`/room/${slug}`);
    const room = page.getByRole("region", { name: "The Room" });
    await expect(room.getByRole("img", { name: "Plan of Pottery, 24 by 14 feet" })).toBeVisible();
    await expect(room.getByRole("listitem").nth(1)).toContainText("Kiln");
    await expect(room).toContainText("Clay on every surface.");
  } finally {
    await request.patch(`/api/rooms/${id}`, { headers: await asAdmin(request), data: { retired: true } });
  }
});
