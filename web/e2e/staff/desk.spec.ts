/** Journeys at the desk: cash, receipts, card refunds, and the close of a day. */
import { formatMoney } from "../../../core/booking/rules/money.ts";
import { venueDayOf } from "../../../core/venue/time/venue-time.ts";
import {
  expectAccessible,
  expectAccessibleOnPhoneAndDesktop,
  expectNoSidewaysScroll,
  newDay,
  WITH_MOTION,
} from "../journey.ts";
import { expect, test } from "../product.ts";
import {
  emailOf,
  makeBooking,
  openDashboard,
  openDesk,
  payBooking,
  staffApi,
  staffSession,
} from "../staff-journey.ts";

test.use(WITH_MOTION);

test("cash is taken and returned at the desk, and the receipt prints on one page and is mailed", async ({
  page,
  request,
}) => {
  const api = await staffApi(request);
  const visit = { day: newDay(), from: 10, to: 12, email: emailOf("cash") };
  const { id, totalAmount } = await api.book("conference-room", visit);
  await staffSession(page);
  const dialog = await openDesk(page, id);
  const head = dialog.getByRole("paragraph").first();
  await expect(head).toContainText(`${formatMoney(totalAmount)} due`);
  // Actions that are not possible yet say why.
  await expect(dialog.getByRole("button", { name: "Arrived" })).toHaveAccessibleDescription(
    "The visit starts in more than an hour",
  );
  await expect(dialog.getByRole("button", { name: "No-show" })).toHaveAttribute("aria-disabled", "true");

  const taking = dialog.getByRole("form", { name: "Money received" });
  const amount = taking.getByLabel("Amount");
  await expect(amount).toHaveValue(totalAmount);
  await amount.fill("99999");
  await taking.getByRole("button", { name: "Take Money" }).click();
  await expect(taking.getByText(`Only ${formatMoney(totalAmount)} is due on this booking`)).toBeVisible();
  await amount.fill("10.00");
  await taking.getByLabel("Reference number (slip, receipt)").fill("Slip 7");
  await taking.getByRole("button", { name: "Take Money" }).click();
  const moved = dialog.getByRole("list", { name: "Payments and refunds" });
  await expect(moved).toContainText("$10.00 received at the desk in cash (Slip 7)");
  const rest = (Number(totalAmount) - 10).toFixed(2);
  await expect(head).toContainText(`${formatMoney(rest)} due`);
  await expect(amount).toHaveValue(rest);
  await taking.getByLabel("Method").selectOption("Card terminal");
  await taking.getByRole("button", { name: "Take Money" }).click();
  await expect(head).toContainText("Fully Paid");
  await expect(dialog.getByText("Nothing is due.")).toBeVisible();

  const giving = dialog.getByRole("form", { name: "Money returned" });
  await giving.getByLabel("Amount").fill("4.00");
  await giving.getByLabel("Reason").fill("The projector was missing");
  await giving.getByRole("button", { name: "Return Money" }).click();
  await expect(moved).toContainText("$4.00 returned at the desk in cash");
  await expect(head).toContainText("$4.00 due");
  await expectAccessibleOnPhoneAndDesktop(page);

  await dialog.getByRole("link", { name: "Open Receipt" }).click();
  const receipt = page.getByRole("article", { name: "Receipt" });
  await expect(receipt.getByRole("row", { name: `Total ${formatMoney(totalAmount)}` })).toBeVisible();
  await expect(receipt.getByRole("row", { name: `Received ${formatMoney(totalAmount)}` })).toBeVisible();
  await expect(receipt.getByRole("row", { name: "Returned -$4.00" })).toBeVisible();
  await expect(receipt.getByRole("row", { name: "Due $4.00" })).toBeVisible();
  await expect(receipt.getByRole("row", { name: /Tax/ })).toHaveCount(0);
  await expectAccessibleOnPhoneAndDesktop(page);
  const mailed = page.waitForResponse((answer) => answer.url().endsWith(`/api/bookings/${id}/receipt/mail`));
  await page.getByRole("button", { name: "Email Receipt" }).click();
  expect((await mailed).status()).toBe(200);

  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  const printed = (await page.pdf({ format: "Letter" })).toString("latin1");
  expect(printed.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: "dark" });

  test("a card is refunded in part, never beyond what it paid", async ({ page, request }) => {
    const email = emailOf("refunded");
    const booking = await makeBooking(request, "auditorium", newDay(), email);
    await payBooking(request, booking, email);
    await staffSession(page);
    const dialog = await openDesk(page, booking.id);
    const refund = dialog.getByRole("form", { name: "Card refund" });
    const most = formatMoney(booking.downpaymentAmount);
    await expect(refund.getByText(`At most ${most} (paid by card)`)).toBeVisible();
    await refund.getByRole("button", { name: "Refund Card" }).click();
    await expect(refund.getByText("Reason is required")).toBeVisible();
    await refund.getByLabel("Reason").fill("The heating failed");
    await refund.getByLabel("Refund", { exact: true }).fill(String(Number(booking.downpaymentAmount) + 1));
    await refund.getByRole("button", { name: "Refund Card" }).click();
    await dialog.getByRole("button", { name: "Refund now" }).click();
    await expect(
      page.getByText(`At most ${most} of the card payments can be refunded`).first(),
    ).toBeVisible();
    await refund.getByLabel("Refund", { exact: true }).fill("12.34");
    await refund.getByRole("button", { name: "Refund Card" }).click();
    await dialog.getByRole("button", { name: "Refund now" }).click();
    const left = (Number(booking.downpaymentAmount) - 12.34).toFixed(2);
    await expect(refund.getByText(`At most ${formatMoney(left)} (paid by card)`)).toBeVisible();
    await expect(dialog.getByRole("list", { name: "Payments and refunds" })).toContainText(
      "Refund of $12.34 issued to the card",
      { timeout: 20_000 },
    );
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});

test("a day is closed with the counted cash, and later entries are shown as after the close", async ({
  page,
  request,
}) => {
  const api = await staffApi(request);
  const visit = { day: newDay(), from: 10, to: 12, email: emailOf("closed") };
  const { id } = await api.book("conference-room", visit);
  const cash = { kind: "received", method: "cash", amount: "11.00" };
  await api.send("POST", `/api/bookings/${id}/money`, cash);
  const day = venueDayOf(new Date(), "America/New_York");
  await openDashboard(page);
  await page.getByRole("link", { name: "Takings" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Takings" })).toBeVisible();
  await page.goto(`/admin/takings?day=${day}`);
  const closing = page.getByRole("region", { name: "Close the day" });
  const expected = Number((await closing.locator("strong").textContent())?.replace(/[$,]/g, ""));
  await closing.getByRole("button", { name: "Close Day" }).click();
  await expect(closing.getByText(/Enter the counted cash/)).toBeVisible();
  await closing.getByLabel("Starting cash").fill("100.00");
  const countAndClose = async (counted: number, note: string) => {
    await closing.getByLabel("Counted cash in all").fill(counted.toFixed(2));
    await closing.getByLabel("A word about a difference").fill(note);
    await closing.getByRole("button", { name: "Close Day" }).click();
  };
  await countAndClose(expected + 101.5, "");
  await expect(closing.getByText("It is $1.50 more than expected. Say why")).toBeVisible();
  await countAndClose(expected + 101.5, "A tip in the drawer");
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("$1.50 more than expected");
  await question.getByRole("button", { name: "Close Day" }).click();
  const close = page.getByRole("region", { name: "Close of the day" });
  await expect(close).toContainText("Difference$1.50");
  await expect(close).toContainText("A tip in the drawer");
  await expect(closing).toHaveCount(0);

  const reopening = page.getByRole("form", { name: "Open the day again" });
  await reopening.getByRole("button", { name: "Open Again" }).click();
  await expect(reopening.getByText("Reason is required")).toBeVisible();
  await reopening.getByLabel("Why the day is opened again").fill("Counted the wrong drawer");
  await reopening.getByRole("button", { name: "Open Again" }).click();
  await expect(page.getByText("Counted the wrong drawer")).toBeVisible();
  await closing.getByLabel("Starting cash").fill("100.00");
  await countAndClose(expected + 100, "");
  await expect(question).toContainText("exactly as expected");
  await question.getByRole("button", { name: "Close Day" }).click();
  await expect(close).toContainText("Difference$0.00");

  await api.send("POST", `/api/bookings/${id}/money`, { ...cash, amount: "2.00" });
  const late = page.getByRole("row").filter({ hasText: "After close" });
  await expect(late).toHaveCount(1);
  await expect(late).toContainText(`#${id} Ella Baker`);
  await expectAccessibleOnPhoneAndDesktop(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
});
