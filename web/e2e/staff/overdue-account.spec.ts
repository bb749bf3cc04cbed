/** Journeys with an overdue billing account, on a product with the sample history: what staff and the customer are told, and how it opens again. */
import { mailedLink, signUp } from "../customer-journey.ts";
import { expectAccessibleOnPhoneAndDesktop, expectLoaded, fillPerson, newDay } from "../journey.ts";
import { type APIRequestContext, expect, type Locator, type Page, test } from "../product.ts";
import { asAdmin, emailOf, hire, openDashboard, staffApi } from "../staff-journey.ts";

test.use({ samples: 160 });

const CHOIR = "Greenpoint Community Choir";

async function choirOf(request: APIRequestContext): Promise<{ id: number; overdue: string }> {
  const answer = await request.get("/api/accounts", { headers: await asAdmin(request) });
  const accounts: { id: number; name: string; overdue: string }[] = await answer.json();
  const choir = accounts.find(({ name }) => name === CHOIR);
  if (!choir) throw new Error("The sample history has no choir");
  return choir;
}

const row = (page: Page, name: string): Locator => page.getByRole("listitem").filter({ hasText: name });

const accountField = (page: Page): Locator =>
  page.getByRole("dialog", { name: "New Phone Booking" }).getByLabel("Billing account");

async function openBookingForm(page: Page): Promise<void> {
  await page.goto("/admin");
  await page.getByRole("button", { name: "New Phone Booking" }).click();
  await page.getByRole("dialog").getByRole("radio", { name: "On account" }).click();
}

test("an overdue account takes no booking, says so everywhere, and opens again with its last payment", async ({
  page,
  request,
  baseURL,
}) => {
  test.slow();
  const [{ id, overdue }, staff] = [await choirOf(request), await staffApi(request)];
  // Its own customer could book on it otherwise.
  const email = emailOf("choir");
  await staff.send("PATCH", `/api/accounts/${id}`, { email, selfBooking: true });

  await signUp(page, email);
  await page.goto(await mailedLink(baseURL, email, "/verify-email"));
  await page.getByRole("button", { name: "Verify my email" }).click();
  await page.getByRole("link", { name: "Go to My Account" }).click();
  const own = page.getByRole("region", { name: "Billing account" });
  await expect(own).toContainText("Nothing can be booked on account until what is overdue is paid.");
  await expect(own.getByText(`$${overdue}`).first()).toBeVisible();
  await expectLoaded(page);
  await expectAccessibleOnPhoneAndDesktop(page);
  await page.goto(`/room/rehearsal-room?day=${newDay()}&start=10`);
  await fillPerson(page, email);
  const onAccount = page.getByRole("radio", { name: `On account: ${CHOIR}` });
  await expect(onAccount).toHaveAccessibleDescription(new RegExp(`\\$${overdue} is overdue\\. Pay it first`));
  await expect(page.getByRole("radio", { name: "By card" })).toBeChecked();
  await expectAccessibleOnPhoneAndDesktop(page);

  await openDashboard(page, await hire(request, "manager"));
  await page.goto("/admin?tab=accounts");
  await expect(row(page, CHOIR)).toContainText("Overdue");
  await expect(row(page, "The Night Ferry")).toContainText("Active");
  await expectAccessibleOnPhoneAndDesktop(page);
  await row(page, CHOIR).getByRole("button", { name: "View Account" }).click();
  const notice = page.getByText(
    `Nothing can be booked on this account until the $${overdue} that is overdue is paid.`,
  );
  await expect(notice).toBeVisible();
  await expect(page.getByRole("button", { name: "New Booking" })).toHaveCount(0);
  await expectLoaded(page);
  await expectAccessibleOnPhoneAndDesktop(page);

  await openBookingForm(page);
  const closed = accountField(page).getByRole("option", { name: CHOIR });
  await expect(closed).toHaveText(/an invoice is overdue, takes no bookings until it is paid$/);
  await expect(closed).toBeDisabled();
  // An unfinished booking would be shown again on the next page.
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();

  await page.goto(`/admin?tab=accounts&account=${id}`);
  await expect(notice).toBeVisible();
  await payWhatIsOverdue(page);
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole("button", { name: "New Booking" })).toBeVisible();
  await openBookingForm(page);
  await expect(accountField(page).getByRole("option", { name: `${CHOIR} ($` })).toBeEnabled();
});

/** Records a transfer of the rest of each overdue invoice of the open account. */
async function payWhatIsOverdue(page: Page): Promise<void> {
  const overdue = page
    .getByRole("region", { name: /^Invoices and credit notes/ })
    .getByRole("listitem")
    .filter({ hasText: "Overdue" });
  for (let left = await overdue.count(); left > 0; left -= 1) {
    await overdue.first().getByRole("link").first().click();
    const dialog = page.getByRole("dialog", { name: /^Invoice/ });
    await dialog.getByRole("button", { name: "Record Money" }).click();
    await dialog.getByRole("button", { name: "Record as Received" }).click();
    await expect(dialog.getByText("Paid", { exact: true }).first()).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(overdue).toHaveCount(left - 1);
  }
}
