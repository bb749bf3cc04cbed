/** Journeys in which the venue is at fault: the price falls and no guest owes, a refund asks, a move for our fault costs no more. */
import { formatMoney } from "../../../core/booking/rules/money.ts";
import { instantAt } from "../../../core/venue/time/venue-time.ts";
import { expectAccessibleOnPhoneAndDesktop, newDay } from "../journey.ts";
import { expect, type Page, test } from "../product.ts";
import { emailOf, makeBooking, openDesk, payBooking, staffApi, staffSession } from "../staff-journey.ts";

const section = (page: Page, name: string) => page.getByRole("form", { name });

test("half of a cash price is taken off: the guest owes nothing, gets cash back, and the receipt says so", async ({
  page,
  request,
}) => {
  const api = await staffApi(request);
  const visit = { day: newDay(), from: 10, to: 12, email: emailOf("heater") };
  const { id, totalAmount } = await api.book("recording-studio", visit);
  const half = (Number(totalAmount) / 2).toFixed(2);
  await api.send("POST", `/api/bookings/${id}/money`, {
    kind: "received",
    method: "cash",
    amount: totalAmount,
  });
  await staffSession(page);
  const dialog = await openDesk(page, id);
  const head = dialog.getByRole("paragraph").first();
  await expect(head).toContainText("Fully Paid");
  const reduce = section(page, "Reduce the price");
  await reduce.getByLabel("Reduce by").fill("50");
  await reduce.getByLabel("Unit").selectOption("Percent");
  await expect(reduce).toContainText(
    `${formatMoney(totalAmount)} becomes ${formatMoney(half)}. Return ${formatMoney(half)} at the desk. Nothing is due.`,
  );
  await reduce.getByRole("button", { name: "Reduce Price" }).click();
  await expect(reduce.getByText("Reason is required")).toBeVisible();
  await reduce.getByLabel("Reason").fill("The heater was broken");
  await reduce.getByRole("button", { name: "Reduce Price" }).click();
  await expect(head).toContainText(`${formatMoney(half)} to return`);
  await expect(head).toContainText("Fully Paid");
  await expect(head).not.toContainText(" due");

  const giving = section(page, "Money returned");
  await expect(giving.getByLabel("Amount")).toHaveValue(half);
  await giving.getByRole("button", { name: "Return Money" }).click();
  await expect(giving.getByText("Reason is required")).toBeVisible();
  await giving.getByLabel("Reason").fill("Heater");
  await giving.getByRole("button", { name: "Return Money" }).click();
  await expect(dialog.getByRole("list", { name: "Payments and refunds" })).toContainText(
    `${formatMoney(half)} returned at the desk in cash (Heater)`,
  );
  await expect(head).not.toContainText("to return");
  await expect(head).not.toContainText(" due");
  await expectAccessibleOnPhoneAndDesktop(page);

  await dialog.getByRole("link", { name: "Open Receipt" }).click();
  const receipt = page.getByRole("article", { name: "Receipt" });
  await expect(receipt.getByRole("row", { name: `Price reduced -${formatMoney(half)}` })).toBeVisible();
  await expect(receipt.getByRole("row", { name: `Total ${formatMoney(half)}` })).toBeVisible();
  await expect(receipt.getByRole("row", { name: "Due $0.00" })).toBeVisible();
});

test("a card refund asks once and says that the amount stays due; a lower price refunds without a debt", async ({
  page,
  request,
}) => {
  const email = emailOf("refund");
  const booking = await makeBooking(request, "recording-studio", newDay(), email);
  await payBooking(request, booking, email);
  await staffSession(page);
  const dialog = await openDesk(page, booking.id);
  const head = dialog.getByRole("paragraph").first();
  const refund = section(page, "Card refund");
  await refund.getByLabel("Refund").fill("40.00");
  await refund.getByLabel("Reason").fill("The heater was broken");
  await refund.getByRole("button", { name: "Refund Card" }).click();
  const due = formatMoney((Number(booking.totalAmount) - Number(booking.downpaymentAmount) + 40).toFixed(2));
  await expect(dialog.getByText(`so ${due} will be due again`)).toBeVisible();
  await dialog.getByRole("button", { name: "Leave it" }).click();
  await expect(head).not.toContainText(due);

  const reduce = section(page, "Reduce the price");
  const over = (Number(booking.totalAmount) - Number(booking.downpaymentAmount) + 40).toFixed(2);
  await reduce.getByLabel("Reduce by").fill(over);
  await reduce.getByLabel("Reason").fill("The heater was broken");
  await expect(reduce).toContainText("$40.00 goes back to the card. Nothing is due.");
  await reduce.getByRole("button", { name: "Reduce Price" }).click();
  await expect(head).toContainText("Fully Paid");
  await expect(head).not.toContainText(" due");
});

test("a move for our fault to a dearer room costs the guest no more, and a closure hides its reason", async ({
  page,
  request,
}) => {
  const api = await staffApi(request);
  const day = newDay();
  const { id, totalAmount } = await api.book("classroom", { day, from: 10, to: 12, email: emailOf("moved") });
  await staffSession(page);
  await page.goto(`/admin?booking=${id}`);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("tab", { name: "Actions" }).click();
  await dialog.getByRole("button", { name: "Move" }).click();
  await dialog.getByLabel("Room").selectOption({ label: "Auditorium" });
  await expect(dialog.getByText(/more to pay/)).toBeVisible();
  await dialog.getByRole("checkbox", { name: /We are the cause/ }).check();
  await expect(dialog.getByText(`The price stays at ${formatMoney(totalAmount)}`)).toBeVisible();
  await dialog.getByRole("button", { name: "Move Booking" }).click();
  await expect(page.getByText("Booking Moved").first()).toBeVisible();

  const other = await api.book("classroom", { day, from: 14, to: 16, email: emailOf("closed") });
  const [start, end] = [14, 16].map((hour) => instantAt(day, hour, "America/New_York").toISOString());
  await api.send("POST", "/api/blocks", {
    roomIds: [7],
    startTime: start,
    endTime: end,
    reason: "Heater broken",
    bookings: { [other.id]: { roomId: 2, startTime: start } },
  });
  const moved = await (
    await request.get(`/api/bookings/${other.id}`, { headers: await headersOf(page) })
  ).json();
  expect([moved.roomId, moved.totalAmount]).toEqual([2, other.totalAmount]);

  await page.goto("/admin?tab=closures");
  await page.getByRole("button", { name: "Close hours" }).first().click();
  await expect(page.getByRole("checkbox", { name: /Visitors see the reason/ })).not.toBeChecked();
});

const headersOf = async (page: Page) => ({
  authorization: `Bearer ${await page.evaluate(() => localStorage.getItem("staff_token"))}`,
});
