/** Journeys in which visitors correct what they typed: on the form of a hold, on the payment page, and after paying. */
import {
  bookingIdInAddress,
  holdBooking,
  mailedLink,
  makePaidBooking,
  ownBooking,
} from "../customer-journey.ts";
import { acceptTerms, expectAccessibleOnPhoneAndDesktop, fillPerson, newDay, slot } from "../journey.ts";
import { expect, test } from "../product.ts";
import { emailOf } from "../staff-journey.ts";

test("a mistyped email is corrected on the form: the hold stays, and the mail goes to the right address", async ({
  page,
  browser,
  baseURL,
}) => {
  const [wrong, right] = [emailOf("wrong"), emailOf("right")];
  await page.goto(`/room/classroom?day=${newDay()}&start=10`);
  await fillPerson(page, wrong);
  await acceptTerms(page);
  await page.getByRole("button", { name: /^Continue to payment – \$\d+\.\d\d$/ }).click();
  await expect(page.getByText(wrong)).toBeVisible();
  const id = bookingIdInAddress(page);
  const oldLink = await mailedLink(baseURL, wrong, "/guest/");

  await page.goBack();
  await expect(slot(page, 10)).toContainText("Yours");
  await expect(page.getByText(/^You hold these hours until \d+:\d\d [AP]M\.$/)).toBeVisible();
  await page.getByLabel("Email").fill(right);
  await page.getByRole("button", { name: "Save and continue to payment" }).click();
  await expect(page).toHaveURL(`/booking/${id}/pay`);
  await expect(page.getByText("Booking Updated").first()).toBeVisible();
  await expect(page.getByText(right)).toBeVisible();
  const newLink = await mailedLink(baseURL, right, "/guest/");
  expect(newLink).not.toBe(oldLink);

  // Who reads the mistyped mailbox has no right to the booking any more.
  const stranger = await browser.newPage();
  await stranger.goto(oldLink);
  await expect(stranger.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await stranger.close();
});

test("the payment page shows who booked, and edits it there", async ({ page }) => {
  const [wrong, right] = [emailOf("typo"), emailOf("corrected")];
  const { id } = await holdBooking(page, "classroom", 12, wrong);
  await page.goto(`/booking/${id}/pay`);
  const edit = page.getByRole("button", { name: /^Edit your details/ });
  await edit.click();
  const form = page.getByRole("form", { name: "Edit your details" });
  await expect(form.getByLabel("Email")).toBeFocused();
  await expectAccessibleOnPhoneAndDesktop(page);
  await form.getByLabel("Email").fill("no address");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByLabel("Email")).toHaveAccessibleDescription(/Invalid email/);
  await form.getByLabel("Email").fill(right);
  await form.getByLabel("People").fill("4000");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByLabel("People")).toHaveAccessibleDescription(/holds at most \d+ people/);
  await form.getByLabel("People").fill("3");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(edit).toBeFocused();
  await expect(page.getByText(right, { exact: true })).toBeVisible();
  await expect(page.getByText(/3 people/)).toBeVisible();
  expect(await ownBooking(page.context(), id)).toMatchObject({ email: right, attendees: 3 });
});

test("after payment the guest edits name, phone and people, but not the email", async ({ page }) => {
  const email = emailOf("later");
  const id = await makePaidBooking(page, "classroom", 14, email);
  const { manageUrl } = await ownBooking(page.context(), id);
  await page.goto(manageUrl);
  await page.getByRole("button", { name: /^Edit your details/ }).click();
  const form = page.getByRole("form", { name: "Edit your details" });
  await expect(form.getByLabel("Email")).toHaveCount(0);
  await form.getByLabel("First name").fill("Grace");
  await form.getByLabel("People").fill("5");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Grace Baker")).toBeVisible();
  await expect(page.getByText(/5 people/)).toBeVisible();
  expect(await ownBooking(page.context(), id)).toMatchObject({ firstName: "Grace", email, attendees: 5 });
});
