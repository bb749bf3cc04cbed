/** Checks that the customers' pages are accessible and fit a phone; feedback by keyboard; the test pages. */
import { holdBooking, makePaidBooking, setStatus, signUp } from "../customer-journey.ts";
import { expectAccessibleOnPhoneAndDesktop, expectLoaded } from "../journey.ts";
import { expect, test } from "../product.ts";
import { emailOf } from "../staff-journey.ts";

test.describe("on a phone and on a desktop", () => {
  test("the sign-in pages have no accessibility violation and fit 320 px", async ({ page }) => {
    for (const path of [
      "/user-auth",
      "/forgot-password",
      "/reset-password?token=1.2.x",
      "/verify-email",
      "/not-my-account",
      "/open-login?token=1.x",
      "/guest/1.x",
    ]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectLoaded(page);
      await expectAccessibleOnPhoneAndDesktop(page);
    }
    await page.goto("/user-auth?redirect=/feedback");
    await page.getByRole("tab", { name: "Create Account" }).click();
    await page.getByRole("form").getByRole("button", { name: "Create Account" }).click();
    await expectAccessibleOnPhoneAndDesktop(page);
  });

  test("account, reschedule, cancel and feedback have no accessibility violation and fit 320 px", async ({
    page,
    request,
  }) => {
    test.slow();
    const email = emailOf("fine");
    await signUp(page, email, "Wilhelmina-Alexandrina");
    await page.goto("/account");
    await expect(page.getByText("No upcoming bookings")).toBeVisible();
    await expectAccessibleOnPhoneAndDesktop(page);
    const paid = await makePaidBooking(page, "auditorium", 18, email);
    await holdBooking(page, "conference-room", 12, email);
    await page.goto("/account");
    await expect(page.getByRole("article")).toHaveCount(2);
    await expectAccessibleOnPhoneAndDesktop(page);
    await page
      .getByRole("article")
      .filter({ hasText: `#${paid}` })
      .getByRole("button", { name: /Cancel/ })
      .click();
    await expect(page.getByText("Your refund")).toBeVisible();
    await expectAccessibleOnPhoneAndDesktop(page);
    await page.keyboard.press("Escape");
    await page.goto(`/account?move=${paid}`);
    await expect(page.getByRole("heading", { level: 1, name: "Reschedule your booking" })).toBeVisible();
    await expectLoaded(page);
    await expectAccessibleOnPhoneAndDesktop(page);
    await setStatus(request, paid, "completed");
    await page.goto("/feedback");
    await expect(page.getByRole("button", { name: /Leave Feedback/ })).toBeVisible();
    await expectAccessibleOnPhoneAndDesktop(page);
    await page.getByRole("button", { name: /Leave Feedback/ }).click();
    await expectAccessibleOnPhoneAndDesktop(page);
    await page.getByRole("button", { name: "Submit Feedback" }).click();
    await expect(page.getByRole("heading", { name: "Thank You!" })).toBeVisible();
    await expectAccessibleOnPhoneAndDesktop(page);
  });

  test("the test pages have no accessibility violation and fit 320 px", async ({ page }) => {
    for (const path of ["/test-outlook", "/test-payment"]) {
      await page.goto(path);
      await page.getByRole("main").getByRole("button").first().click();
      await expectAccessibleOnPhoneAndDesktop(page);
    }
  });
});

test("feedback can be left with the keyboard alone", async ({ page, request }) => {
  const email = emailOf("keys");
  await signUp(page, email);
  const id = await makePaidBooking(page, "classroom", 19, email);
  await setStatus(request, id, "completed");
  await page.goto("/feedback");
  await page.getByRole("button", { name: /Leave Feedback/ }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "How was Classroom?" })).toBeFocused();
  for (const stars of [3, 4, 2, 5, 1]) {
    await page.keyboard.press("Tab");
    for (let at = 5; at > stars; at--) await page.keyboard.press("ArrowLeft");
    await expect(page.locator(":focus")).toBeChecked();
  }
  await page.keyboard.press("Tab");
  await page.keyboard.type("Workshop");
  for (const words of ["Fine", "The light", "More chairs", "Come early"]) {
    await page.keyboard.press("Tab");
    await page.keyboard.type(words);
  }
  const sent = page.waitForRequest((r) => r.url().endsWith("/api/feedback"));
  await page.getByRole("button", { name: "Submit Feedback" }).focus();
  await page.keyboard.press("Enter");
  expect((await sent).postDataJSON()).toMatchObject({
    bookingId: id,
    rating: 3,
    facilityRating: 4,
    serviceRating: 2,
    valueRating: 5,
    experienceRating: 1,
    visitPurpose: "Workshop",
    comments: "Fine",
    favoriteFeatures: "The light",
    improvements: "More chairs",
    recommendations: "Come early",
    wouldRecommend: true,
    anonymous: false,
  });
  await expect(page.getByRole("heading", { name: "Thank You!" })).toBeFocused();
});

test("the payment test reports success whatever the status, sends no authorization, and fails on an exception", async ({
  page,
}) => {
  await page.goto("/test-payment");
  const main = page.getByRole("main");
  await main.getByRole("button", { name: "Test Payment" }).click();
  await expect(main.getByText("Booking ID is required")).toBeVisible();
  await main.getByLabel("Booking ID").fill("999999999");
  const sent = page.waitForRequest((r) => r.url().includes("/api/bookings/999999999/payment"));
  await main.getByRole("button", { name: "Test Payment" }).click();
  const request = await sent;
  expect(request.postDataJSON()).toEqual({ stripeToken: "tok_visa" });
  expect(await request.headerValue("authorization")).toBeNull();
  expect((await request.response())?.status()).toBe(401);
  await expect(main.getByText("The payment was refused: test payments are for staff")).toBeVisible();
  await expect(page.getByText("Payment Test Successful").first()).toBeVisible();
  await page.route("**/payment", (route) => route.abort());
  await main.getByRole("button", { name: "Test Payment" }).click();
  await expect(page.getByText("Payment Test Failed").first()).toBeVisible();
});

test("the Outlook test shows that nothing is configured, and shows others that it is for staff", async ({
  page,
}) => {
  await page.goto("/test-outlook");
  const main = page.getByRole("main");
  await main.getByRole("button", { name: "Test Connection" }).click();
  await expect(main.getByRole("link", { name: "Staff Login" })).toBeVisible();
  await page.request.post("/api/auth/login", { data: { username: "admin", password: "journeys-only" } });
  await main.getByRole("button", { name: "Test Connection" }).click();
  await expect(main.getByText("Not connected")).toBeVisible();
  await expect(main.getByText(/Microsoft Graph is not configured/)).toBeVisible();
  await main.getByRole("button", { name: "Send Test Email" }).click();
  await expect(main.getByText("Test email not sent")).toBeVisible();
});
