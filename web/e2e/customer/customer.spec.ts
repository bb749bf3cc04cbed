/** Journeys of customers' accounts: register, sign in, verify, change and reset the password. */
import { mailedLink, makePaidBooking, PASSWORD, setStatus, signUp } from "../customer-journey.ts";
import { bookOnRoomPage, CARDS, payWith } from "../journey.ts";
import { expect, type Page, test } from "../product.ts";
import { emailOf } from "../staff-journey.ts";

test("a customer registers, books, pays, sees the booking in the account, visits, leaves feedback, and the card grows", async ({
  page,
  request,
}) => {
  test.slow();
  const email = emailOf("complete");
  await page.addInitScript(() => {
    const events: unknown[][] = [];
    Object.assign(window, { fbq: (...event: unknown[]) => events.push(event), pixelEvents: events });
  });
  await page.goto("/");
  await page.getByRole("link", { name: "Sign In" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Welcome to the hub" })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Sign In" })).toHaveAttribute("aria-selected", "true");
  await page.getByRole("tab", { name: "Create Account" }).click();
  const form = page.getByRole("form", { name: "Create Account" });
  await form.getByRole("button", { name: "Create Account" }).click();
  for (const message of [
    "First name is required",
    "Last name is required",
    "Please enter a valid email address",
    "Password must be at least 6 characters",
  ]) {
    await expect(form.getByText(message).first()).toBeVisible();
  }
  await expect(form.getByLabel("First name")).toBeFocused();
  await form.getByLabel("First name").fill("Nina");
  await form.getByLabel("Last name").fill("Simone");
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Phone").fill("+1 (212) 555-0100");
  await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await form.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByText("Account created successfully!").first()).toBeVisible();
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByRole("heading", { level: 1, name: /Nina/ })).toBeVisible();
  expect(JSON.stringify(await page.evaluate(() => Reflect.get(window, "pixelEvents")))).toContain(
    "CompleteRegistration",
  );
  expect(
    await page.evaluate(() => [localStorage.getItem("userToken"), localStorage.getItem("user")]),
  ).toEqual([expect.stringMatching(/^ey/), expect.stringContaining('"firstName":"Nina"')]);
  await expect(page.getByText("No upcoming bookings")).toBeVisible();
  await expect(page.getByRole("link", { name: "Browse Rooms" })).toHaveAttribute("href", "/#rooms");
  await expect(page.getByRole("banner").getByRole("button", { name: "Nina" })).toBeVisible();

  const id = await bookOnRoomPage(page, "auditorium", 15, email);
  await payWith(page, CARDS.good);
  await expect(page.getByRole("heading", { name: "Booking Confirmed!" })).toBeVisible();
  await page.getByRole("banner").getByRole("button", { name: "Nina" }).click();
  await page.getByRole("link", { name: "My Account" }).click();
  const booking = page.getByRole("article").filter({ hasText: `#${id}` });
  await expect(booking.getByRole("heading", { name: "Auditorium" })).toBeVisible();
  await expect(booking.getByText("Rehearsal")).toBeVisible();
  await expect(booking.getByText("Confirmed")).toBeVisible();
  await expect(booking.getByText("Downpaid")).toBeVisible();
  await expect(booking.getByText("Remaining balance of $150.00 due at venue")).toBeVisible();

  await page.goto("/feedback");
  await expect(page.getByText("No Recent Bookings")).toBeVisible();
  await expect(page.getByRole("heading", { name: /Bronze/ })).toBeVisible();
  await expect(row(page, "Points")).toHaveText("150");
  await expect(row(page, "Total spent")).toHaveText("$150.00");

  await setStatus(request, id, "completed");
  await page.reload();
  await expect(row(page, "Points")).toHaveText("200");
  await page.getByRole("button", { name: /Leave Feedback/ }).click();
  const overall = page.getByRole("group", { name: "Overall rating" });
  await expect(overall.getByRole("radio", { name: "5 stars" })).toBeChecked();
  await overall.getByRole("radio", { name: "5 stars" }).focus();
  await page.keyboard.press("ArrowLeft");
  await expect(overall.getByRole("radio", { name: "4 stars" })).toBeChecked();
  await page.getByLabel("Visit purpose").selectOption("Performance");
  await page.getByLabel("What did you like most?").fill("The fly loft.");
  await page.getByRole("checkbox", { name: "Submit anonymously" }).check();
  await page.getByRole("button", { name: "Submit Feedback" }).click();
  await expect(page.getByRole("heading", { name: "Thank You!" })).toBeFocused();
  await expect(row(page, "Points")).toHaveText("225");
  await page.getByRole("button", { name: "Leave Another Review" }).click();
  await expect(page.getByText("No Recent Bookings")).toBeVisible();
});

/** A row of the loyalty card. */
const row = (page: Page, label: string) =>
  page
    .getByRole("complementary", { name: "Loyalty status" })
    .locator("dl > div")
    .filter({ hasText: label })
    .locator("dd");

test("signing in gives the same answer for a wrong password and an unknown email, and leads back to the requested page", async ({
  page,
}) => {
  const email = emailOf("back");
  await signUp(page, email);
  await page.evaluate(() => localStorage.clear());
  await page.goto("/feedback");
  await expect(page).toHaveURL("/user-auth?redirect=/feedback");
  await expect(page.getByText("Please log in to access the feedback system.").first()).toBeVisible();
  const form = page.getByRole("form", { name: "Sign In" });
  await form.getByRole("button", { name: "Sign In" }).click();
  await expect(form.getByText("Please enter a valid email address")).toBeVisible();
  await expect(form.getByText("Password is required")).toBeVisible();
  for (const wrong of [email, emailOf("unknown")]) {
    await form.getByLabel("Email").fill(wrong);
    await form.getByLabel("Password", { exact: true }).fill("not-the-password");
    await form.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByText("Login Failed").first()).toBeVisible();
    await expect(form.getByRole("alert")).toHaveText("Invalid email or password");
  }
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await form.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("Logged in successfully!").first()).toBeVisible();
  await expect(page).toHaveURL("/feedback");
});

test("a redirect value never leads to another site", async ({ page }) => {
  const email = emailOf("redirect");
  await signUp(page, email);
  // `sign-in-return.spec.ts` has the other values.
  await page.goto(`/user-auth?redirect=${encodeURIComponent("//evil.example")}`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("form", { name: "Sign In" }).getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL("/account");
});

test("a taken email cannot be registered again", async ({ page }) => {
  const email = emailOf("taken");
  await signUp(page, email);
  await page.goto("/user-auth");
  await page.getByRole("tab", { name: "Create Account" }).click();
  await page.getByLabel("First name").fill("Other");
  await page.getByLabel("Last name").fill("Person");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("form").getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByText("Registration Failed").first()).toBeVisible();
  await expect(page.getByText("There is already an account with this email").first()).toBeVisible();
});

test("the customers' pages lead visitors to the sign-in, and back again when a token no longer works", async ({
  page,
}) => {
  await page.goto("/account");
  await expect(page).toHaveURL("/user-auth");
  await signUp(page, emailOf("expired"));
  await page.evaluate(() => localStorage.setItem("userToken", "ey.not.ours"));
  await page.goto("/account");
  await expect(page).toHaveURL("/user-auth");
  await expect(page.getByText("Your session has ended. Please sign in again.")).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("user"))).toBeNull();
});

test("the feedback page accepts user_data if only that is there", async ({ page, context }) => {
  await page.goto("/terms");
  await context.clearCookies();
  await page.evaluate(() =>
    localStorage.setItem("user_data", JSON.stringify({ email: "older@example.test", firstName: "Older" })),
  );
  await page.goto("/feedback");
  await expect(page).toHaveURL("/feedback");
  await expect(
    page.getByRole("alert").filter({ hasText: "Please log in to access the feedback system." }),
  ).toBeVisible();
});

test("logging out ends the session in the browser and at the server", async ({ page }) => {
  await signUp(page, emailOf("out"));
  await page.goto("/account");
  await page.getByRole("main").getByRole("button", { name: "Log Out" }).click();
  await expect(page.getByText("You have been successfully logged out.").first()).toBeVisible();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await expect.poll(async () => (await page.request.get("/api/auth/me")).status()).toBe(401);
});

test("an email is verified by its mailed link, and bookings made as a guest join the account", async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const email = emailOf("verify");
  const elsewhere = await (await browser.newContext()).newPage();
  const id = await makePaidBooking(elsewhere, "conference-room", 15, email);
  await elsewhere.context().close();
  await signUp(page, email);
  await page.goto("/account");
  await expect(page.getByText("Verify your email.")).toBeVisible();
  await expect(page.getByText("No upcoming bookings")).toBeVisible();
  await page.goto(await mailedLink(baseURL, email, "/verify-email"));
  await expect(page.getByText(email)).toBeVisible();
  await page.getByRole("button", { name: "Verify my email" }).click();
  await page.getByRole("link", { name: "Go to My Account" }).click();
  await expect(page.getByRole("article").filter({ hasText: `#${id}` })).toBeVisible();
  await expect(page.getByText("Verify your email.")).toHaveCount(0);
});

test("a stranger who opens the mail sets a new password or removes the account; the session that registered ends", async ({
  page,
  browser,
  baseURL,
}) => {
  const [kept, removed] = [emailOf("kept"), emailOf("removed")];
  await signUp(page, removed);
  const removal = await mailedLink(baseURL, removed, "/not-my-account");
  await signUp(page, kept);
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(await mailedLink(baseURL, kept, "/verify-email"));
  const password = stranger.getByRole("textbox", { name: "New password" });
  await password.fill("Password1");
  await stranger.getByRole("button", { name: "Set password and verify" }).click();
  await expect(stranger.getByText(/one of the most used passwords/).first()).toBeVisible();
  await password.fill("a-password-of-mine");
  await stranger.getByRole("button", { name: "Set password and verify" }).click();
  await expect(stranger.getByText("Your email is verified and your new password set")).toBeVisible();
  await page.goto("/account");
  await expect(page).toHaveURL(/\/user-auth/);
  await stranger.goto(removal);
  await stranger.getByRole("button", { name: "Remove the account" }).click();
  await expect(stranger.getByText("The account has been removed.")).toBeVisible();
  await stranger.context().close();
});

test("a password changes on the account page; Sign out everywhere ends all sessions", async ({ page }) => {
  const email = emailOf("change");
  await signUp(page, email);
  const token = await page.evaluate(() => localStorage.getItem("userToken"));
  await page.goto("/account");
  await page.getByRole("button", { name: "New password" }).click();
  const form = page.getByRole("form", { name: "Change your password" });
  await form.getByRole("textbox", { name: "Current password" }).fill("not it");
  await form.getByRole("textbox", { name: "New password" }).fill("a-password-of-mine");
  await form.getByRole("button", { name: "Change password" }).click();
  await expect(form.getByText("This is not your current password")).toBeVisible();
  await form.getByRole("textbox", { name: "Current password" }).fill(PASSWORD);
  await form.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("New password set").first()).toBeVisible();
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page).toHaveURL("/");
  const me = await page.request.get("/api/auth/me", { headers: { Authorization: `Bearer ${token}` } });
  expect(me.status()).toBe(401);
});

test("a forgotten password is reset by a mailed link, once", async ({ page, baseURL }) => {
  const email = emailOf("forgot");
  await signUp(page, email);
  await page.evaluate(() => localStorage.clear());
  await page.goto("/user-auth");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Forgot your password?" })).toBeFocused();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText(/If there is an account with this email/)).toBeVisible();
  const link = await mailedLink(baseURL, email, "/reset-password");
  await page.goto(link);
  await page.getByRole("textbox", { name: "New password" }).fill("short");
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page.getByText("Password must be at least 6 characters").first()).toBeVisible();
  await page.getByRole("textbox", { name: "New password" }).fill("another-password");
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page).toHaveURL("/user-auth?reset=true");
  await expect(page.getByText("Your new password is set. Sign in with it.")).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("another-password");
  await page.getByRole("form").getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL("/account");
  await page.goto(link);
  await page.getByRole("textbox", { name: "New password" }).fill("a-third-password");
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page.getByRole("alert")).toContainText("This link is not valid or has expired");
});
