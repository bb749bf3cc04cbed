/** Journeys on the board: dragging, the keyboard, changes by others, accessibility, and print. */
import { dayName, shortDay } from "../../../core/venue/time/time-format.ts";
import { addDays, instantAt } from "../../../core/venue/time/venue-time.ts";
import { expectAccessible, expectNoSidewaysScroll, newDay } from "../journey.ts";
import { type APIRequestContext, expect, type Locator, type Page, test } from "../product.ts";
import { emailOf, openDashboard, staffApi, staffSession } from "../staff-journey.ts";

/** The first day of the week after this day's week. */
function nextMonday(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, 8 - weekday);
}
const at = (day: string, hour: number): string => instantAt(day, hour, "America/New_York").toISOString();

interface Visit {
  slug: string;
  day: string;
  from: number;
  to: number;
  lastName: string;
}

/** The calls of another colleague. */
async function colleague(request: APIRequestContext) {
  const api = await staffApi(request);
  return {
    async book({ slug, lastName, ...hours }: Visit): Promise<number> {
      const visit = { ...hours, email: emailOf("board") };
      return (await api.book(slug, visit, { lastName, attendees: 3 })).id;
    },
    close: (roomIds: number[], startTime: string, endTime: string, reason: string) =>
      api.send("POST", "/api/blocks", { roomIds, startTime, endTime, reason }),
    move: (id: number, startTime: string) => api.send("POST", `/api/bookings/${id}/move`, { startTime }),
  };
}

const cell = (page: Page, name: string | RegExp): Locator => page.getByRole("gridcell", { name });
const visitCell = (page: Page, id: number): Locator => page.locator(`[data-booking="${id}"]`);

async function openBoard(page: Page, search: string): Promise<void> {
  await page.goto(`/admin/board?${search}`);
  await expect(page.getByRole("grid")).toBeVisible();
}

/** Drags from the first hour of one cell to the first hour of another, and keeps the button down. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error("nothing to drag");
  await page.mouse.move(start.x + 40, start.y + 20);
  await page.mouse.down();
  await page.mouse.move(start.x + 50, start.y + 30, { steps: 2 });
  await page.mouse.move(end.x + 40, end.y + 20, { steps: 4 });
}

test("a booking is dragged to another room and hour, and the difference is shown before it moves", async ({
  page,
  request,
}) => {
  const day = newDay();
  const admin = await colleague(request);
  const id = await admin.book({ slug: "classroom", day, from: 9, to: 11, lastName: "Dragged" });
  await openDashboard(page);
  await page.getByRole("link", { name: "Board" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Board" })).toBeFocused();
  await openBoard(page, `day=${day}`);
  await expect(visitCell(page, id)).toHaveAccessibleName(
    /Classroom, Ella Dragged, 9:00 AM – 11:00 AM, 3 people, Meeting, \$\d+ due/,
  );

  // After Escape it stays where it is, and no dialog opens.
  const target = cell(page, "Auditorium, 12 PM, free");
  await drag(page, visitCell(page, id), target);
  await expect(page.locator(".board-mark")).toHaveText("Auditorium 12 PM to 2 PM");
  await page.keyboard.press("Escape");
  await expect(page.locator(".board-mark")).toBeHidden();
  await page.mouse.up();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await drag(page, visitCell(page, id), target);
  await page.mouse.up();
  const dialog = page.getByRole("dialog", { name: "Move Ella Dragged" });
  await expect(dialog.getByText(/^\$\d+\.00 more to pay$/)).toBeVisible();
  await dialog.getByRole("button", { name: "Move Booking" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(visitCell(page, id)).toHaveAccessibleName(/^Auditorium, Ella Dragged, 12:00 PM – 2:00 PM/);

  // It does not move onto other bookings, and the dialog says why.
  const other = await admin.book({ slug: "recording-studio", day, from: 12, to: 14, lastName: "Placed" });
  await drag(page, visitCell(page, id), visitCell(page, other));
  await page.mouse.up();
  await expect(dialog.getByText("12 PM – 2 PM not available: choose other hours")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Move Booking" })).toHaveAttribute("aria-disabled", "true");
  await dialog.getByRole("button", { name: "Leave It" }).click();

  // A press opens its details, which offer to move it.
  await visitCell(page, id).click();
  const details = page.getByRole("dialog").filter({ hasText: `#${id}` });
  await details.getByRole("tab", { name: "Actions" }).click();
  await details.getByRole("button", { name: "Move…" }).click();
  await expect(details.getByText("This is its current room and time.")).toBeVisible();
  await page.keyboard.press("Escape");

  // A drag over free hours ends before the first hour that is taken.
  await drag(page, cell(page, "Auditorium, 9 AM, free"), visitCell(page, id));
  await page.mouse.up();
  const menu = page.getByRole("dialog", { name: "Auditorium, 9 AM to 12 PM" });
  await expect(menu.getByRole("button", { name: "Book these hours" })).toBeFocused();
  await expect(menu.getByRole("button", { name: "Close these hours" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(cell(page, "Auditorium, 9 AM, free")).toBeFocused();
});

test("the board works by keyboard alone, and shows the changes of others at once", async ({
  page,
  request,
}) => {
  const day = newDay();
  const admin = await colleague(request);
  const id = await admin.book({ slug: "conference-room", day, from: 9, to: 11, lastName: "Keyed" });
  await staffSession(page);
  await openBoard(page, `day=${day}`);
  await cell(page, "Recording Studio, 9 AM, free").focus();
  for (let right = 0; right < 5; right++) await page.keyboard.press("ArrowRight");
  await expect(visitCell(page, id)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(cell(page, "Conference Room, 11 AM, free")).toBeFocused();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Conference Room, 11 AM to 2 PM" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("m");

  const dialog = page.getByRole("dialog", { name: "Move Ella Keyed" });
  await dialog.getByLabel("End").selectOption("10");
  await expect(dialog.getByText(/^\$\d+\.00 less to pay$/)).toBeVisible();
  await dialog.getByLabel("Start").selectOption("13");
  await expect(dialog.getByLabel("End")).toHaveValue("14");
  await expect(dialog.getByText(/less to pay/)).toBeVisible();
  await dialog.getByRole("button", { name: "Move Booking" }).press("Enter");
  await expect(visitCell(page, id)).toHaveAccessibleName(/1:00 PM – 2:00 PM/);

  // Another colleague moves it, and closes hours.
  await admin.move(id, at(day, 15));
  await expect(visitCell(page, id)).toHaveAccessibleName(/3:00 PM – 4:00 PM/);
  await admin.close([1, 6], at(day, 9), at(day, 11), "Piano tuning");
  const closed = cell(page, "Recording Studio, Closed: Piano tuning");
  await expect(closed).toBeVisible();

  // A closure shows what it is, and is lifted.
  await closed.focus();
  await page.keyboard.press("Enter");
  const closure = page.getByRole("dialog", { name: "Closed hours" });
  await expect(closure.getByText("Recording Studio, Conference Room")).toBeVisible();
  await expect(closure.getByText("Piano tuning")).toBeVisible();
  await expectAccessible(page);
  await closure.getByRole("button", { name: "Reopen these hours" }).press("Enter");
  await expect(closure).toHaveCount(0);
  await expect(cell(page, "Recording Studio, 9 AM, free")).toBeFocused();

  // Two free hours are booked for a guest by phone.
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Recording Studio, 9 AM to 11 AM" })).toBeVisible();
  await page.keyboard.press("Enter");
  const caller = page.getByRole("dialog", { name: "New Phone Booking" });
  await caller.getByLabel("First Name").fill("Ida");
  await caller.getByLabel("Last Name").fill("Called");
  await caller.getByLabel("Phone", { exact: true }).fill("(917) 555-0123");
  await caller.getByLabel("Email").fill(emailOf("called"));
  await caller.getByRole("radio", { name: /Paid at the desk/ }).press("Space");
  await caller.getByRole("button", { name: "Book", exact: true }).press("Enter");
  await expect(page.getByRole("dialog", { name: "Ida Called" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(
    cell(page, /^Recording Studio, Ida Called, 9:00 AM – 11:00 AM, Recording Session, \$\d+ due$/),
  ).toBeVisible();

  // A room's week, and back to one of its days.
  await page.getByRole("columnheader", { name: "Conference Room" }).getByRole("link").click();
  await expect(visitCell(page, id)).toHaveAccessibleName(new RegExp(`^${shortDay(day)}, Ella Keyed`));
  await page.getByRole("button", { name: "Next week" }).click();
  await expect(page.getByRole("columnheader", { name: shortDay(nextMonday(day)) })).toBeVisible();
  await page.goBack();
  await page
    .getByRole("columnheader", { name: shortDay(day) })
    .getByRole("link")
    .click();
  await expect(
    page.getByRole("heading", { level: 2, name: dayName(day, new Date().getFullYear()) }),
  ).toBeVisible();
});

for (const [colorScheme, width] of [
  ["light", 1280],
  ["dark", 390],
] as const) {
  test(`the board is accessible (${colorScheme}, ${width} px)`, async ({ page, request }) => {
    const day = newDay();
    const admin = await colleague(request);
    const id = await admin.book({
      slug: "media-production",
      day,
      from: 9,
      to: 10,
      lastName: "Printed-Featherstonehaugh",
    });
    await admin.close([2], at(day, 9), at(day, 11), "New floor");
    await page.emulateMedia({ colorScheme });
    await openDashboard(page);
    await page.setViewportSize({ width, height: 800 });
    await openBoard(page, `day=${day}&room=3`);
    await expect(visitCell(page, id)).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    if (width > 1_000) {
      // A day is printed on one sheet of paper.
      for (const format of ["A4", "Letter"] as const) {
        const pdf = await page.pdf({ format, landscape: true });
        expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
      }
      return;
    }
    // On a phone one room is shown at a time; the week scrolls within its frame.
    await page.setViewportSize({ width: 320, height: 800 });
    await expectNoSidewaysScroll(page);
    await expect(cell(page, "Auditorium, Closed: New floor")).toBeHidden();
    await page.getByLabel("Room", { exact: true }).selectOption("Auditorium");
    await expect(cell(page, "Auditorium, Closed: New floor")).toBeVisible();
    await page.getByRole("button", { name: "Room's Week" }).click();
    await expect(page.getByRole("columnheader", { name: shortDay(day) })).toBeAttached();
    await expectNoSidewaysScroll(page);
  });
}
