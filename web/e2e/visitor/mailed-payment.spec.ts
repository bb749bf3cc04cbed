/** A journey in which a booking is paid by its mailed link in another browser. */
import {
  bookingIdInAddress,
  confirmed,
  openPayment,
  ownBooking,
  pay,
  typeCard,
} from "../customer-journey.ts";
import { CARDS } from "../journey.ts";
import { expect, test } from "../product.ts";
import { emailOf } from "../staff-journey.ts";

test("the mailed link pays in another browser; the first browser shows the confirmation, and makes an account", async ({
  page,
  browser,
}) => {
  const email = emailOf("new-account");
  await openPayment(page, "media-production", 12, email);
  const { manageUrl } = await ownBooking(page.context(), bookingIdInAddress(page));
  const elsewhere = await browser.newContext();
  const mailed = await elsewhere.newPage();
  await mailed.goto(manageUrl);
  await mailed.getByRole("button", { name: /Pay the downpayment/ }).click();
  await expect(mailed).toHaveURL(`${manageUrl}/pay`);
  await typeCard(mailed, CARDS.good);
  await pay(mailed);
  await expect(confirmed(mailed)).toBeFocused();
  await expect(mailed).toHaveURL(`${manageUrl}/confirmed`);
  await elsewhere.close();

  await page.reload();
  await expect(confirmed(page)).toBeVisible();
  const password = page.getByLabel("Password");
  await password.fill("five5");
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(password).toHaveAccessibleDescription(/Password must be at least 6 characters/);
  await password.fill("six-or-more");
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByText("Account created successfully!").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Create Account" })).toHaveCount(0);
  await page.reload();
  await expect(confirmed(page)).toBeVisible();
});
