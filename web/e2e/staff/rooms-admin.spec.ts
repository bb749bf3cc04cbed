/** Journeys of managers who change rooms: prices, photos, and an eighth room. */
import sharp from "sharp";
import { addDays } from "../../../core/venue/time/venue-time.ts";
import {
  acceptTerms,
  apiBooking,
  chooseSlot,
  expectAccessible,
  expectNoSidewaysScroll,
  fillPerson,
  holdBack,
  newDay,
} from "../journey.ts";
import { type APIRequestContext, expect, type Locator, type Page, test } from "../product.ts";
import { asAdmin, emailOf, openDashboard } from "../staff-journey.ts";

/** A day for these journeys, which add and retire rooms of their own. */
const DAY = newDay();

const RATES = { hourlyRate: "20.00", halfDayRate: "70.00", fullDayRate: "120.00" };

interface MadeRoom {
  id: number;
  slug: string;
  name: string;
  version: number;
}

const made: number[] = [];

async function asManager(request: APIRequestContext, method: string, path: string, data?: object) {
  const headers = await asAdmin(request);
  return request.fetch(path, { method, headers, ...(data ? { data } : {}) });
}

async function addRoom(request: APIRequestContext, name: string): Promise<MadeRoom> {
  const room = { name, description: "Four presses and a long table.", capacity: 9, ...RATES };
  const response = await asManager(request, "POST", "/api/rooms", room);
  expect(response.status(), await response.text()).toBe(201);
  const added: MadeRoom = await response.json();
  made.push(added.id);
  return added;
}

// Other journeys look at the seven rooms.
test.afterEach(async ({ request }) => {
  for (const id of made.splice(0)) await asManager(request, "PATCH", `/api/rooms/${id}`, { retired: true });
});

async function openForm(page: Page, room: Pick<MadeRoom, "name">): Promise<Locator> {
  await page.getByRole("tab", { name: "Rooms" }).click();
  await page.getByRole("button", { name: `Edit ${room.name}` }).click();
  const form = page.getByRole("form", { name: `Edit ${room.name}` });
  await expect(form).toBeVisible();
  return form;
}

test("a changed price is on an open page at once, and older bookings keep theirs", async ({
  page,
  browser,
  request,
}) => {
  const room = await addRoom(request, "Letterpress");
  const email = emailOf("letterpress");
  const booked = await apiBooking(request, room.slug, {
    startDate: DAY,
    startTime: "18:00",
    endTime: "20:00",
    hours: 2,
    email,
  });
  const { id, totalAmount } = await booked.json();
  expect(totalAmount).toBe("40.00");

  const visitor = await browser.newPage();
  await visitor.goto(`/room/${room.slug}?day=${DAY}&start=10`);
  await expect(visitor.getByText("Live Updates Active")).toBeVisible();
  await expect(visitor.getByRole("form", { name: "Book Letterpress" })).toBeVisible();

  await openDashboard(page);
  const form = await openForm(page, room);
  await form.getByLabel("Hourly rate, $").fill("25");
  await expect(
    page.getByRole("region", { name: "Preview" }).getByText("$25.00", { exact: true }),
  ).toHaveCount(2);
  await expect(form.getByText("Not saved yet")).toBeVisible();
  await expectAccessible(page);

  // A change of the tab loses nothing that was typed.
  await page.getByRole("tab", { name: "Feedback" }).click();
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toHaveCount(0);
  await expect(form.getByLabel("Hourly rate, $")).toHaveValue("25");

  // Another colleague changes the room meanwhile.
  await asManager(request, "PATCH", `/api/rooms/${room.id}`, { capacity: 11 });
  await form.getByRole("button", { name: "Save Room" }).click();
  await expect(form.getByRole("alert")).toContainText("Someone else has changed this room");
  await form.getByRole("button", { name: "Load their changes, keep mine" }).click();
  await expect(form.getByLabel("Capacity, people")).toHaveValue("11");
  await form.getByRole("button", { name: "Save Room" }).click();
  await expect(form.getByText("Not saved yet")).toHaveCount(0);

  await expect(visitor.getByText("$25.00", { exact: true }).first()).toBeVisible();
  await expect(
    visitor.getByText("The price of this room has changed: this booking is now $50.00 instead of $40.00."),
  ).toBeVisible();
  const kept = await asManager(request, "GET", `/api/bookings/${id}`);
  expect(await kept.text()).toContain('"totalAmount":"40.00"');
  await visitor.close();
});

test("evenings cost more by a rule, and the room is let for at least three hours: the page tells both before", async ({
  page,
  browser,
  request,
}) => {
  const room = await addRoom(request, "Bindery");
  await openDashboard(page);
  const form = await openForm(page, room);
  await form.getByLabel("Price rules").fill("evenings: more");
  await form.getByRole("button", { name: "Save Room" }).click();
  await expect(
    form.getByText(/Price rules, line 1: write it like "Fri Sat 18-24: \+25%"/).first(),
  ).toBeVisible();
  await form.getByLabel("Price rules").fill("Mon Tue Wed Thu Fri Sat 18-22: +25%");
  await form.getByLabel("Shortest booking, hours").fill("3");
  // The saved room is read again only after other prices, from the day after on, are typed: they stay.
  const readAgain = await holdBack(page, "**/api/staff/rooms");
  await form.getByRole("button", { name: "Save Room" }).click();
  await expect(form.getByText("Not saved yet")).toHaveCount(0);
  const later = page.getByRole("form", { name: "Schedule prices" });
  await later.getByLabel("From day").fill(addDays(DAY, 1));
  await later.getByLabel("Hourly, $").fill("44");
  readAgain();
  await expect(later.getByLabel("Price rules then")).toHaveValue("Mon Tue Wed Thu Fri Sat 18-22: +25%");
  await expect(later.getByLabel("Hourly, $")).toHaveValue("44");
  await later.getByRole("button", { name: "Schedule Prices" }).click();
  await expect(page.getByRole("list", { name: "Scheduled prices" })).toContainText("$44.00 an hour");
  await expectAccessible(page);

  const visitor = await browser.newPage();
  await visitor.goto(`/room/${room.slug}?day=${DAY}`);
  await expect(visitor.getByText(/^From .*: \$44\.00 an hour/)).toBeVisible();
  await expect(visitor.getByText(/^Monday, .*6:00 PM – 10:00 PM: 25% more/)).toBeVisible();
  await expect(visitor.getByText("3 hours", { exact: true }).first()).toBeVisible();
  await expect(visitor.locator('[data-slot-hour="18"]')).toContainText("$25.00");
  await chooseSlot(visitor, 16);
  await expect(visitor.getByText("$65.00").first()).toBeVisible(); // 20 + 20 + 25
  await expect(visitor.getByText(/3 hours × /)).toHaveCount(0);
  await expectAccessible(visitor);
  await fillPerson(visitor, emailOf("bindery"));
  await acceptTerms(visitor);
  const made = visitor.waitForResponse(
    (r) => r.url().endsWith("/api/bookings") && r.request().method() === "POST",
  );
  await visitor.getByRole("button", { name: /continue to payment/i }).click();
  expect(await (await made).json()).toMatchObject({ totalAmount: "65.00" });
  await expect(visitor.getByRole("button", { name: "Pay $32.50" })).toBeVisible();
  await visitor.close();
});

test("bad photos are refused with a message, good ones are on card and page", async ({ page, request }) => {
  const room = await addRoom(request, "Darkroom");
  await openDashboard(page);
  await openForm(page, room);
  const upload = page.getByRole("form", { name: "Add a photo" });
  const alt = upload.getByLabel("What it shows");
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    upload.getByLabel("Photo", { exact: true }).setInputFiles({ name, mimeType, buffer });
  const add = upload.getByRole("button", { name: "Add Photo" });

  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  await choose("room.jpg", "image/jpeg", Buffer.from(svg));
  await add.click();
  await expect(upload.getByText("Describe the photo")).toBeVisible();
  await alt.fill("Red light over four trays");
  await add.click();
  await expect(upload.getByText("The photo must be a JPEG, PNG, WebP or AVIF picture")).toBeVisible();
  await choose("huge.jpg", "image/jpeg", Buffer.alloc(11 * 1024 * 1024));
  await expect(upload.getByText("The photo is larger than 10 MB")).toBeVisible();

  const create = { width: 1000, height: 700, channels: 3 as const, background: "#7a1f2b" };
  await choose("room.jpg", "image/jpeg", await sharp({ create }).jpeg().toBuffer());
  await add.click();
  const photos = page.getByRole("list", { name: "Photos" }).getByRole("listitem");
  await expect(photos).toHaveCount(1);
  await choose("second.png", "image/png", await sharp({ create }).png().toBuffer());
  await alt.fill("The drying line");
  await add.click();
  await expect(photos).toHaveCount(2);
  await page.getByRole("button", { name: "Move photo 2 up" }).click();
  await expect(photos.first().getByLabel("What it shows")).toHaveValue("The drying line");

  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.goto(`/room/${room.slug}`);
  const first = page.getByRole("img", { name: "The drying line" });
  await expect(first).toBeVisible();
  await expect.poll(() => first.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  expect(await first.evaluate((img: HTMLImageElement) => img.currentSrc)).toMatch(/\/photos\/.+\.avif$/);
  await expect(page.getByRole("region", { name: "Photos of Darkroom" }).getByRole("img")).toHaveCount(1);
  await page.goto("/");
  await expect(page.locator("#rooms").getByRole("img", { name: "The drying line" })).toHaveCount(1);

  const address = await page.locator('#rooms img[alt="The drying line"]').getAttribute("src");
  await page.goto(`/admin?tab=rooms&edit=${room.id}`);
  await page.getByRole("button", { name: "Remove photo 1" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(photos).toHaveCount(1);
  expect((await request.get(address ?? "")).status()).toBe(404);
});

test("an eighth room gets its poster, its ink and its page, and is booked", async ({ page, request }) => {
  await openDashboard(page);
  await page.getByRole("tab", { name: "Rooms" }).click();
  await page.getByRole("button", { name: "Add Room" }).click();
  const form = page.getByRole("form", { name: "New room" });
  await form.getByLabel("Name").fill("Dance Studio");
  await form.getByRole("button", { name: "Add Room" }).click();
  await expect(form.getByRole("link", { name: "Description is required" })).toBeVisible();
  await form.getByLabel("Description").fill("A sprung floor and a wall of mirrors.");
  await form.getByLabel("Hourly rate, $").fill("30");
  await form.getByLabel("Half day, 4 hours, $").fill("100");
  await form.getByLabel("Full day, 8 hours, $").fill("180");
  await form.getByLabel("Features").fill("Mirrors\nBarres");
  const adding = page.waitForResponse(
    (r) => r.url().endsWith("/api/rooms") && r.request().method() === "POST",
  );
  await form.getByRole("button", { name: "Add Room" }).click();
  const room: MadeRoom = await (await adding).json();
  made.push(room.id);
  await expect(page.getByRole("form", { name: "Edit Dance Studio" })).toBeVisible();

  await page.getByRole("button", { name: "All rooms" }).click();
  const rooms = page.getByRole("list", { name: "Rooms" }).getByRole("listitem");
  await expect(rooms.last()).toContainText("Dance Studio");
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "light" });

  const poster = await request.get(`/rooms/${room.slug}.svg`);
  expect(poster.headers()["content-type"]).toContain("image/svg+xml");
  await page.goto("/");
  await expect(page.locator("#rooms").getByRole("heading", { name: "Dance Studio" })).toBeVisible();
  await page.goto(`/room/${room.slug}?day=${DAY}`);
  await expect(page.getByRole("heading", { level: 1, name: "Dance Studio" })).toBeVisible();
  await chooseSlot(page, 11);
  await fillPerson(page, emailOf("dancer"));
  await acceptTerms(page);
  await page.getByRole("button", { name: /continue to payment/i }).click();
  await expect(page.getByRole("heading", { name: "Pay the downpayment" })).toBeVisible();
});
