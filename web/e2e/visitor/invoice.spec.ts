/** Journeys of the holder of an invoice's mailed link: seeing the invoice, paying it by card, and what a wrong link shows. */
import { cardNumber, pay, typeCard } from "../customer-journey.ts";
import {
  CARDS,
  expectAccessible,
  expectAccessibleOnPhoneAndDesktop,
  expectLoaded,
  newDay,
} from "../journey.ts";
import { type APIRequestContext, expect, type Page, test } from "../product.ts";
import { asAdmin, emailOf, staffApi } from "../staff-journey.ts";

/** Staff open a billing account, book two visits on it and issue its invoice; answers its number and the path of its link. */
async function issueInvoice(
  request: APIRequestContext,
  name: string,
): Promise<{ number: string; path: string }> {
  const staff = await staffApi(request);
  const email = emailOf("invoice");
  const account = await staff.send("POST", "/api/accounts", {
    name,
    email,
    address: "12 Chapel Street\nBrooklyn, NY 11237",
    creditLimit: "5000.00",
    paymentDays: 14,
  });
  const day = newDay();
  for (const from of [10, 15]) {
    const visit = { day, from, to: from + 2, email };
    await staff.book("rehearsal-room", visit, { payment: "account", accountId: account.id });
  }
  const { number } = await staff.send("POST", `/api/accounts/${account.id}/invoices`, { until: day });
  return { number, path: await linkOf(request, number) };
}

/** The path of the link that is mailed with an invoice or a credit note. */
async function linkOf(request: APIRequestContext, number: string): Promise<string> {
  const answer = await request.get(`/api/invoices/${number}`, { headers: await asAdmin(request) });
  return new URL((await answer.json()).url).pathname;
}

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const state = (page: Page) => page.getByRole("region", { name: "State" });
const payByCard = (page: Page) => state(page).getByRole("button", { name: /^Pay \$[\d,.]+ by card$/ });

test.use({ viewport: { width: 390, height: 844 } });

test("a customer opens the mailed link of an invoice, and pays it after a declined card", async ({
  page,
  request,
}) => {
  test.slow();
  const { number, path } = await issueInvoice(request, "The Chapel Choir");
  const answer = await page.goto(path);
  expect(answer?.headers()["cache-control"]).toBe("no-cache");
  await expect(heading(page, `Invoice ${number}`)).toBeVisible();
  await expect(page).toHaveTitle(`Invoice ${number} · The Hub`);
  const sheet = page.getByRole("article", { name: "Invoice" });
  await expect(sheet).toContainText("The Chapel Choir");
  await expect(sheet).toContainText("12 Chapel Street");
  await expect(sheet.getByRole("row", { name: /Rehearsal Room, .*10:00 AM – 12:00 PM/ })).toBeVisible();
  await expect(sheet.getByRole("row", { name: /^Due \$[\d,.]+$/ })).toBeVisible();
  await expect(state(page)).toContainText("Open");
  const file = page.waitForEvent("download");
  await state(page).getByRole("link", { name: "Download PDF" }).click();
  expect((await file).suggestedFilename()).toBe(`invoice-${number}.pdf`);
  await expectAccessibleOnPhoneAndDesktop(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await payByCard(page).click();
  await expect(heading(page, "Pay by card")).toBeFocused();
  await expect(page.getByRole("timer")).toHaveCount(0);
  await typeCard(page, CARDS.declined);
  await pay(page);
  await expect(cardNumber(page)).toBeFocused();
  await expect(cardNumber(page)).toHaveAccessibleDescription(/declined\. Try another card\./);
  await expectAccessibleOnPhoneAndDesktop(page);
  // A reload loses nothing: the same payment is open.
  await page.reload();
  await typeCard(page, CARDS.good);
  await page.getByRole("button", { name: /^Pay \$/ }).dblclick();

  await expect(heading(page, `Invoice ${number}`)).toBeFocused();
  await expect(page.getByText("Payment Successful").first()).toBeVisible();
  await expect(page).toHaveURL(path);
  await expect(state(page)).toContainText("Paid");
  await expect(sheet.getByRole("row", { name: /^Received -\$/ })).toBeVisible();
  await expect(sheet.getByRole("row", { name: "Due $0.00" })).toBeVisible();
  await expect(payByCard(page)).toHaveCount(0);
  await expectAccessibleOnPhoneAndDesktop(page);
  await page.reload();
  await expect(state(page)).toContainText("Paid");
  const read = await request.get(`/api/invoices/${number}`, { headers: await asAdmin(request) });
  const { money, total, received } = await read.json();
  expect(money).toMatchObject([{ kind: "received", method: "card", amount: total }]);
  expect(received).toBe(total);
});

test("a card that asks the bank pays once the customer has confirmed, and a lost answer charges once", async ({
  page,
  request,
}) => {
  const { number, path } = await issueInvoice(request, "The Brass Band");
  await page.goto(`${path}?pay=true`);
  await typeCard(page, CARDS.asksBank);
  await page.route(`**/api/invoices/${number}/payment`, (route) => route.abort());
  await pay(page);
  await page.getByRole("button", { name: "Complete" }).click();
  await expect(page.getByRole("heading", { name: "Your card was accepted" })).toBeVisible();
  await expectAccessible(page);
  await page.unroute(`**/api/invoices/${number}/payment`);
  // The provider may tell the product before this page does.
  await page.reload();
  await expect(state(page)).toContainText("Paid");
  const read = await request.get(`/api/invoices/${number}`, { headers: await asAdmin(request) });
  expect((await read.json()).money).toHaveLength(1);
});

test("an invoice that staff have changed meanwhile is not paid by the old amount", async ({
  page,
  request,
}) => {
  const { number, path } = await issueInvoice(request, "The Drum Circle");
  await page.goto(path);
  await expect(payByCard(page)).toBeVisible();
  const staff = await staffApi(request);
  await staff.send("POST", `/api/invoices/${number}/money`, { method: "transfer", amount: "50.00" });
  await payByCard(page).click();
  await expect(page.getByRole("alert")).toContainText("What is due has changed");
  await expect(page.getByRole("row", { name: "Received -$50.00" })).toBeVisible();
  await expect(state(page)).toContainText("Ask hello@thehub.example for our bank account");

  await staff.send("PATCH", "/api/house", { bankDetails: "The Hub LLC, First Bank\nAccount 4417 1234 0" });
  await page.reload();
  await expect(state(page)).toContainText(`by transfer: give ${number} as the reference.`);
  await expect(state(page)).toContainText("Account 4417 1234 0");
  await expect(state(page)).not.toContainText("for our bank account");
  await expectAccessibleOnPhoneAndDesktop(page);
  await staff.send("PATCH", "/api/house", { bankDetails: "" });
  await payByCard(page).click();
  await expect(cardNumber(page)).toBeVisible();
});

test("a credit note names its invoice, which it cancels", async ({ page, request }) => {
  const { number, path } = await issueInvoice(request, "The String Quartet");
  const staff = await staffApi(request);
  const { lines } = await (
    await request.get(`/api/invoices/${number}`, { headers: await asAdmin(request) })
  ).json();
  const credited = lines.map(({ bookingId, amount }: { bookingId: number; amount: string }) => ({
    bookingId,
    amount,
  }));
  const note = await staff.send("POST", `/api/invoices/${number}/credit`, {
    lines: credited,
    reason: "The heating failed",
  });
  await page.goto(await linkOf(request, note.number));
  await expect(heading(page, `Credit note ${note.number}`)).toBeVisible();
  await expect(state(page)).toContainText(`on invoice ${number}`);
  await expect(page.getByRole("article", { name: "Credit note" })).toContainText("The heating failed");
  await expect(payByCard(page)).toHaveCount(0);
  await expectAccessibleOnPhoneAndDesktop(page);

  await page.goto(`${path}?pay=true`);
  await expect(state(page)).toContainText("Cancelled");
  await expect(state(page)).toContainText(`credit note ${note.number} cancels the whole invoice`);
  await expect(cardNumber(page)).toHaveCount(0);
  await expectAccessibleOnPhoneAndDesktop(page);
});

test("a wrong link leads on", async ({ page, request }) => {
  const { path } = await issueInvoice(request, "The Jug Band");
  for (const wrong of [path.slice(0, -1), "/invoice/no-token"]) {
    await page.goto(wrong);
    await expect(heading(page, "This link opens no invoice")).toBeVisible();
  }
  await expectLoaded(page);
  await expectAccessibleOnPhoneAndDesktop(page);
  await page.getByRole("link", { name: "Back to Home" }).click();
  await expect(page).toHaveURL("/");
});
