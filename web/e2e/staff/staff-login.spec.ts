/** Journeys of the staff's login: refusals, the return to the requested page, and logging out. */
import { holdBack } from "../journey.ts";
import { expect, test } from "../product.ts";
import { expectToast, openDashboard, staffSession } from "../staff-journey.ts";

test("staff log in: pages need a login, each refusal has its own message, the password is shown on demand", async ({
  page,
}) => {
  await page.goto("/admin");
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("Username is required")).toBeVisible();
  await expect(page.getByText("Password is required")).toBeVisible();
  await expect(page.getByLabel("Username")).toBeFocused();

  await page.getByLabel("Username").fill("admin");
  const password = page.getByLabel("Password", { exact: true });
  await password.fill("wrong");
  await expect(password).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(password).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide password" }).click();
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("alert")).toHaveText("Invalid username or password");

  await page.route("**/api/auth/login", (route) => route.abort());
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("alert")).toHaveText("Login failed. Please check your credentials.");
  await page.unroute("**/api/auth/login");
  await page.route("**/api/auth/login", (route) => route.fulfill({ status: 502, body: "" }));
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("alert")).toHaveText("Login failed");
  await page.unroute("**/api/auth/login");

  const answer = await holdBack(page, "**/api/auth/login");
  await password.fill("journeys-only");
  await password.press("Enter");
  await expect(page.getByRole("button", { name: "Signing In..." })).toBeVisible();
  answer();
  await expectToast(page, "Login Successful", "Welcome back, Admin!");
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole("heading", { level: 1, name: "Admin Dashboard" })).toBeVisible();
  const stored = await page.evaluate(() => [
    localStorage.getItem("staff_token")?.split(".").length,
    JSON.parse(localStorage.getItem("staff_user") ?? "{}").username,
  ]);
  expect(stored).toEqual([3, "admin"]);
});

test("logging out removes both keys and shows a message", async ({ page }) => {
  await openDashboard(page);
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expectToast(page, "Logged Out", "You have been logged out successfully.");
  expect(
    await page.evaluate(() => [localStorage.getItem("staff_token"), localStorage.getItem("staff_user")]),
  ).toEqual([null, null]);
  await page.goBack();
  await expect(page).toHaveURL(/\/login/);
});

test("an invalid token is removed; one that no longer works leads back to the page after a new login", async ({
  page,
}) => {
  await page.goto("/login");
  await page.evaluate(() => {
    localStorage.setItem("staff_token", "not-a-token");
    localStorage.setItem("staff_user", "{}");
  });
  await page.goto("/analytics");
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);

  // No page of the dashboard is open while the token changes: one of its own calls would end the session first.
  await page.goto("/healthz");
  await staffSession(page);
  await page.evaluate(() => {
    const [header, claims] = (localStorage.getItem("staff_token") ?? "").split(".");
    localStorage.setItem("staff_token", `${header}.${claims}.forged`);
  });
  await page.goto("/admin?status=pending");
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await expect(page.getByText("Your session has ended. Please log in again")).toBeVisible();
  await page.getByLabel("Username").fill("admin");
  await page.getByLabel("Password", { exact: true }).fill("journeys-only");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\/admin\?status=pending$/);
  await expect(page.getByLabel("Booking status")).toHaveValue("pending");
});

test("the login leads to no other site", async ({ page }) => {
  // `staff-access.spec.ts` has the other values.
  await page.goto(`/login?redirect=${encodeURIComponent("//elsewhere.example/admin")}`);
  await page.getByLabel("Username").fill("admin");
  await page.getByLabel("Password", { exact: true }).fill("journeys-only");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/localhost:\d+\/admin$/);
});
