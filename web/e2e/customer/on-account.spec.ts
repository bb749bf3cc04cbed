/** Journeys of a customer who books on their own billing account: one visit, a series, and what the account refuses (decisions 260 to 262). */
import { addDays } from "../../../core/venue/time/venue-time.ts";
import { confirmed, mailedLink, signUp } from "../customer-journey.ts";
import {
  acceptTerms,
  expectAccessibleOnPhoneAndDesktop,
  expectLoaded,
  fillPerson,
  newDay,
  weekdayIn,
} from "../journey.ts";
import { type APIRequestContext, expect, type Page, test } from "../product.ts";
import { asAdmin, emailOf, staffApi } from "../staff-journey.ts";

const ACCOUNT = "The Chapel Choir";

/** Signs up with a verified email, for which staff have opened a billing account; answers the account's number. */
async function becomeRegular(
  page: Page,
  { request, baseURL }: { request: APIRequestContext; baseURL: string | undefined },
  creditLimit: string,
): Promise<{ email: string; id: number }> {
  const email = emailOf("regular");
  await signUp(page, email);
  await page.goto(await mailedLink(baseURL, email, "/verify-email"));
  await page.getByRole("button", { name: "Verify my email" }).click();
  await expect(page.getByRole("link", { name: "Go to My Account" })).toBeVisible();
  const staff = await staffApi(request);
  const { id } = await staff.send("POST", "/api/accounts", {
    ...{ name: ACCOUNT, email, address: "12 Chapel Street\nBrooklyn, NY 11237" },
    ...{ creditLimit, paymentDays: 14, selfBooking: true },
  });
  return { email, id };
}

const byCard = (page: Page) => page.getByRole("radio", { name: "By card" });
const onAccount = (page: Page) => page.getByRole("radio", { name: `On account: ${ACCOUNT}` });
const book = (page: Page) => page.getByRole("button", { name: "Book on account" });
const cardFor = (page: Page, room: string) => page.getByRole("article").filter({ hasText: room });
const section = (page: Page) => page.getByRole("region", { name: "Billing account" });

/** The figure beside a label of the billing account. */
const figure = (page: Page, label: string) =>
  section(page).locator("dt", { hasText: label }).locator("..").locator("dd");

test.use({ viewport: { width: 390, height: 844 }, colorScheme: "dark" });

test("a customer books on account, sees what the invoice will list, and cancels: what is kept stays on the account", async ({
  page,
  request,
  baseURL,
}) => {
  test.slow();
  const { email } = await becomeRegular(page, { request, baseURL }, "500.00");
  await page.goto(`/room/rehearsal-room?day=${newDay()}&start=10`);
  await fillPerson(page, email);
  await expect(byCard(page)).toBeChecked();
  await expect(page.getByRole("button", { name: "Continue to payment – $40.00" })).toBeVisible();
  await onAccount(page).check();
  await expect(onAccount(page)).toHaveAccessibleDescription(/\$500\.00 of your limit is left/);
  await expect(
    page.getByText(/^Cancel until .*: \$4\.00 is kept; .*then \$40\.00\. Your invoice lists it\.$/).first(),
  ).toBeAttached();
  await acceptTerms(page);
  await expectAccessibleOnPhoneAndDesktop(page);
  await book(page).dblclick();
  await expect(confirmed(page)).toBeFocused();
  await expect(page).toHaveURL(/\/booking\/\d+\/confirmed$/);
  await expect(
    page.getByText("It is on account: your invoice lists it, and nothing is due at the venue."),
  ).toBeVisible();
  await expect(page.getByText(/Due at the venue|pay the rest|refund/)).toHaveCount(0);
  await expectLoaded(page);
  await expectAccessibleOnPhoneAndDesktop(page);

  await page.getByRole("link", { name: "See, move or cancel this booking" }).click();
  const card = cardFor(page, "Rehearsal Room");
  await expect(card).toHaveCount(1);
  await expect(card.getByText("On account: your invoice lists it")).toBeVisible();
  await expect(card.getByRole("button", { name: /Pay/ })).toHaveCount(0);
  await expect(figure(page, "Open")).toHaveText("$80.00");
  await expect(figure(page, "Can still be booked")).toHaveText("$420.00");
  await expectLoaded(page);
  await expectAccessibleOnPhoneAndDesktop(page);

  await card.getByRole("button", { name: /Cancel Booking/ }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel this booking?" });
  await expect(dialog.getByText("Kept under the policy")).toBeVisible();
  await expect(dialog.getByText("$4.00")).toBeVisible();
  await expect(dialog.getByText(/refund/i)).toHaveCount(0);
  await expectAccessibleOnPhoneAndDesktop(page);
  await dialog.getByRole("button", { name: "Cancel this booking" }).click();
  await expect(
    card.getByText("By the cancellation policy $4.00 is kept, and your invoice lists it."),
  ).toBeVisible();
  await expect(figure(page, "Open")).toHaveText("$4.00");
});

test("a customer books a series on account, cancels a date, adds two, and opens the invoice", async ({
  page,
  request,
  baseURL,
}) => {
  test.slow();
  const { email, id } = await becomeRegular(page, { request, baseURL }, "1000.00");
  const first = weekdayIn(32, "monday");
  await page.goto(`/room/classroom?day=${first}&start=18`);
  await page.getByLabel("Repeat").selectOption("Weekly");
  await page.getByLabel("Ends").selectOption("After 3 dates");
  const dates = page.getByRole("region", { name: "Your dates" });
  await expect(dates.getByRole("listitem")).toHaveCount(3);
  await fillPerson(page, email);
  await onAccount(page).check();
  await expect(dates.getByText("On your invoice, after the visit")).toBeVisible();
  await acceptTerms(page);
  await book(page).click();
  await expect(confirmed(page)).toBeVisible();
  const booked = page.getByRole("list", { name: "Your dates" });
  await expect(booked.getByText("Confirmed")).toHaveCount(3);
  await expect(page.getByText("What is kept of it depends on the notice")).toBeVisible();
  await expect(page.getByText(/Due at the venue|pay the rest|refund/)).toHaveCount(0);
  await expectAccessibleOnPhoneAndDesktop(page);

  await page.getByRole("link", { name: "See, move or cancel these dates" }).click();
  const second = cardFor(page, "Classroom").filter({ hasText: "Date 2 of 3" });
  await second.getByRole("button", { name: /^Cancel dates/ }).click();
  const cancelling = page.getByRole("dialog", { name: "Cancel dates?" });
  await expect(cancelling.getByText(/\$\d+\.\d\d kept/)).toHaveCount(1);
  await expect(cancelling.getByText("Kept, on your invoice")).toBeVisible();
  await expect(cancelling.getByText(/refund/i)).toHaveCount(0);
  await expectAccessibleOnPhoneAndDesktop(page);
  await cancelling.getByRole("button", { name: "Cancel 1 date" }).click();
  await expect(page.getByText(/^1 date cancelled\. By the cancellation policy/).last()).toBeFocused();

  const third = cardFor(page, "Classroom").filter({ hasText: "Date 3 of 3" });
  await third.getByRole("button", { name: /^Add further dates/ }).click();
  const adding = page.getByRole("dialog", { name: "Add further dates" });
  await adding.getByLabel("How many").selectOption("2 dates");
  await expect(adding.getByText("On account: your invoice lists them")).toBeVisible();
  await expectAccessibleOnPhoneAndDesktop(page);
  await adding.getByRole("button", { name: "Add on account" }).click();
  await expect(page.getByText("2 dates booked on account.").first()).toBeVisible();
  await expect(cardFor(page, "Classroom")).toHaveCount(5);

  const staff = await staffApi(request);
  const until = addDays(first, 7 * 5);
  const { number } = await staff.send("POST", `/api/accounts/${id}/invoices`, { until });
  await page.reload();
  const invoices = section(page).getByRole("list", { name: "Invoices" });
  await expect(invoices.getByText("Open")).toBeVisible();
  await expectLoaded(page);
  await expectAccessibleOnPhoneAndDesktop(page);
  await invoices.getByRole("link", { name: `Invoice ${number}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Invoice ${number}` })).toBeVisible();
});

test("an account that is full or suspended says so, and the card stays", async ({
  page,
  request,
  baseURL,
}) => {
  const { email, id } = await becomeRegular(page, { request, baseURL }, "500.00");
  const day = newDay();
  const change = async (data: object) => {
    const answer = await request.patch(`/api/accounts/${id}`, { headers: await asAdmin(request), data });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  await page.goto(`/room/auditorium?day=${day}&start=10`);
  await fillPerson(page, email);
  await onAccount(page).check();
  await acceptTerms(page);
  // Staff lower the limit while the form is open.
  await change({ creditLimit: "50.00" });
  await book(page).click();
  await expect(
    page.getByRole("alert").getByText(/\$50\.00 of the account's credit limit is left\.$/),
  ).toBeVisible();
  await expect(onAccount(page)).toBeDisabled();
  await expect(onAccount(page)).toHaveAccessibleDescription(/which is less than this costs/);
  await expect(byCard(page)).toBeChecked();
  await expect(page.getByRole("button", { name: /^Continue to payment/ })).toBeVisible();
  await expectAccessibleOnPhoneAndDesktop(page);

  await change({ creditLimit: "5000.00", suspended: true });
  await page.reload();
  await expect(onAccount(page)).toBeDisabled();
  await expect(onAccount(page)).toHaveAccessibleDescription(/suspended/);
  await page.goto("/account");
  await expect(section(page).getByText(/Nothing can be booked on this account for now/)).toBeVisible();
});
