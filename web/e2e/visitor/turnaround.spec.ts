/**
 * Journeys of a room's turnaround: open pages stop offering its hours as soon as it is set, and a visit may move into its own turnaround.
 */
import { instantAt } from "../../../core/venue/time/venue-time.ts";
import { expectAccessible, expectNoSidewaysScroll, newDay, slot } from "../journey.ts";
import { type APIRequestContext, expect, type Page, test } from "../product.ts";
import { emailOf, staffApi, staffSession } from "../staff-journey.ts";

const ROOM = { id: 7, slug: "classroom" };

/** Sets it by the API: the page for rooms has its own journeys. */
async function setTurnaround(request: APIRequestContext, turnaroundHours: number): Promise<void> {
  await (await staffApi(request)).send("PATCH", `/api/rooms/${ROOM.id}`, { turnaroundHours });
}

/** Other journeys use the room too. */
test.afterAll(({ request }) => setTurnaround(request, 0));

/** Books 1 PM to 3 PM; answers the booking's number. */
async function makeVisit(request: APIRequestContext, day: string): Promise<number> {
  const visit = { day, from: 13, to: 15, email: emailOf("turnaround") };
  return (await (await staffApi(request)).book(ROOM.slug, visit)).id;
}

const TAKEN = "booked";
async function expectStates(page: Page, wanted: Record<number, string>): Promise<void> {
  for (const [hour, state] of Object.entries(wanted)) {
    const button = slot(page, Number(hour));
    await expect(button).toHaveAttribute("data-slot-state", state);
    if (state === "free") await expect(button).toBeEnabled();
    else await expect(button).toBeDisabled();
  }
}

test("the hours around a visit close and open on an open page as staff set the room's turnaround", async ({
  page,
  request,
}) => {
  const day = newDay();
  await makeVisit(request, day);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`/room/${ROOM.slug}?day=${day}`);
  await expect(page.getByText("Live Updates Active")).toBeVisible();
  await expectStates(page, { 11: "free", 12: "free", 13: TAKEN, 14: TAKEN, 15: "free", 16: "free" });

  await setTurnaround(request, 1);
  await expectStates(page, { 11: "free", 12: TAKEN, 13: TAKEN, 14: TAKEN, 15: TAKEN, 16: "free" });
  await expectAccessible(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await setTurnaround(request, 2);
  await expectStates(page, { 10: "free", 11: TAKEN, 12: TAKEN, 15: TAKEN, 16: TAKEN, 17: "free" });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  // The hours that are left can be booked as shown: the server says the same.
  const find = await request.get(`/api/find?day=${day}&start=15:00&hours=2&people=1`);
  const { rooms } = await find.json();
  const found = rooms.find(({ roomId }: { roomId: number }) => roomId === ROOM.id);
  expect(found).toMatchObject({
    exact: false,
    startTime: instantAt(day, 17, "America/New_York").toISOString(),
  });

  await setTurnaround(request, 0);
  await expectStates(page, { 11: "free", 12: "free", 13: TAKEN, 14: TAKEN, 15: "free", 16: "free" });
});

test("staff move and extend a visit into its own turnaround", async ({ page, request }) => {
  const id = await makeVisit(request, newDay());
  await setTurnaround(request, 1);
  await staffSession(page);
  await page.goto(`/admin?booking=${id}`);
  const dialog = page.getByRole("dialog", { name: `#${id}` });
  await dialog.getByRole("tab", { name: "Actions" }).click();
  await dialog.getByRole("button", { name: "Move…" }).click();
  await expect(dialog.getByText("This is its current room and time.")).toBeVisible();
  const start = dialog.getByLabel("Start");
  for (const hour of ["12", "15"]) await expect(start.locator(`option[value="${hour}"]`)).toBeEnabled();
  await dialog.getByLabel("End").selectOption("16");
  await expect(dialog.getByText("not available: choose other hours")).toHaveCount(0);
  await expect(dialog.getByText("more to pay")).toBeVisible();
  await dialog.getByRole("button", { name: "Move Booking" }).click();
  await expect(dialog.getByRole("button", { name: "Move…" })).toBeFocused();
  await dialog.getByRole("tab", { name: "Details" }).click();
  await expect(dialog.getByText("4:00 PM", { exact: true })).toBeVisible();
});
