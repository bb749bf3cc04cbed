/** Journeys of the holder of an invoice's mailed link: seeing the invoice, paying it by card, and what a wrong link shows. */
import { pay, typeCard } from "../customer-journey.ts";
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

async function shoot(page: Page, name: string) {
  for (const [width, colorScheme] of [
    [390, "dark"],
    [1280, "light"],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    await expectLoaded(page);
    await page.screenshot({ path: `/tmp/w/shots/${name}-${width}-${colorScheme}.png`, fullPage: true });
  }
}
test("shots", async ({ page, request }) => {
  test.setTimeout(180_000);
  const { number, path } = await issueInvoice(request, "The Chapel Choir");
  const staff = await staffApi(request);
  await staff.send("PATCH", "/api/settings", { taxPercent: 8.875 }).catch((e) => console.log(String(e)));
  await page.goto(path);
  await expect(heading(page, `Invoice ${number}`)).toBeVisible();
  await shoot(page, "open");
  await payByCard(page).click();
  await expect(page.getByLabel("Card number")).toBeVisible();
  await shoot(page, "pay");
  await typeCard(page, CARDS.declined);
  await pay(page);
  await expect(page.getByRole("alert").first()).toBeVisible();
  await shoot(page, "declined");
  await typeCard(page, CARDS.good);
  await pay(page);
  await expect(state(page)).toContainText("Paid");
  await shoot(page, "paid");
  const two = await issueInvoice(request, "The String Quartet");
  const { lines } = await (
    await request.get(`/api/invoices/${two.number}`, { headers: await asAdmin(request) })
  ).json();
  const note = await staff.send("POST", `/api/invoices/${two.number}/credit`, {
    lines: lines.map(({ bookingId, amount }: any) => ({ bookingId, amount })),
    reason: "The heating failed",
  });
  await page.goto(two.path);
  await shoot(page, "cancelled");
  await page.goto(await linkOf(request, note.number));
  await shoot(page, "credit");
  await page.goto("/invoice/x");
  await shoot(page, "bad");
});
