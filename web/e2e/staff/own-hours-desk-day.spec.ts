/** Journeys of a desk's day on a product whose hours are all open, with the presses counted: walk-ins, arrivals, cash, undo, colleagues. */
import { readFile } from "node:fs/promises";
import { venueClockOf, venueDayOf } from "../../../core/venue/time/venue-time.ts";
import { mailedLink } from "../customer-journey.ts";
import { expectAccessible } from "../journey.ts";
import { expect, type Locator, test } from "../product.ts";
import { emailOf, hire, staffApi, staffSession } from "../staff-journey.ts";

const ZONE = "America/New_York";
const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/** Counts each click, and each field that is filled. */
function counted() {
  let presses = 0;
  return {
    async click(target: Locator) {
      presses += 1;
      await target.click();
    },
    async fill(target: Locator, text: string) {
      presses += 1;
      await target.fill(text);
    },
    get presses() {
      return presses;
    },
  };
}

/** The venue's hour in which the test runs. */
function thisHour() {
  const now = new Date();
  return { day: venueDayOf(now, ZONE), hour: venueClockOf(now, ZONE).hour };
}

test.use({ viewport: { width: 1280, height: 800 } });

test.beforeEach(async ({ request }) => {
  const api = await staffApi(request);
  await api.send("PATCH", "/api/house", {
    openingHours: Object.fromEntries(DAYS.map((day) => [day, { open: "00:00", close: "24:00" }])),
  });
});

test("a walk-in is booked on the board in five presses, by the first name alone", async ({
  page,
  request,
}) => {
  await staffSession(page, await hire(request, "desk"));
  await page.goto(`/admin/board?day=${thisHour().day}&room=1`);
  const free = page.getByRole("gridcell", { name: /^Recording Studio, .*, free$/ });
  const desk = counted();
  await desk.click(free.last());
  await desk.click(page.getByRole("button", { name: "Book these hours" }));
  const dialog = page.getByRole("dialog", { name: "New Phone Booking" });
  await expect(dialog.getByLabel("Event Type")).toHaveValue("Recording Session");
  await dialog.getByRole("radio", { name: /desk/i }).check();
  await desk.fill(dialog.getByLabel("First Name"), "Ida");
  await desk.click(dialog.getByRole("button", { name: "Book", exact: true }));
  await expect(page.getByText("Booking Created").first()).toBeVisible();
  expect(desk.presses + 1).toBeLessThanOrEqual(5);
});

test("arrived, cash and the receipt are three presses; leaving with money due asks; stages are undone", async ({
  page,
  request,
}) => {
  const api = await staffApi(request);
  const { day, hour } = thisHour();
  const visit = { day, from: hour, to: hour + 1, email: emailOf("arrives") };
  const { id, totalAmount } = await api.book("auditorium", visit);
  const other = await api.book("classroom", { ...visit, email: emailOf("leaves") }, { lastName: "Owing" });
  await staffSession(page);
  await page.goto(`/admin/board?day=${day}`);
  const arriving = page.getByRole("region", { name: /Arriving today/ });
  const card = arriving.getByRole("listitem").filter({ hasText: "Ella Baker" });
  await expect(card).toContainText(`$${Number(totalAmount).toFixed(0)}`);
  const desk = counted();
  await desk.click(card.getByRole("button").first());
  const dialog = page.getByRole("dialog");
  await desk.click(dialog.getByRole("button", { name: /^Arrived, .* in cash$/ }));
  await expect(dialog.getByRole("paragraph").first()).toContainText("Fully Paid");
  await desk.click(dialog.getByRole("link", { name: "Receipt", exact: true }));
  const receipt = page.getByRole("article", { name: "Receipt" });
  await expect(receipt).toContainText(`Receipt R-${id}`);
  await expect(receipt.getByRole("row", { name: /cash/ })).toContainText(totalAmount);
  expect(desk.presses).toBe(3);

  await page.goto(`/admin/board?day=${day}`);
  await arriving.getByRole("button", { name: "Ella Owing has arrived" }).click();
  await expect(arriving.getByText("Ella Owing")).toHaveCount(0);
  await page.goto(`/admin?booking=${other.id}`);
  await dialog.getByRole("tab", { name: "Desk" }).click();
  await dialog.getByRole("button", { name: "Left", exact: true }).click();
  await expect(dialog.getByText(/\$[\d.]+ (is|are) (still )?due/).first()).toBeVisible();
  await dialog.getByRole("button", { name: "Leave it" }).click();
  await dialog.getByRole("button", { name: /^Undo/ }).click();
  await expect(dialog.getByRole("button", { name: "Arrived", exact: true })).toBeEnabled();
  await expectAccessible(page);
});

test("an invited colleague sets a password by the mail; the manager changes the role", async ({
  page,
  baseURL,
}) => {
  const username = `joan-${Date.now()}`;
  await staffSession(page);
  await page.goto("/admin?tab=staff");
  await page.getByRole("button", { name: "Add Staff" }).click();
  const form = page.getByRole("form", { name: "New staff account" });
  await form.getByRole("checkbox", { name: /Invite by mail/ }).check();
  await form.getByLabel("First Name").fill("Joan");
  await form.getByLabel("Last Name").fill("Clarke");
  await form.getByLabel("Username").fill(username);
  await form.getByLabel("Email").fill(`${username}@example.test`);
  await form.getByRole("button", { name: "Create Staff Account" }).click();
  await expect(page.getByText(/sets a password by the link/).first()).toBeVisible();
  const row = page.getByRole("listitem").filter({ hasText: username });
  await row.getByRole("button", { name: "Change Role" }).click();
  await page.getByRole("combobox", { name: "Role of Joan Clarke" }).selectOption("desk");
  await expect(row).toContainText("Front desk");
  await expectAccessible(page);

  const link = await mailedLink(baseURL, `${username}@example.test`, "/staff-password");
  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await page.getByLabel("New password").fill("an-analyst-of-codes");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page).toHaveURL(/\/login/);
  await staffSession(page, { username, password: "an-analyst-of-codes" });
  await page.goto(link);
  await page.getByLabel("New password").fill("another-password");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("This link is not valid or has expired.")).toBeVisible();
});

test("the bookkeeper's file has the money of the period", async ({ page, request }) => {
  const api = await staffApi(request);
  const { day, hour } = thisHour();
  const { id } = await api.book("conference-room", { day, from: hour, to: hour + 1, email: emailOf("file") });
  await api.send("POST", `/api/bookings/${id}/money`, { kind: "received", method: "cash", amount: "7.25" });
  await staffSession(page);
  await page.goto("/admin/takings");
  const section = page.getByRole("region", { name: "For the bookkeeper" });
  await section.getByLabel("From").fill(day);
  await section.getByLabel("To").fill(day);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    section.getByRole("link", { name: "Download the File" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`money-${day}-to-${day}.csv`);
  const text = await readFile((await file.path()) ?? "", "utf8");
  expect(text).toContain(`Payment at the desk,${id},R-${id},Ella Baker,`);
});
