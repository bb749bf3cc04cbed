/** Journeys on the dashboard: live messages and bookings, colleagues and their passwords, feedback. */
import { newDay } from "../journey.ts";
import { expect, test } from "../product.ts";
import { emailOf, expectToast, hire, makeBooking, openDashboard } from "../staff-journey.ts";

test("a message from the home page reaches an open dashboard without a reload", async ({ page, request }) => {
  await openDashboard(page);
  await page.getByRole("tab", { name: /^Messages/ }).click();
  const email = emailOf("writer");
  const sent = await request.post("/api/contact", {
    data: {
      firstName: "Alice",
      lastName: "Coltrane",
      email,
      phone: "212 555 0177",
      interestedRoom: "auditorium",
      message: "Is the harp <b>tuned</b>?\nWe come with two.",
    },
  });
  expect(sent.status()).toBe(201);
  const message = page.getByRole("article", { name: /Alice Coltrane/ }).filter({ hasText: email });
  await expect(message).toBeVisible();
  await expect(message.getByText("New Message")).toBeVisible();
  await expect(message.getByText("Interested in Auditorium")).toBeVisible();
  await expect(message.getByRole("link", { name: "212 555 0177" })).toHaveAttribute("href", "tel:2125550177");
  await expect(message.getByText("Is the harp <b>tuned</b>?")).toBeVisible();
  await expect(page.getByRole("tab", { name: /^Messages \([1-9]/ })).toBeVisible();
});

test("a new booking appears without a reload, in the list and in the figures", async ({ page, request }) => {
  await openDashboard(page);
  const email = emailOf("live");
  await page.getByPlaceholder("Search by name, email, room, or booking ID").fill(email);
  await expect(page.getByText("No bookings found")).toBeVisible();
  const total = page.locator("dl div").filter({ hasText: "Total Bookings" }).locator("dd");
  const before = Number((await total.textContent())?.replace(",", ""));
  const booking = await makeBooking(request, "classroom", newDay(), email);
  await expect(page.getByRole("heading", { name: `#${booking.id}` })).toBeVisible({ timeout: 5_000 });
  await expect(page.getByRole("tab", { name: "Bookings (1)" })).toBeVisible();
  await expect(total).toHaveText(String(before + 1));
});

test("a colleague changes the password; Sign out everywhere ends all sessions", async ({
  page,
  browser,
  request,
}) => {
  const { username, password } = await hire(request, "staff");
  await openDashboard(page, { username, password });
  const elsewhere = await (await browser.newContext()).newPage();
  await page.getByRole("tab", { name: "Staff Management" }).click();
  await page.getByRole("button", { name: "New password" }).click();
  const form = page.getByRole("form", { name: "Change your password" });
  await form.getByRole("textbox", { name: "Current password" }).fill(password);
  await form.getByRole("textbox", { name: "New password" }).fill("a-better-password");
  await form.getByRole("button", { name: "Change password" }).click();
  await expectToast(page, "New password set", "Other devices have been signed out.");
  await openDashboard(elsewhere, { username, password: "a-better-password" });
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page).toHaveURL(/\/login/);
  // Its socket has been closed, and later reads are refused.
  await expect(elsewhere).toHaveURL(/\/login/);
  await elsewhere.context().close();
});

test("a colleague is made, deactivated while at work, reactivated and deleted", async ({
  page,
  browser,
  request,
}) => {
  const username = `maya${Date.now()}`;
  const staff = { username, password: "a-good-password" };
  await openDashboard(page);
  await page.getByRole("tab", { name: "Staff Management" }).click();
  await page.getByRole("button", { name: "Add Staff" }).click();
  await expect(page.getByLabel("First Name")).toBeFocused();
  await page.getByRole("button", { name: "Create Staff Account" }).click();
  for (const text of [
    "First name is required",
    "Last name is required",
    "Username must be at least 3 characters",
    "Valid email is required",
    "Password must be at least 6 characters",
  ]) {
    await expect(page.getByText(text)).toBeVisible();
  }
  await page.getByLabel("First Name").fill("Maya");
  await page.getByLabel("Last Name").fill("Ortiz");
  await page.getByLabel("Username").fill("admin");
  await page.getByLabel("Email").fill(`${username}@hub.example`);
  await page.getByLabel("Password").fill(staff.password);
  await page.getByLabel("Role", { exact: true }).selectOption("manager");
  await page.getByRole("button", { name: "Create Staff Account" }).click();
  await expectToast(page, "Failed to Create Staff Account", "This username is already taken");
  await page.getByLabel("Username").fill(username);
  await page.getByRole("button", { name: "Create Staff Account" }).click();
  await expectToast(page, "Staff Account Created", "Maya Ortiz");
  await expect(page.getByRole("button", { name: "Create Staff Account" })).toHaveCount(0);

  const accounts = page.getByRole("list", { name: "Staff accounts" }).getByRole("listitem");
  const row = accounts.filter({ hasText: `@${username}` });
  await expect(row.getByText("Manager")).toBeVisible();
  await expect(row.getByText("Active", { exact: true })).toBeVisible();
  await expect(row.getByText("Last login: never")).toBeVisible();
  const own = accounts.filter({ hasText: "@admin" });
  await expect(own.getByRole("button", { name: "Delete" })).toHaveCount(0);

  const colleague = await (await browser.newContext()).newPage();
  await openDashboard(colleague, staff);

  await row.getByRole("button", { name: "Deactivate" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await expect(row.getByText("Active", { exact: true })).toBeVisible();
  await row.getByRole("button", { name: "Deactivate" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Deactivate" }).click();
  await expectToast(page, "Staff Account Deactivated", "deactivated");
  await expect(row.getByText("Inactive")).toBeVisible();
  await expect(row.getByRole("button", { name: "Reactivate" })).toBeFocused();

  // Nothing is done on the colleague's page: a booking is made elsewhere, and the page's live connection is refused.
  await makeBooking(request, "classroom", newDay(), emailOf("meanwhile"));
  await expect(colleague).toHaveURL(/\/login\?redirect=/);
  await expect(colleague.getByText("This account has been deactivated")).toBeVisible();
  expect(await colleague.evaluate(() => localStorage.getItem("staff_token"))).toBeNull();
  await colleague.context().close();

  await row.getByRole("button", { name: "Reactivate" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Reactivate" }).click();
  await expectToast(page, "Staff Account Reactivated", "reactivated");
  await expect(row.getByText("Active", { exact: true })).toBeVisible();

  await row.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("alertdialog")).toContainText(
    "Are you sure you want to permanently delete this staff account? This action cannot be undone.",
  );
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expectToast(page, "Staff Account Deleted", "permanently deleted");
  await expect(row).toHaveCount(0);
  await expect(page.getByRole("heading", { name: /^Staff Accounts/ })).toBeFocused();
});

test("feedback shows its room's averages; anonymous feedback has no name", async ({ page, browser }) => {
  await openDashboard(page);
  const customer = (await browser.newContext()).request;
  const email = emailOf("reviewer");
  const registered = await customer.post("/api/auth/register", {
    data: { email, password: "a-good-password", firstName: "Nadia", lastName: "Boulanger", phone: "" },
  });
  expect(registered.status(), await registered.text()).toBe(201);
  for (const anonymous of [false, true]) {
    const booking = await makeBooking(customer, "auditorium", newDay(), email);
    const completed = await page.request.patch(`/api/bookings/${booking.id}`, {
      data: { status: "completed" },
    });
    expect(completed.status(), await completed.text()).toBe(200);
    const left = await customer.post("/api/feedback", {
      data: {
        bookingId: booking.id,
        roomId: booking.roomId,
        customerEmail: email,
        customerName: "Nadia Boulanger",
        rating: anonymous ? 2 : 5,
        comments: anonymous ? "The stairs are steep." : "The organ is a marvel.",
        wouldRecommend: !anonymous,
        anonymous,
        visitPurpose: "Performance",
      },
    });
    expect(left.status(), await left.text()).toBe(201);
  }

  await page.getByRole("tab", { name: "Feedback" }).click();
  const averages = page.getByRole("region", { name: "Averages per room" });
  const auditorium = averages.getByRole("row").filter({ hasText: "Auditorium" });
  const { rooms } = await (await page.request.get("/api/feedback")).json();
  const answered = rooms.find((room: { roomName: string }) => room.roomName === "Auditorium");
  expect(answered.count).toBeGreaterThanOrEqual(2);
  await expect(auditorium.getByRole("cell").first()).toHaveText(String(answered.count));
  await expect(auditorium.getByRole("cell").nth(1)).toHaveText(answered.rating.toFixed(1));
  await expect(auditorium.getByRole("cell").last()).toHaveText(`${answered.recommendPercent}%`);
  const signed = page.getByRole("article", { name: "Nadia Boulanger" });
  await expect(signed).toContainText("The organ is a marvel.");
  await expect(signed.getByRole("img", { name: "5 of 5 stars" })).toBeVisible();
  await expect(signed.getByText("Would recommend")).toBeVisible();
  const anonymous = page
    .getByRole("article", { name: "Anonymous" })
    .filter({ hasText: "The stairs are steep." });
  await expect(anonymous).not.toContainText(/Nadia|booking #/);
  await page.getByLabel("Room", { exact: true }).selectOption("Auditorium");
  await expect(page).toHaveURL(/room=\d+/);
  await expect(page.getByRole("list", { name: "Feedback" }).getByRole("listitem")).toHaveCount(
    answered.count,
  );
});
