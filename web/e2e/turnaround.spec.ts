/** Owns that a visitor is offered no hour which a room's turnaround keeps free, live as it is set and lifted. */

import { instantAt } from "../../core/venue/venue-time.ts";
import { expectAccessible, expectNoSidewaysScroll, newDay, slot } from "./journey.ts";
import { type APIRequestContext, expect, type Page, test } from "./product.ts";
import { emailOf } from "./staff-journey.ts";

const ROOM = { id: 7, slug: "classroom" };
const DAY = newDay();

test.use({ contextOptions: { reducedMotion: "reduce" } });

let headers: { Authorization: string };

/** Staff do it by the calls: the page for rooms has journeys of its own. */
test.beforeAll(async ({ request }) => {
  const login = { username: "admin", password: "journeys-only" };
  const response = await request.post("/api/auth/login", { data: login });
  expect(response.status()).toBe(200);
  headers = { Authorization: `Bearer ${(await response.json()).token}` };
});

async function setTurnaround(request: APIRequestContext, turnaroundHours: number): Promise<void> {
  const response = await request.patch(`/api/rooms/${ROOM.id}`, { data: { turnaroundHours }, headers });
  expect(response.status()).toBe(200);
}

/** The room is everybody's. */
test.afterAll(({ request }) => setTurnaround(request, 0));

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
  const made = await request.post("/api/staff/bookings", {
    headers,
    data: {
      roomId: ROOM.id,
      firstName: "Ida",
      lastName: "Rhodes",
      email: emailOf("turnaround"),
      phone: "+1 212 555 0177",
      startDate: DAY,
      startTime: "13:00",
      endTime: "15:00",
      eventType: "Workshop",
      payment: "desk",
    },
  });
  expect(made.status(), await made.text()).toBe(201);

  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`/room/${ROOM.slug}?day=${DAY}`);
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
  // What is left can be booked as it is shown: the server says the same.
  const find = await request.get(`/api/find?day=${DAY}&start=15:00&hours=2&people=1`);
  const { rooms } = await find.json();
  const found = rooms.find(({ roomId }: { roomId: number }) => roomId === ROOM.id);
  expect(found).toMatchObject({
    exact: false,
    startTime: instantAt(DAY, 17, "America/New_York").toISOString(),
  });

  await setTurnaround(request, 0);
  await expectStates(page, { 11: "free", 12: "free", 13: TAKEN, 14: TAKEN, 15: "free", 16: "free" });
});
