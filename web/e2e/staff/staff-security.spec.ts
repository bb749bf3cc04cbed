/** Journeys of second factors: setting up, logging in, recovery codes, lost devices, and guessed passwords. */
import { Secret, TOTP } from "otpauth";
import { expectAccessible, expectAccessibleOnPhoneAndDesktop } from "../journey.ts";
import { type APIRequestContext, expect, type Page, test } from "../product.ts";
import { asAdmin, expectToast, hire, openDashboard, STAFF_PASSWORD, staffSession } from "../staff-journey.ts";

const demandOf = async (request: APIRequestContext, roles: string[]) =>
  request.put("/api/staff/second-factor-policy", {
    headers: await asAdmin(request),
    data: { roles },
  });

/** The code that an authenticator app would show; a code works once, so the next one must be that of the next 30 seconds. */
const codeOf = (secret: string, step = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + step * 30_000 });

/**
 * Sets up a second factor on the open page, and calls `looked` when the code to scan is shown; answers the app's secret, the code
 * that was used, and the recovery codes.
 */
async function setUp(
  page: Page,
  looked = async () => {},
): Promise<{ secret: string; taken: string; codes: string[] }> {
  const password = page.getByLabel("Your password");
  await expect(password).toHaveAttribute("autocomplete", "current-password");
  await password.fill("not the password");
  await page.getByRole("button", { name: "Set Up" }).click();
  await expect(page.getByText("This is not your current password")).toBeVisible();
  await expect(password).toBeFocused();
  await password.fill(STAFF_PASSWORD);
  await page.getByRole("button", { name: "Set Up" }).click();
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  await looked();
  const secret = (await page.locator("[data-secret]").getAttribute("data-secret")) ?? "";
  await page.getByLabel("6-digit code").fill("000000");
  await page.getByRole("button", { name: "Turn On" }).click();
  await expect(page.getByText("This code is not valid, or was used already")).toBeVisible();
  await expect(page.getByLabel("6-digit code")).toBeFocused();
  const taken = codeOf(secret);
  await page.getByLabel("6-digit code").fill(taken);
  await page.getByRole("button", { name: "Turn On" }).click();
  await expectToast(page, "Second Factor On", "Second factor turned on.");
  const list = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(list).toHaveCount(10);
  const codes = await list.allTextContents();
  await page.getByRole("button", { name: "I Have Saved Them" }).click();
  await expect(page.getByText("10 recovery codes are left.")).toBeVisible();
  return { secret, taken, codes: codes.map((code) => code.trim()) };
}

/** Sets up a colleague's second factor by the API; answers the app's secret. */
async function enroll(
  request: APIRequestContext,
  account: { username: string; password: string },
): Promise<string> {
  const { token } = await (await request.post("/api/auth/login", { data: account })).json();
  const headers = { authorization: `Bearer ${token}` };
  const begun = await request.post("/api/staff/second-factor/enrolment", {
    headers,
    data: { currentPassword: account.password },
  });
  expect(begun.ok(), await begun.text()).toBe(true);
  const { secret, enrolment } = await begun.json();
  const turnedOn = await request.post("/api/staff/second-factor", {
    headers,
    data: { enrolment, code: codeOf(secret) },
  });
  expect(turnedOn.ok(), await turnedOn.text()).toBe(true);
  return secret;
}

async function typePassword(page: Page, username: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(STAFF_PASSWORD);
  await page.getByRole("button", { name: "Sign In" }).click();
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/login$/);
}

test("a second factor is set up, and the next login requires it", async ({ page, request }) => {
  const account = await hire(request, "staff");
  await openDashboard(page, account);
  await page.getByRole("link", { name: "Security" }).click();
  await expect(page).toHaveURL(/\/admin\/security$/);
  await expect(page.getByRole("heading", { level: 1, name: "Security" })).toBeVisible();
  const { secret, taken } = await setUp(page, () => expectAccessibleOnPhoneAndDesktop(page));
  await expectAccessibleOnPhoneAndDesktop(page);
  await logOut(page);

  await typePassword(page, account.username);
  const code = page.getByLabel("6-digit code");
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute("autocomplete", "one-time-code");
  await expect(code).toHaveAttribute("inputmode", "numeric");
  expect(await page.evaluate(() => localStorage.getItem("staff_token"))).toBeNull();
  await expectAccessibleOnPhoneAndDesktop(page);
  await code.fill(taken);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("This code is not valid, or was used already")).toBeVisible();
  await code.fill(codeOf(secret, 1));
  await code.press("Enter");
  await expectToast(page, "Login Successful", "Welcome back, Hedy!");
  await expect(page).toHaveURL(/\/admin$/);
});

test("without the device a recovery code logs in, and turns the second factor off", async ({
  page,
  request,
}) => {
  const account = await hire(request, "staff");
  const { username } = account;
  await staffSession(page, account);
  await page.goto("/admin/security");
  const { codes } = await setUp(page);
  await logOut(page);

  await typePassword(page, username);
  await page.getByRole("button", { name: "Use a recovery code instead" }).click();
  await page.getByLabel("Recovery code").fill(codes[0] ?? "");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await page.getByRole("link", { name: "Security" }).click();
  await expect(page.getByText("9 recovery codes are left.")).toBeVisible();

  await page.getByRole("button", { name: "Turn Off" }).click();
  await page.getByLabel("Your password").fill(STAFF_PASSWORD);
  await page.getByRole("button", { name: "Use a recovery code instead" }).click();
  await page.getByLabel("Recovery code").fill(codes[1] ?? "");
  await page
    .getByRole("form", { name: /Turn off/ })
    .getByRole("button", { name: "Turn Off" })
    .click();
  await expectToast(page, "Second Factor Off", "You now log in with your password only.");
  await logOut(page);
  await typePassword(page, username);
  await expect(page).toHaveURL(/\/admin$/);
});

test("an admin removes the second factor of a lost device", async ({ page, request }) => {
  const account = await hire(request, "manager");
  const { username } = account;
  await enroll(request, account);
  await staffSession(page);
  await page.goto("/admin?tab=staff");
  const row = page.getByRole("listitem").filter({ hasText: `@${username}` });
  await expect(row.getByText("Second factor", { exact: true })).toBeVisible();
  await row.getByRole("button", { name: "Remove Second Factor" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expectToast(page, "Second Factor Removed", "The next login asks only for the password.");
  await expect(row.getByText("Second factor", { exact: true })).toHaveCount(0);
  await logOut(page);
  await typePassword(page, username);
  await expect(page).toHaveURL(/\/admin$/);
});

test("a role that needs a second factor is led to setting it up, and to nothing else before", async ({
  page,
  request,
}) => {
  const { username } = await hire(request, "manager");
  await staffSession(page);
  await page.goto("/admin/security");
  await page.getByLabel("Managers").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expectToast(page, "Policy Saved", "must set it up now");
  await expectAccessible(page);
  await logOut(page);
  try {
    await typePassword(page, username);
    await expect(page).toHaveURL(/\/admin\/security$/);
    await expect(page.getByText("Your role needs a second factor. Set it up to continue.")).toBeVisible();
    await page.getByRole("link", { name: "Back to Dashboard" }).click();
    await expect(page).toHaveURL(/\/admin\/security$/);
    await page.goto("/analytics");
    await expect(page).toHaveURL(/\/admin\/security$/);
    await setUp(page);
    await page.getByRole("link", { name: "Back to Dashboard" }).click();
    await expect(page.getByText(/Last updated/)).toBeVisible();
    await expect(page).toHaveURL(/\/admin$/);
  } finally {
    expect((await demandOf(request, [])).status()).toBe(200);
  }
});

test("a login whose second step took too long starts again, with the reason", async ({ page, request }) => {
  const account = await hire(request, "staff");
  const secret = await enroll(request, account);
  await page.route("**/api/auth/login", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), challenge: "over" } });
  });
  await typePassword(page, account.username);
  await page.getByLabel("6-digit code").fill(codeOf(secret, 1));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Please log in again with your password")).toBeVisible();
  await expect(page.getByLabel("Username")).toBeVisible();
});

test("guesses of a password lock out unknown devices, never the owner at a known device", async ({
  page,
  request,
}) => {
  const account = await hire(request, "staff");
  await openDashboard(page, account);
  await logOut(page);

  const guess = (password: string) =>
    request.post("/api/auth/login", { data: { username: account.username, password } });
  const guesses = await Promise.all(Array.from({ length: 20 }, (_, n) => guess(`guess number ${n}`)));
  expect(guesses.filter((answer) => answer.status() === 401).length).toBeLessThanOrEqual(10);
  // Even the right password is refused at a device where the owner has not logged in before.
  expect((await guess(STAFF_PASSWORD)).status()).toBe(429);

  await typePassword(page, account.username);
  await expect(page).toHaveURL(/\/admin$/);
});
