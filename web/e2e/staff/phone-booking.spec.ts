/** Journeys of staff who make a phone booking, move a visit, write a note and read a guest's page. */

import { dateAndTime } from "../../../core/venue/time/time-format.ts";
import { addDays, instantAt } from "../../../core/venue/time/venue-time.ts";
import { mailedLink } from "../customer-journey.ts";
import {
  CARDS,
  expectAccessible,
  expectAccessibleOnPhoneAndDesktop,
  expectNoSidewaysScroll,
  newDay,
  payWith,
} from "../journey.ts";
import { expect, type Locator, type Page, test } from "../product.ts";
import { bookingCards, emailOf, makeBooking, openDashboard, search } from "../staff-journey.ts";

async function openCaller(page: Page, visit: { room: string; day: string }): Promise<Locator> {
  await page.getByRole("button", { name: "New Phone Booking" }).click();
  const dialog = page.getByRole("dialog", { name: "New Phone Booking" });
  await dialog.getByLabel("Room").selectOption({ label: visit.room });
  await dialog.getByLabel("Day", { exact: true }).fill(visit.day);
  await expect(dialog.getByText(/^Free /)).toBeVisible();
  return dialog;
}

async function fillCaller(dialog: Locator, email: string): Promise<void> {
  await dialog.getByLabel("First Name").fill("Ida");
  await dialog.getByLabel("Last Name").fill("Rhodes");
  await dialog.getByLabel("Phone", { exact: true }).fill("(917) 555-0123");
  await dialog.getByLabel("Email").fill(email);
}

const book = (dialog: Locator) => dialog.getByRole("button", { name: "Book", exact: true });

test("staff find a guest, book once by a link that holds until its deadline, and the guest pays by it", async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const email = emailOf("caller");
  const day = newDay();
  const until = addDays(day, -30);
  await makeBooking(request, "media-production", day, email);
  await openDashboard(page);
  const dialog = await openCaller(page, { room: "Media Production", day });
  await expect(dialog.getByText("Free 9 AM – 10 AM, 12 PM – 10 PM. Held 10 AM – 12 PM.")).toBeVisible();
  const search = dialog.getByRole("combobox", { name: "Find the guest" });
  await search.fill(email);
  await expect(dialog.getByRole("option", { name: /Ella Baker/ })).toContainText("0 visits");
  await search.press("ArrowDown");
  await search.press("Enter");
  await expect(dialog.getByLabel("Email")).toHaveValue(email);
  await expect(dialog.getByLabel("Phone", { exact: true })).toHaveValue("212 555 0101");
  await dialog.getByLabel("Start").selectOption("14");
  await dialog.getByLabel("End").selectOption("17");
  await expect(dialog.getByText(/standard price: 3 hours/)).toBeVisible();
  await dialog.getByLabel("Hold until").fill(`${until}T12:00`);
  const answered = page.waitForResponse((answer) => answer.url().endsWith("/api/staff/bookings"));
  await book(dialog).dblclick();
  const made = await (await answered).json();
  expect(made.holdUntil).toBe(instantAt(until, 12, "America/New_York").toISOString());

  const details = page.getByRole("dialog", { name: `#${made.id}` });
  await expect(details.getByText(dateAndTime(new Date(made.holdUntil), "America/New_York"))).toBeVisible();
  const guest = await browser.newPage();
  // The guest's mail leads to the booking, where it is paid.
  const booking = new URL(made.payLink).pathname.replace(/\/pay$/, "");
  await guest.goto(`${await mailedLink(baseURL, email, booking)}/pay`);
  await payWith(guest, CARDS.good);
  await expect(guest.getByRole("heading", { name: "Booking Confirmed!" })).toBeVisible();
  await guest.close();
  await expect(details.getByText("Downpaid", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByPlaceholder("Search by name, email, room, or booking ID").fill(email);
  await expect(bookingCards(page)).toHaveCount(2);
});

test.describe("on a phone with the dark theme", () => {
  test.use({ colorScheme: "dark", viewport: { width: 390, height: 844 } });

  test("taken hours are refused with the next free ones; staff may book hours that have begun", async ({
    page,
    request,
  }) => {
    const email = emailOf("late-caller");
    const [day, dayAhead] = [newDay(), newDay()];
    await makeBooking(request, "black-box-theater", day, emailOf("earlier"));
    await openDashboard(page);
    // The page does not know which hours others have taken.
    await page.route("**/api/rooms/*/bookings?*", (route) => route.fulfill({ json: [] }));
    const dialog = await openCaller(page, { room: "Black Box Theater", day });
    await fillCaller(dialog, email);
    await dialog.getByLabel("Start").selectOption("11");
    await dialog.getByLabel("End").selectOption("13");
    await dialog.getByRole("radio", { name: /Paid at the desk/ }).check();
    await page.unroute("**/api/rooms/*/bookings?*");
    await book(dialog).click();
    await expect(dialog.getByText("These hours have just been taken").first()).toBeVisible();
    await expect(dialog.getByText("11 AM – 12 PM not available: choose other hours")).toBeVisible();
    const offers = dialog.getByRole("list", { name: "Next free times in this room" }).getByRole("button");
    await expect(offers).toHaveText(["12 PM – 2 PM", "1 PM – 3 PM", "2 PM – 4 PM"]);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await offers.first().click();
    await dialog.getByLabel("Another price").check();
    await dialog.getByLabel("Price in US dollars").fill("90");
    await book(dialog).click();
    await expect(dialog.getByText("Enter a reason").first()).toBeVisible();
    await dialog.getByLabel("Why another price").fill("A friend of the venue");
    await book(dialog).click();
    const details = page.getByRole("dialog", { name: "Ida Rhodes" });
    await expect(details.getByText("12:00 PM", { exact: true })).toBeVisible();
    await details.getByRole("tab", { name: "Payment" }).click();
    await expect(details.getByText("$90.00", { exact: true }).first()).toBeVisible();
    await page.keyboard.press("Escape");

    // The clock of this browser shows the afternoon of a future day: the morning has begun.
    await page.clock.setFixedTime(instantAt(dayAhead, 15, "America/New_York"));
    const late = await openCaller(page, { room: "Black Box Theater", day: dayAhead });
    await expect(late.getByLabel("Start").locator("option", { hasText: "9 AM · begun" })).toBeEnabled();
    await late.getByLabel("Start").selectOption("9");
    await late.getByLabel("End").selectOption("10");
    await fillCaller(late, email);
    await late.getByRole("radio", { name: /Free/ }).check();
    await late.getByLabel("Why it is free").fill("A look around");
    await book(late).click();
    await expect(page.getByRole("dialog", { name: "Ida Rhodes" }).getByText("9:00 AM")).toBeVisible();
  });
});

test("two visits of a day are swapped in one step, with both prices said before, and without a mail", async ({
  page,
  request,
}) => {
  const day = newDay();
  const [email, other] = [emailOf("swap"), emailOf("swapped")];
  const first = await makeBooking(request, "classroom", day, email);
  const second = await makeBooking(request, "conference-room", day, other);
  await openDashboard(page);
  await search(page, email);
  await expect(bookingCards(page)).toHaveCount(1);
  await page.getByRole("button", { name: "View Details" }).click();
  const dialog = page.getByRole("dialog", { name: `#${first.id}` });
  await dialog.getByRole("tab", { name: "Actions" }).click();
  await dialog.getByRole("button", { name: "Swap…" }).click();
  await dialog.getByLabel("Swap with").selectOption(String(second.id));
  await expect(dialog.getByText(/\$[\d.]+ (more|less)|the price stays/).first()).toBeVisible();
  await dialog.getByLabel("It is our fault: neither price rises").check();
  await expect(dialog.getByText("the price stays").first()).toBeVisible();
  await dialog.getByLabel("Tell both guests by mail").uncheck();
  await expectAccessibleOnPhoneAndDesktop(page);
  await dialog.getByRole("button", { name: "Swap Visits" }).click();
  await expect(dialog.getByRole("button", { name: "Swap…" })).toBeFocused();
  await expect(page.getByText("No mail is sent.").first()).toBeVisible();
  await dialog.getByRole("tab", { name: "Details" }).click();
  await expect(dialog.getByText("Conference Room").first()).toBeVisible();
});

test("a visit gets a note, moves at a price shown before, is found on its day, and its guest has a page", async ({
  page,
  request,
}) => {
  const [email, day, emptyDay] = [emailOf("guest"), newDay(), newDay()];
  const booking = await makeBooking(request, "classroom", day, email);
  await openDashboard(page);
  await page.getByLabel("From day").fill(day);
  await page.getByRole("button", { name: "This Day Only" }).click();
  await expect(page.getByLabel("To day")).toHaveValue(day);
  await search(page, `(212) 555-0101 ${email}`);
  await expect(bookingCards(page)).toHaveCount(1);
  await page.getByRole("button", { name: "View Details" }).click();
  const dialog = page.getByRole("dialog", { name: `#${booking.id}` });
  await dialog.getByRole("tab", { name: "Notes" }).click();
  await dialog.getByLabel("Note on this booking").fill("Uses the back entrance");
  await dialog.getByRole("button", { name: "Add Note" }).click();
  await expect(dialog.getByRole("list", { name: "Notes on this booking" })).toContainText(
    "Uses the back entrance",
  );
  await dialog.getByRole("tab", { name: "History" }).click();
  await expect(dialog.getByText("Note by staff: Uses the back entrance")).toBeVisible();

  await dialog.getByRole("tab", { name: "Actions" }).click();
  await dialog.getByRole("button", { name: "Move…" }).click();
  await expect(dialog.getByText("This is its current room and time.")).toBeVisible();
  await dialog.getByLabel("End").selectOption("13");
  const third = Number(booking.totalAmount) / 2;
  await expect(dialog.getByText(`$${third.toFixed(2)} more to pay`)).toBeVisible();
  await expect(
    dialog.getByText(`$${(third * 3).toFixed(2)} instead of $${booking.totalAmount}.`),
  ).toBeVisible();
  await expectAccessibleOnPhoneAndDesktop(page);
  await dialog.getByRole("button", { name: "Move Booking" }).click();
  await expect(dialog.getByRole("button", { name: "Move…" })).toBeFocused();

  await dialog.getByRole("tab", { name: "Details" }).click();
  await expect(dialog.getByText("1:00 PM", { exact: true })).toBeVisible();
  await dialog.getByRole("link", { name: "Ella Baker" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Ella Baker" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Ella Baker" })).toBeVisible();
  await page.getByLabel("Note on this guest").fill("Tunes the piano twice");
  await page.getByRole("button", { name: "Add Note" }).click();
  const notes = page.getByRole("list", { name: "Notes on this guest" });
  await expect(notes).toContainText("Tunes the piano twice");
  await expect(page.getByRole("list", { name: "Bookings of this guest" })).toContainText("Classroom");
  await expectAccessibleOnPhoneAndDesktop(page);
  // It is read with the visit.
  await page.getByRole("link", { name: `#${booking.id} Classroom` }).click();
  await dialog.getByRole("tab", { name: "Notes" }).click();
  await expect(dialog.getByRole("list", { name: "Notes on this guest" })).toContainText(
    "Tunes the piano twice",
  );
  await expectAccessibleOnPhoneAndDesktop(page);
  // The directory finds the guest.
  await page.goto("/admin/guests");
  await page.getByRole("searchbox", { name: "Search" }).fill(email);
  const found = page.getByRole("list", { name: "Guests" }).getByRole("listitem");
  await expect(found).toHaveCount(1);
  await expectAccessibleOnPhoneAndDesktop(page);
  await found.getByRole("link", { name: "Ella Baker" }).click();
  await page.getByRole("button", { name: /^Remove the note/ }).click();
  await expect(page.getByText("No notes yet.")).toBeVisible();
  // A mistyped phone is corrected in all of their bookings; a wrong email is told at its field.
  await page.getByRole("button", { name: "Correct Name, Email or Phone" }).click();
  const correction = page.getByRole("form", { name: "Correct this guest" });
  await correction.getByLabel("Email").fill("not an email");
  await correction.getByLabel("Phone").fill("917 555 0123");
  await correction.getByRole("button", { name: "Save Correction" }).click();
  await expect(correction.getByText("Invalid email").first()).toBeVisible();
  await expectAccessibleOnPhoneAndDesktop(page);
  await correction.getByLabel("Email").fill(`right-${email}`);
  await correction.getByRole("button", { name: "Save Correction" }).click();
  await expect(correction).toHaveCount(0);
  await expect(page.getByRole("link", { name: `right-${email}` })).toBeVisible();
  await expect(page.getByRole("link", { name: "917 555 0123" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Bookings of this guest" })).toContainText("Classroom");

  await page.goto(`/admin?search=right-${email}&from=${emptyDay}&to=${emptyDay}`);
  await expect(page.getByText("No bookings found")).toBeVisible();
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Clear Days" }).click();
  await expect(bookingCards(page)).toHaveCount(1);
  await expect(page.getByLabel("From day")).toBeFocused();
});
