/** Journeys of staff with bookings: find, change, cancel, page through a list, and by keyboard alone. */
import { newDay, slot } from "../journey.ts";
import { expect, test } from "../product.ts";
import {
  bookingCards,
  emailOf,
  expectToast,
  makeBooking,
  openBooking,
  openDashboard,
  payBooking,
  search,
} from "../staff-journey.ts";

test("a booking is found by name, email, room and number, and by both filters", async ({ page, request }) => {
  const email = emailOf("findable");
  const [word = ""] = email.split("@");
  const day = newDay();
  const theater = await makeBooking(request, "black-box-theater", day, email);
  const studio = await makeBooking(request, "recording-studio", day, email);
  await payBooking(request, studio, email);
  await openDashboard(page);

  await search(page, email);
  await expect(bookingCards(page)).toHaveCount(2);
  await expect(page.getByRole("tab", { name: "Bookings (2)" })).toBeVisible();
  await search(page, `ella baker ${word}`);
  await expect(bookingCards(page)).toHaveCount(2);
  await search(page, `${word} theater`);
  await expect(bookingCards(page)).toHaveCount(1);
  const card = bookingCards(page);
  for (const text of [`#${theater.id}`, "Ella Baker", "Black Box Theater", email, "212 555 0101"]) {
    await expect(card).toContainText(text);
  }
  await expect(card).toContainText("10:00 AM – 12:00 PM");
  await expect(card).toContainText("Total $220.00");
  await expect(card).toContainText("Downpayment $110.00");
  await expect(card.getByText("Pending", { exact: true })).toBeVisible();
  await expect(card.getByText("Payment Pending")).toBeVisible();

  await search(page, String(studio.id));
  await expect(page.getByRole("heading", { name: `#${studio.id} Ella Baker` })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`search=${studio.id}$`));

  await search(page, email);
  await page.getByLabel("Payment status").selectOption({ label: "Downpaid" });
  await expect(bookingCards(page)).toHaveCount(1);
  await expect(bookingCards(page)).toContainText("Recording Studio");
  await page.getByLabel("Booking status").selectOption("completed");
  await expect(page.getByText("No bookings found")).toBeVisible();
  await expect(page.getByText("Try adjusting your search or filters")).toBeVisible();

  await page.reload();
  await expect(page.getByLabel("Booking status")).toHaveValue("completed");
  await expect(page.getByLabel("Payment status")).toHaveValue("downpaid");
  await page.getByLabel("Booking status").selectOption("confirmed");
  await expect(bookingCards(page)).toHaveCount(1);
  for (const [label, values] of [
    ["Booking status", ["all", "pending", "confirmed", "completed", "cancelled"]],
    ["Payment status", ["all", "pending", "downpaid", "paid", "failed"]],
  ] as const) {
    const options = page.getByLabel(label).locator("option");
    expect(await options.evaluateAll((all) => all.map((option) => option.getAttribute("value")))).toEqual(
      values,
    );
  }
  await expect(page.getByLabel("Payment status").locator("option")).toHaveText([
    "All",
    "Payment Pending",
    "Downpaid",
    "Fully Paid",
    "Payment Failed",
  ]);
});

test("a booking's details, payment and history are shown; each action does what it says", async ({
  page,
  request,
}) => {
  const email = emailOf("acted-on");
  const booking = await makeBooking(request, "conference-room", newDay(), email);
  await openDashboard(page);
  const dialog = await openBooking(page, booking, email);
  for (const [label, value] of [
    ["Customer Name", "Ella Baker"],
    ["Attendees", "Not specified"],
    ["Room", "Conference Room"],
    ["Event Type", "Meeting"],
    ["Duration", "Hourly (2 hours)"],
    ["Engineer Required", "No"],
    ["Start Time", "10:00 AM"],
    ["End Time", "12:00 PM"],
    ["Total Hours", "2 hours"],
  ]) {
    const fact = dialog.locator("dl div").filter({ has: page.getByText(label ?? "", { exact: true }) });
    await expect(fact.locator("dd")).toHaveText(value ?? "");
  }
  await dialog.getByRole("tab", { name: "Payment" }).click();
  await expect(dialog.getByText("No payment processed yet")).toBeVisible();

  await dialog.getByRole("tab", { name: "Actions" }).click();
  const heading = dialog.getByRole("paragraph").first();
  const act = async (name: string, badge: string) => {
    await dialog.getByRole("button", { name, exact: true }).click();
    await expectToast(page, "Booking Updated", "Booking status has been updated successfully.");
    await expect(heading).toContainText(badge);
  };
  await act("Mark Payment Failed", "Payment Failed");
  await act("Confirm Booking", "Confirmed");
  await act("Mark Downpaid", "Downpaid");
  await act("Mark Fully Paid", "Fully Paid");
  // The visit is weeks away, so the page asks first.
  await dialog.getByRole("button", { name: "Mark Completed" }).click();
  await expect(dialog.getByText(/Mark it as completed anyway\?/)).toBeFocused();
  await dialog.getByRole("button", { name: "Leave it" }).click();
  await expect(dialog.getByRole("button", { name: "Mark Completed" })).toBeFocused();
  await expect(heading).toContainText("Confirmed");
  await dialog.getByRole("button", { name: "Mark Completed" }).click();
  await act("Mark completed now", "Completed");

  await dialog.getByRole("button", { name: "Cancel Booking" }).click();
  await expect(dialog.getByRole("heading", { name: "Cancel this booking?" })).toBeFocused();
  await expect(dialog.getByRole("radio", { name: /The venue/ })).toBeChecked();
  await expect(dialog.getByRole("button", { name: `Refund $${booking.totalAmount}` })).toBeVisible();
  await dialog.getByRole("button", { name: "Keep Booking" }).click();
  await expect(dialog.getByRole("button", { name: "Cancel Booking" })).toBeFocused();
  await expect(heading).toContainText("Completed");
  await dialog.getByRole("button", { name: "Cancel Booking" }).click();
  await dialog.getByLabel(/Reason/).fill("The heating is out");
  await dialog.getByRole("button", { name: /Confirm Cancellation/ }).click();
  await expectToast(page, "Booking Updated", "Booking status has been updated successfully.");
  await expect(heading).toContainText("Cancelled");

  await dialog.getByRole("tab", { name: "Details" }).click();
  await expect(dialog.getByText("Cancelled by the venue: The heating is out")).toBeVisible();
  await dialog.getByRole("tab", { name: "History" }).click();
  await expect(dialog.getByRole("listitem").filter({ hasText: "Admin" }).first()).toBeVisible();
  await expect(dialog.getByRole("list", { name: "Refunds" })).toContainText(`$${booking.totalAmount}`);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page).not.toHaveURL(/booking=/);
  await expect(bookingCards(page)).toContainText("Cancelled");
});

test("a customer's cancellation refunds once by policy, frees the hours, and cannot be undone over another booking", async ({
  page,
  request,
  browser,
}) => {
  const email = emailOf("refunded");
  const day = newDay();
  const booking = await makeBooking(request, "auditorium", day, email);
  await payBooking(request, booking, email);
  await openDashboard(page);
  const visitor = await browser.newPage();
  await visitor.goto(`/room/auditorium?day=${day}`);
  await expect(slot(visitor, 10)).toHaveAttribute("data-slot-state", "booked");

  const dialog = await openBooking(page, booking, email);
  await dialog.getByRole("tab", { name: "Actions" }).click();
  await dialog.getByRole("button", { name: "Cancel Booking" }).click();
  await dialog.getByRole("radio", { name: /The customer/ }).check();
  // At least 24 hours ahead: the downpayment of $150 less a fee of 10%.
  await expect(dialog.getByText("$15.00", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Confirm Cancellation and Refund $135.00" }).dblclick();
  await expectToast(page, "Booking Updated", "Booking status has been updated successfully.");
  await expect(slot(visitor, 10)).toHaveAttribute("data-slot-state", "free");

  await dialog.getByRole("tab", { name: "History" }).click();
  const refunds = dialog.getByRole("list", { name: "Refunds" }).getByRole("listitem");
  await expect(refunds).toHaveCount(1);
  await expect(refunds).toContainText("Refund of $135.00");
  await expect(refunds.getByText("Issued")).toBeVisible();
  await expect(refunds.getByText(/^re_/)).toBeVisible();

  await makeBooking(request, "auditorium", day, emailOf("quicker"));
  await dialog.getByRole("tab", { name: "Actions" }).click();
  await dialog.getByRole("button", { name: "Confirm Booking" }).click();
  await expectToast(page, "Update Failed", "Time slot is already booked");
  await expect(dialog.getByRole("paragraph").first()).toContainText("Cancelled");
  await visitor.close();
});

test("the pages of a long list can be turned by keyboard, and the page is in the address", async ({
  page,
  request,
}) => {
  const email = emailOf("regular");
  for (let number = 0; number < 21; number++) {
    await makeBooking(request, "rehearsal-room", newDay(), `${number}-${email}`);
  }
  await openDashboard(page);
  await search(page, email);
  await expect(page.getByText("Bookings 1–20 of 21")).toBeVisible();
  await expect(bookingCards(page)).toHaveCount(20);
  const next = page.getByRole("button", { name: "Next page" }).first();
  await next.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Bookings 21–21 of 21")).toBeFocused();
  await expect(bookingCards(page)).toHaveCount(1);
  await expect(page).toHaveURL(/page=2/);
  await page.reload();
  await expect(bookingCards(page)).toHaveCount(1);
  await page.getByRole("textbox", { name: "Page" }).fill("1");
  await page.keyboard.press("Enter");
  await expect(bookingCards(page)).toHaveCount(20);
  await page.goBack();
  await expect(bookingCards(page)).toHaveCount(1);
  await page.getByLabel("Order").selectOption("Oldest first");
  await expect(page.getByText("Bookings 1–20 of 21")).toBeVisible();
});

test("a booking is opened, completed and closed by keyboard alone", async ({ page, request }) => {
  const email = emailOf("keyboard");
  const booking = await makeBooking(request, "classroom", newDay(), email);
  await openDashboard(page);
  await search(page, email);
  await expect(bookingCards(page)).toHaveCount(1);
  const details = page.getByRole("button", { name: "View Details" });
  await details.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: `#${booking.id}` });
  await expect(dialog.getByRole("tab", { name: "Details" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  // Radix focuses the next tab in a task of its own: a second press before it would start at "Details" again.
  await expect(dialog.getByRole("tab", { name: "Payment" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(dialog.getByRole("tab", { name: "Actions" })).toHaveAttribute("aria-selected", "true");
  const completed = dialog.getByRole("button", { name: "Mark Completed" });
  for (let presses = 0; presses < 4; presses++) {
    if (await completed.evaluate((button) => button === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await expect(completed).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: "Mark completed now" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expectToast(page, "Booking Updated", "Booking status has been updated successfully.");
  await expect(completed).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(details).toBeFocused();
  await expect(bookingCards(page)).toContainText("Completed");
});
