import { addDays, venueDayOf } from "../../../core/venue/time/venue-time.ts";
import { confirmed, mailedLink, signUp } from "../customer-journey.ts";
import { acceptTerms, expectLoaded, fillPerson, newDay } from "../journey.ts";
import { expect, test } from "../product.ts";
import { asAdmin, emailOf, staffApi } from "../staff-journey.ts";

const OUT = "/tmp/w/visitorweb/shots";
const LOOKS = [[390, "dark"], [1280, "light"]] as const;

test("look", async ({ page, request, baseURL }) => {
  page.setDefaultTimeout(20_000); test.setTimeout(300_000);
  const shot = async (name: string, full = true) => {
    await expectLoaded(page);
    for (const [width, scheme] of LOOKS) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      await page.waitForTimeout(300);
      await page.screenshot({ path: `${OUT}/${name}-${width}.png`, fullPage: full });
    }
  };
  const email = emailOf("regular");
  await signUp(page, email);
  await page.goto(await mailedLink(baseURL, email, "/verify-email"));
  await page.getByRole("button", { name: "Verify my email" }).click();
  await expect(page.getByRole("link", { name: "Go to My Account" })).toBeVisible();
  const staff = await staffApi(request);
  const account = await staff.send("POST", "/api/accounts", {
    ...{ name: "The Chapel Choir", email, address: "12 Chapel Street\nBrooklyn, NY 11237" },
    ...{ creditLimit: "1500.00", paymentDays: 14, selfBooking: true },
  });
  const day = newDay();
  await page.goto(`/room/rehearsal-room?day=${day}&start=10`);
  await fillPerson(page, email);
  await page.getByRole("radio", { name: /^On account/ }).check();
  await acceptTerms(page);
  await shot("1-form");
  await page.goto(`/booking/rehearsal-room?day=${day}&start=10`);
  await page.getByRole("button", { name: "Book Now" }).first().click();
  await page.getByRole("radio", { name: /^On account/ }).check();
  await page.getByRole("radio", { name: /^On account/ }).scrollIntoViewIfNeeded();
  await shot("2-dialog", false);
  await page.goto(`/room/rehearsal-room?day=${day}&start=10`);
  await page.getByLabel("Repeat").selectOption("Weekly");
  await page.getByRole("radio", { name: /^On account/ }).check();
  await shot("3-series");
  await page.goto(`/room/classroom?day=${day}&start=14`);
  await fillPerson(page, email);
  await page.getByRole("radio", { name: /^On account/ }).check();
  await acceptTerms(page);
  await page.getByRole("button", { name: "Book on account" }).click();
  await expect(confirmed(page)).toBeVisible();
  await shot("4-confirmed");
  await staff.book("auditorium", { day, from: 10, to: 12, email }, { payment: "account", accountId: account.id });
  const inv = await staff.send("POST", `/api/accounts/${account.id}/invoices`, { until: day });
  await staff.book("auditorium", { day: addDays(day, 1), from: 10, to: 12, email }, { payment: "account", accountId: account.id });
  await staff.send("POST", `/api/invoices/${inv.number}/credit`, { lines: [{ bookingId: inv.lines[0].bookingId, amount: "10.00" }], reason: "The heating failed" });
  await staff.send("POST", `/api/invoices/${inv.number}/money`, { method: "transfer", amount: "20.00" });
  await page.goto("/account");
  await expect(page.getByRole("region", { name: "Billing account" })).toBeVisible();
  await shot("5-account");
  await page.getByRole("button", { name: /Cancel Booking Auditorium/ }).last().click();
  await expect(page.getByText(/Kept under the policy|nothing is kept/)).toBeVisible();
  await shot("6-cancel", false);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: `Invoice ${inv.number}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Invoice ${inv.number}` })).toBeVisible();
  await shot("7-invoice");
  await page.getByRole("button", { name: /by card/ }).click();
  await expect(page.getByLabel("Card number")).toBeVisible();
  await shot("8-pay");
  const patch = async (data: object) => request.patch(`/api/accounts/${account.id}`, { headers: await asAdmin(request), data });
  await patch({ suspended: true });
  await page.goto(`/room/rehearsal-room?day=${day}&start=15`);
  await expect(page.getByRole("radio", { name: /^On account/ })).toBeDisabled();
  await shot("9-suspended");
  await page.goto("/account");
  await shot("10-account-suspended");
});
