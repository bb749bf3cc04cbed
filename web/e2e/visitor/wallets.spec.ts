/** Journeys of Apple Pay, Google Pay and Link where Stripe's keys are set. Stripe's script is replaced: there is no internet here. */
import { confirmed, openPayment } from "../customer-journey.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../journey.ts";
import { expect, type Page, test } from "../product.ts";
import { emailOf } from "../staff-journey.ts";

interface Prepared {
  /** Those that the browser can use; null: none. */
  wallets: Record<string, boolean> | null;
  /** The payment method that they pay with. */
  card: string;
}

/** The page gets what it would with Stripe's keys; the simulated Stripe takes the money. */
async function withStripe(page: Page, prepared: Prepared): Promise<void> {
  await page.addInitScript((given) => Object.assign(window, { stripeInJourney: given }), prepared);
  await page.route("https://js.stripe.com/**", (route) =>
    route.fulfill({ path: "web/e2e/stripe-script.js", contentType: "text/javascript" }),
  );
  await page.route("**/api/create-payment-intent", async (route) => {
    const answer = await route.fetch();
    const opened = { ...(await answer.json()), simulated: false, publishableKey: "pk_test_journeys" };
    await route.fulfill({ response: answer, json: opened });
  });
}

const wallet = (page: Page) => page.getByRole("button", { name: "Book with googlePay" });
const orByCard = (page: Page) => page.getByText("or by card", { exact: true });

test.use({ viewport: { width: 390, height: 844 } });

test("a wallet pays the downpayment with one press", async ({ page }) => {
  await withStripe(page, { wallets: { applePay: true, googlePay: true, link: true }, card: "pm_card_visa" });
  await openPayment(page, "recording-studio", 9, emailOf("wallet"));
  await expect(orByCard(page)).toBeVisible();
  await expect(page.getByText("Stripe's card fields")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await wallet(page).click();
  await expect(confirmed(page)).toBeVisible();
});

test("a wallet whose card is declined says so, and the card fields stay", async ({ page }) => {
  await withStripe(page, { wallets: { googlePay: true }, card: "pm_card_visa_chargeDeclined" });
  await openPayment(page, "recording-studio", 11, emailOf("declined-wallet"));
  await wallet(page).click();
  await expect(page.getByText("The wallet's sheet says that it failed")).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: "declined" }).first()).toBeVisible();
  await expect(page.getByText("Stripe's card fields")).toBeVisible();
  await expectAccessible(page);
});

test("a browser without wallets shows the card alone", async ({ page }) => {
  await withStripe(page, { wallets: null, card: "pm_card_visa" });
  await openPayment(page, "recording-studio", 13, emailOf("no-wallet"));
  await expect(page.getByText("Stripe's card fields")).toBeVisible();
  await expect(orByCard(page)).toHaveCount(0);
  await page.getByRole("button", { name: /^Pay \$/ }).click();
  await expect(confirmed(page)).toBeVisible();
});
