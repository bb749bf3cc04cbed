/** Journeys of staff with billing accounts: opening one, booking on it, its invoices, their money and credit notes, and why an account is refused. */
import { expectAccessibleOnPhoneAndDesktop, expectLoaded, holdBack, newDay, weekdayIn } from "../journey.ts";
import { type APIRequestContext, expect, type Locator, type Page, test } from "../product.ts";
import {
  bookingCards,
  countPresses,
  dragOverHours,
  emailOf,
  expectToast,
  hire,
  openDashboard,
  staffApi,
  staffSession,
} from "../staff-journey.ts";

const openAccounts = async (page: Page, id?: number): Promise<void> => {
  await page.goto(id === undefined ? "/admin?tab=accounts" : `/admin?tab=accounts&account=${id}`);
};

/** Opens an account by the API; each journey has its own. */
async function makeAccount(request: APIRequestContext, name: string, more: object = {}) {
  const staff = await staffApi(request);
  const account = await staff.send("POST", "/api/accounts", {
    name,
    email: emailOf("account"),
    address: "12 Chapel Street\nBrooklyn, NY 11237",
    creditLimit: "2000.00",
    paymentDays: 14,
    ...more,
  });
  return { staff, account };
}

/** Books two hours on the account on so many days; answers the last day. */
async function bookVisits(
  { staff, account }: Awaited<ReturnType<typeof makeAccount>>,
  count: number,
): Promise<string> {
  let day = "";
  for (let visit = 0; visit < count; visit++) {
    day = newDay();
    const { email } = account;
    await staff.book(
      "classroom",
      { day, from: 10, to: 12, email },
      { payment: "account", accountId: account.id },
    );
  }
  return day;
}

const invoiceDialog = (page: Page, number: string): Locator =>
  page.getByRole("dialog", { name: `Invoice ${number}` });

test("a manager opens an account, and a band gets twelve Tuesdays on it with at most 8 presses in one form", async ({
  page,
  request,
}) => {
  test.slow();
  const [email, first] = [emailOf("owls"), weekdayIn(34, "tuesday")];
  await staffSession(page, await hire(request, "manager"));
  await openAccounts(page);
  await page.getByRole("button", { name: "New Account" }).click();
  const form = page.getByRole("form", { name: "New billing account" });
  await expect(form.getByLabel("Name")).toBeFocused();
  await form.getByRole("button", { name: "Open Account" }).click();
  await expect(form.getByText("Address is required").last()).toBeVisible();
  await form.getByLabel("Name").fill("The Night Owls");
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Address").fill("40 Owl Lane\nBrooklyn, NY 11237");
  await form.getByLabel(/Credit limit/).fill("3000.00");
  await expectAccessibleOnPhoneAndDesktop(page);
  await form.getByRole("button", { name: "Open Account" }).click();
  await expect(page.getByRole("heading", { name: "The Night Owls" })).toBeFocused();
  await expect(page.getByText("No visit is on this account yet.")).toBeVisible();
  await expectAccessibleOnPhoneAndDesktop(page);

  await page.goto(`/admin/board?day=${first}`);
  await expect(page.getByRole("gridcell", { name: "Classroom, 6 PM, free" })).toBeVisible();
  const presses = await countPresses(page);
  await dragOverHours(page, "Classroom", "6 PM", "7 PM");
  await page.getByRole("button", { name: "Book these hours" }).click();
  const dialog = page.getByRole("dialog", { name: "New Phone Booking" });
  await dialog.getByRole("radio", { name: "Weekly" }).click();
  await expect(dialog.getByText(/^All 12 dates: \$/)).toBeVisible();
  await dialog.getByRole("radio", { name: "On account" }).click();
  await dialog.getByLabel("Billing account").selectOption({ label: "The Night Owls ($3,000.00 left)" });
  await expect(dialog.getByLabel("First Name")).toHaveValue("The Night Owls");
  await expect(dialog.getByLabel("Email")).toHaveValue(email);
  const answered = page.waitForResponse((answer) => answer.url().endsWith("/api/staff/series"));
  await dialog.getByRole("button", { name: "Book 12 Dates" }).click();
  const made = await (await answered).json();
  expect(made.bookings).toHaveLength(12);
  expect(made.paymentRequired).toBe(false);
  const booking = page.getByRole("dialog", { name: `#${made.bookings[0].id}` });
  await expect(booking.getByText("On account · The Night Owls")).toBeVisible();
  expect(await presses()).toBeLessThanOrEqual(8);
  await booking.getByRole("button", { name: "Close" }).click();
  await expect(
    page.getByRole("gridcell", { name: /Classroom, The Night Owls.*On account · The Night Owls/ }),
  ).toBeVisible();

  await openAccounts(page);
  await page.getByRole("listitem").filter({ hasText: "The Night Owls" }).getByRole("button").click();
  await expect(page.getByRole("heading", { name: "Not invoiced yet (12)" })).toBeVisible();
  await page.getByRole("link", { name: "All Bookings" }).click();
  await expect(page.getByText("Only bookings on account of The Night Owls")).toBeVisible();
  await expect(bookingCards(page)).toHaveCount(12);
  for (const card of await bookingCards(page).all()) {
    await expect(card).toContainText("On account · The Night Owls");
    await expect(card).not.toContainText("Downpayment");
  }

  // A cancellation says what the account then owes; further dates can be on the account too.
  await bookingCards(page).last().getByRole("button", { name: "View Details" }).click();
  await booking.getByRole("tab", { name: "Actions" }).click();
  await booking.getByRole("button", { name: "Cancel Booking" }).click();
  await expect(booking.getByText("The account then owes")).toBeVisible();
  await booking.getByRole("radio", { name: "All to come" }).check();
  await expect(booking.getByText("12 dates, the account then owes $0.00")).toBeVisible();
  await booking.getByRole("button", { name: "Keep Bookings" }).click();
  await booking.getByRole("tab", { name: "Series" }).click();
  await booking.getByRole("button", { name: "Add Further Dates" }).click();
  await booking.getByRole("combobox", { name: "Payment" }).selectOption("On account");
  await expect(booking.getByText("4 further dates: $")).toBeVisible();
  await booking.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Show All Bookings" }).click();
  await expect(page).not.toHaveURL(/accountId/);
});

test("an invoice is issued after its preview, and paid by a transfer, a credit note and cash", async ({
  page,
  request,
}) => {
  test.slow();
  // What shows toasts is loaded with the first one, and may come after the dialog that opens at the same time.
  const showToasts = await holdBack(page, /toast-area.*\.js/);
  const made = await makeAccount(request, "The Chapel Choir");
  const until = await bookVisits(made, 3);
  await bookVisits(made, 1);
  await openDashboard(page, await hire(request, "manager"));
  await openAccounts(page, made.account.id);
  await expect(page.getByRole("heading", { name: "Not invoiced yet (4)" })).toBeVisible();
  await page.getByRole("button", { name: "Issue Invoice" }).click();
  const issue = page.getByRole("region", { name: "Issue an invoice" });
  await expect(issue.getByText("Every visit until that day is on an invoice")).toBeVisible();
  await issue.getByLabel("Visits until").fill(until);
  await expect(issue.getByRole("list", { name: "Lines of the invoice" }).getByRole("listitem")).toHaveCount(
    3,
  );
  await expect(issue.getByText("3 lines, due on")).toBeVisible();
  await expectAccessibleOnPhoneAndDesktop(page);
  await issue.getByRole("button", { name: /^Issue Invoice of \$/ }).click();

  await expect(page).toHaveURL(/invoice=\d{4}-\d{4}/);
  const number = new URL(page.url()).searchParams.get("invoice") ?? "";
  const dialog = invoiceDialog(page, number);
  const total = (await (await request.get("/api/rooms/classroom")).json()).hourlyRate * 6;
  const money = (amount: number): string => `$${amount.toFixed(2)}`;
  await expect(dialog.getByText(`${money(total)} due`)).toBeVisible();
  showToasts();
  await expect(dialog.getByRole("link", { name: "PDF" })).toHaveAttribute("href", /\/invoice\/.+\.pdf$/);
  await expectLoaded(page);
  await expectAccessibleOnPhoneAndDesktop(page);

  await dialog.getByRole("button", { name: "Record Money" }).click();
  const received = dialog.getByRole("form", { name: "Money received" });
  await expect(received.getByLabel("Amount")).toHaveValue(total.toFixed(2));
  await received.getByLabel("Amount").fill((total + 1).toFixed(2));
  await received.getByRole("button", { name: "Record as Received" }).click();
  await expect(received.getByText(/Only \$[\d.]+ is due/).last()).toBeVisible();
  await received.getByLabel("Amount").fill("50.00");
  await received.getByLabel("Reference").fill("Statement 12");
  await received.getByRole("button", { name: "Record as Received" }).click();
  await expectToast(page, "Money Received", `${money(total - 50)} due`);
  await expect(dialog.getByRole("list", { name: "Payments and returns" })).toContainText("Statement 12");

  await dialog.getByRole("button", { name: "Credit Note" }).click();
  const credit = dialog.getByRole("form", { name: "Credit note" });
  await credit.getByRole("checkbox").first().check();
  await expect(credit.getByLabel(/^Credit for booking/)).toHaveValue((total / 3).toFixed(2));
  await credit.getByLabel(/^Credit for booking/).fill("20.00");
  await expect(
    credit.getByText(`What is due falls from ${money(total - 50)} to ${money(total - 70)}.`),
  ).toBeVisible();
  await credit.getByRole("button", { name: "Issue Credit Note of $20.00" }).click();
  await expect(credit.getByText("Reason is required")).toBeVisible();
  await credit.getByLabel("Reason").fill("The heating failed");
  await expectAccessibleOnPhoneAndDesktop(page);
  await credit.getByRole("button", { name: "Issue Credit Note of $20.00" }).click();
  await expect(dialog.getByText(`${money(total - 70)} due`)).toBeVisible();

  await dialog.getByRole("button", { name: "Record Money" }).click();
  await expect(received.getByLabel("Amount")).toHaveValue((total - 70).toFixed(2));
  await received.getByLabel("Method").selectOption("Cash");
  await received.getByRole("button", { name: "Record as Received" }).click();
  await expect(dialog.getByText("Nothing due")).toBeVisible();
  await expect(dialog.getByText("Paid", { exact: true })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Record Money" })).toHaveCount(0);

  // The credit note opens in the place of its invoice, and a line leads to its booking, which is paid.
  await dialog.getByRole("link", { name: /^\d{4}-\d{4}$/ }).click();
  const note = page.getByRole("dialog", { name: "Credit Note" });
  await expect(note).toContainText("The heating failed");
  await note.getByRole("link", { name: /^Booking \d+$/ }).click();
  const booking = page.getByRole("dialog", { name: /^#\d+/ });
  await expect(booking.getByText("Paid on account · The Chapel Choir")).toBeVisible();
  await booking.getByRole("tab", { name: "Payment" }).click();
  await booking.getByRole("link", { name: number }).click();
  await expect(dialog).toBeVisible();
});

test("the front desk reaches an invoice from a booking, takes its money, and manages no account", async ({
  page,
  request,
}) => {
  const made = await makeAccount(request, "The Evening School");
  const until = await bookVisits(made, 1);
  const { number, lines } = await made.staff.send("POST", `/api/accounts/${made.account.id}/invoices`, {
    until,
  });
  await openDashboard(page, await hire(request, "desk"));
  await expect(page.getByRole("tab", { name: "Accounts" })).toHaveCount(0);
  await page.goto(`/admin?booking=${lines[0].bookingId}`);
  const booking = page.getByRole("dialog", { name: /^#\d+/ });
  await booking.getByRole("tab", { name: "Desk" }).click();
  await expect(booking.getByText("Nothing is paid at the desk")).toBeVisible();
  await expect(booking.getByRole("button", { name: "Take Money" })).toHaveCount(0);
  await booking.getByRole("tab", { name: "Actions" }).click();
  await expect(booking.getByRole("button", { name: "Mark Fully Paid" })).toHaveCount(0);
  await booking.getByRole("button", { name: "Cancel Booking" }).click();
  await expect(booking.getByText("Nothing is refunded: the booking is on account.")).toBeVisible();
  await expectAccessibleOnPhoneAndDesktop(page);
  await booking.getByRole("button", { name: "Keep Booking" }).click();
  await booking.getByRole("tab", { name: "Payment" }).click();
  await expect(booking.getByText("On account · The Evening School").last()).toBeVisible();
  await booking.getByRole("link", { name: number }).click();
  const dialog = invoiceDialog(page, number);
  await expect(dialog.getByRole("button", { name: "Record Money" })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Credit Note" })).toHaveCount(0);
});

test("a suspended account cannot be chosen, one suspended meanwhile and one without credit are refused with their words", async ({
  page,
  request,
}) => {
  test.slow();
  const [suspended, small] = [
    await makeAccount(request, "The Quiet Choir"),
    await makeAccount(request, "The Small Band", { creditLimit: "60.00" }),
  ];
  await openDashboard(page);
  await openAccounts(page, suspended.account.id);
  await page.getByRole("button", { name: "Suspend" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Suspend" }).click();
  await expect(page.getByText("Suspended: nothing can be booked on this account.")).toBeVisible();
  await expect(page.getByRole("button", { name: "New Booking" })).toHaveCount(0);

  // The account of the guest's own mailbox is chosen at once.
  await page.getByRole("tab", { name: /^Bookings/ }).click();
  await page.getByRole("button", { name: "New Phone Booking" }).click();
  const dialog = page.getByRole("dialog", { name: "New Phone Booking" });
  const account = dialog.getByLabel("Billing account");
  await dialog.getByLabel("Email").fill(small.account.email);
  await dialog.getByRole("radio", { name: "On account" }).check();
  await expect(account).toHaveValue(String(small.account.id));
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await openAccounts(page, small.account.id);
  await page.getByRole("button", { name: "New Booking" }).click();
  await expect(account).toHaveValue(String(small.account.id));
  await expect(dialog.getByLabel("First Name")).toHaveValue("The Small Band");
  await expect(account.getByRole("option", { name: /The Quiet Choir: suspended/ })).toBeDisabled();
  await dialog.getByLabel("Phone", { exact: true }).fill("(917) 555-0123");
  await dialog.getByLabel("Room").selectOption({ label: "Classroom" });
  await dialog.getByLabel("Day", { exact: true }).fill(newDay());
  await dialog.getByLabel("Start").selectOption("10");
  await dialog.getByLabel("End").selectOption("20");
  await expect(dialog.getByText(/This costs \$[\d.]+, more than is left/)).toBeVisible();
  await expectAccessibleOnPhoneAndDesktop(page);
  await dialog.getByRole("button", { name: "Book", exact: true }).click();
  await expect(dialog.getByText(/\$60\.00 of the account's credit limit is left/).last()).toBeVisible();
  await expect(account).toBeFocused();

  // The page hears of no change: a colleague suspends the account while the form is open.
  await page.routeWebSocket("**/ws", () => undefined);
  await page.reload();
  await expect(account).toHaveValue(String(small.account.id));
  await small.staff.send("PATCH", `/api/accounts/${small.account.id}`, { suspended: true });
  await dialog.getByRole("button", { name: "Book", exact: true }).click();
  await expect(dialog.getByText(/suspended/i).last()).toBeVisible();
  await expect(account).toBeFocused();
});
