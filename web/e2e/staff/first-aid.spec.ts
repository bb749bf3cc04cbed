/** Journeys of what was wrong at the desk once: closures of the whole venue, phones, months, the log's filter, kept forms, roles. */
import { addDays, instantAt, venueDayOf } from "../../../core/venue/time/venue-time.ts";
import { expectAccessible, newDay } from "../journey.ts";
import { expect, test } from "../product.ts";
import {
  asAdmin,
  bookingCards,
  emailOf,
  hire,
  openDashboard,
  staffApi,
  staffSession,
} from "../staff-journey.ts";

const at = (day: string, hour: number): string => instantAt(day, hour, "America/New_York").toISOString();

test.describe("at 1280 x 800", () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test("the desk logs in on the board, whose evening is on the screen", async ({ page, request }) => {
    const colleague = await hire(request, "desk");
    await page.goto("/login");
    await page.getByLabel("Username").fill(colleague.username);
    await page.getByRole("textbox", { name: "Password" }).fill(colleague.password);
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page).toHaveURL(/\/admin\/board/);
    await page.goto(`/admin/board?day=${newDay()}`);
    await expect(page.getByRole("gridcell", { name: /^Auditorium, 9 PM/ })).toBeInViewport({ ratio: 0.9 });
    // A role that sees no revenue has neither the figures nor the takings.
    await expect(page.getByRole("link", { name: "Takings" })).toHaveCount(0);
    await page.goto("/analytics");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText(/\$\d/)).toHaveCount(0);
  });
});

test("the whole venue stays closed also in a room that is added later", async ({ page, request }) => {
  const day = newDay();
  await staffSession(page);
  await page.goto("/admin?tab=closures");
  await page.getByRole("button", { name: "Close hours" }).first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("checkbox", { name: /The whole venue/ })).toBeChecked();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Christmas");
  await dialog.getByRole("textbox", { name: /^(First d|D)ay/ }).fill(day);
  await dialog.getByRole("button", { name: "Close these hours" }).click();
  await expect(page.getByText("Hours Closed", { exact: true })).toBeVisible();
  const api = await staffApi(request);
  const room = await api.send("POST", "/api/rooms", {
    name: "Dance Studio",
    description: "A sprung floor",
    capacity: 12,
    hourlyRate: "30.00",
    halfDayRate: "100.00",
    fullDayRate: "180.00",
  });
  const answer = await request.post("/api/staff/bookings", {
    headers: await asAdmin(request),
    data: {
      roomId: room.id,
      firstName: "Ella",
      lastName: "Baker",
      email: emailOf("xmas"),
      phone: "2125550101",
      startDate: day,
      startTime: "10:00",
      endTime: "12:00",
      eventType: "Meeting",
      payment: "desk",
    },
  });
  // Other journeys count the rooms.
  await api.send("PATCH", `/api/rooms/${room.id}`, { retired: true });
  expect(answer.status()).toBe(409);
});

test("a guest is found by a phone with spaces, in bookings, for a caller and in messages", async ({
  page,
  request,
}) => {
  const email = emailOf("phone");
  const api = await staffApi(request);
  await api.book("classroom", { day: newDay(), from: 15, to: 16, email }, { phone: "+1 (646) 555-0198" });
  await request.post("/api/contact", {
    data: { firstName: "Pia", lastName: "Fon", email, phone: "646-555-0198", message: "Is there a piano?" },
  });
  await openDashboard(page);
  for (const typed of ["646 555 0198", "+1 646 555 0198"]) {
    await page.getByPlaceholder("Search by name, email, room, or booking ID").fill(typed);
    await expect(bookingCards(page)).toHaveCount(1);
  }
  await page.getByRole("button", { name: "New Phone Booking" }).click();
  await page.getByRole("combobox", { name: "Find the guest" }).fill("646 555 0198");
  await expect(page.getByRole("option").first()).toContainText(email);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: /Messages/ }).click();
  await page.getByRole("searchbox").fill("+1 646 555 0198");
  await expect(page.getByText("Is there a piano?")).toBeVisible();
});

test("last month is compared with the month before", async ({ page }) => {
  await staffSession(page);
  await page.goto("/analytics");
  await page.getByRole("button", { name: "Last month" }).click();
  const month = venueDayOf(new Date(), "America/New_York").slice(0, 7);
  const last = addDays(`${month}-01`, -1);
  const before = addDays(`${last.slice(0, 7)}-01`, -1);
  const names = new Intl.DateTimeFormat("en-US", { month: "short", timeZone: "UTC" });
  const name = names.format(new Date(`${before}T00:00:00Z`));
  await expect(page.getByText(/compared with/)).toContainText(
    new RegExp(`compared with .*${name} 1, .* – .*${name} ${Number(before.slice(8))}, `),
  );
});

test("an auditor finds price changes by the word, with old and new values and names", async ({
  page,
  request,
}) => {
  const api = await staffApi(request);
  await api.send("PATCH", "/api/rooms/6", { hourlyRate: "36.00" });
  await api.send("PATCH", "/api/rooms/6", { hourlyRate: "35.00" });
  const auditor = await hire(request, "auditor", "Ada");
  await staffSession(page, auditor);
  await page.goto("/audit");
  const filter = page.getByRole("form", { name: "Filter the log" });
  await filter.getByLabel("Event").fill("price");
  await filter.getByRole("button", { name: "Apply" }).click();
  const first = page.getByRole("list", { name: "Events" }).getByRole("listitem").first();
  await expect(first).toContainText("RoomPriced");
  await expect(first).toContainText("Price of an hour");
  await expect(first).toContainText("$36.00");
  await expect(first).toContainText("$35.00");
  expect(await filter.locator("datalist option").count()).toBeGreaterThan(80);
  await filter.getByLabel("Event").fill("account created");
  await filter.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText(`Account of Ada ${auditor.username} created`)).toBeVisible();
  await expectAccessible(page);
});

test("a booking form survives Escape and the end of the session, and Cancel ends it", async ({
  page,
  request,
}) => {
  const colleague = await hire(request, "staff");
  await openDashboard(page, colleague);
  await page.getByRole("button", { name: "New Phone Booking" }).click();
  const dialog = page.getByRole("dialog", { name: "New Phone Booking" });
  await dialog.getByLabel("First Name").fill("Ida");
  await dialog.getByLabel("Last Name").fill("Rhodes");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.getByRole("button", { name: "New Phone Booking" }).click();
  await expect(dialog.getByLabel("First Name")).toHaveValue("Ida");
  await expect(dialog.getByText("This is your unfinished booking.")).toBeVisible();

  // The session ends at the server while the form is open.
  await page.request.post("/api/auth/login", { data: colleague });
  const ended = await page.request.post("/api/auth/logout-everywhere", { headers: await tokenOf(page) });
  expect(ended.ok(), await ended.text()).toBe(true);
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel("Username").fill(colleague.username);
  await page.getByRole("textbox", { name: "Password" }).fill(colleague.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(dialog.getByLabel("Last Name")).toHaveValue("Rhodes");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "New Phone Booking" }).click();
  await expect(dialog.getByLabel("First Name")).toHaveValue("");
});

const tokenOf = async (page: import("../product.ts").Page) => ({
  authorization: `Bearer ${await page.evaluate(() => localStorage.getItem("staff_token"))}`,
});

test("pages and tabs that a role may not open say so", async ({ page, request }) => {
  await staffSession(page, await hire(request, "auditor"));
  for (const path of ["/admin", "/admin/board", "/admin/takings"]) {
    await page.goto(path);
    await expect(page.getByText("This page is not for your role")).toBeVisible();
  }
  await expectAccessible(page);
  const desk = await hire(request, "staff");
  await staffSession(page, desk);
  await page.goto("/admin?tab=house");
  await expect(page.getByText("This tab is not for your role")).toBeVisible();
});

test("the line of the present runs under the entries, and its time stays on the screen", async ({
  page,
  request,
}) => {
  await staffSession(page);
  const day = venueDayOf(new Date(), "America/New_York");
  await page.clock.setFixedTime(new Date(at(day, 10).replace(":00:00", ":30:00")));
  const api = await staffApi(request);
  await api.book("auditorium", { day, from: 10, to: 12, email: emailOf("now") }).catch(() => undefined);
  await page.setViewportSize({ width: 820, height: 1180 });
  await page.goto("/admin/board");
  const label = page.locator(".board-now-label span");
  if ((await label.count()) === 0) return;
  await expect(label).toBeInViewport();
  await page.locator(".board-frame").evaluate((frame) => frame.scrollTo({ left: 400 }));
  await expect(label).toBeInViewport();
  expect(await page.locator(".board-now").evaluate((line) => getComputedStyle(line).zIndex)).toBe("0");
});
