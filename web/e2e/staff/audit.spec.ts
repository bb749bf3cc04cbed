/** Journeys through the audit: an auditor reads and verifies the log; a booking as of earlier instants. */
import {
  expectAccessible,
  expectAccessibleOnPhoneAndDesktop,
  expectNoSidewaysScroll,
  newDay,
} from "../journey.ts";
import { expect, type Page, test } from "../product.ts";
import { emailOf, hire, makeBooking, openBooking, openDashboard, payBooking } from "../staff-journey.ts";

/** The addresses that were answered 403, which the pages of a role must never get. */
function refusalsOf(page: Page): string[] {
  const refused: string[] = [];
  page.on("response", (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  return refused;
}

const events = (page: Page) => page.getByRole("list", { name: "Events", exact: true }).getByRole("listitem");

test("an auditor lands on the log, narrows it, verifies it and downloads a proof", async ({
  page,
  request,
}) => {
  // Half of it is axe, which is slow while other tests use the machine.
  test.slow();
  const email = emailOf("audited");
  const booking = await makeBooking(request, "classroom", newDay(), email);
  await payBooking(request, booking, email);
  const { username, password } = await hire(request, "auditor", "Ada");
  const refused = refusalsOf(page);

  await page.goto("/login");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\/audit$/);
  await expect(page.getByRole("heading", { level: 1, name: "Audit" })).toBeVisible();
  await expect(events(page).first()).toBeVisible();
  await expectAccessible(page);

  // By keyboard: typing the booking's number leaves only its events.
  await page.getByLabel("Booking number").focus();
  await page.keyboard.type(String(booking.id));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`booking=${booking.id}`));
  await expect(events(page)).toHaveCount(4);
  await expect(events(page).last()).toContainText("requested for");
  await page.reload();
  await expect(page.getByLabel("Booking number")).toHaveValue(String(booking.id));
  await expect(events(page)).toHaveCount(4);
  await page.getByLabel("Stream").fill("no stream");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Stream must be a name such as booking-42")).toBeVisible();
  await page.goBack();
  await expect(events(page)).toHaveCount(4);

  const newest = events(page).first();
  await newest.getByText("Details", { exact: false }).click();
  await expect(newest).toContainText(`"stream": "booking-${booking.id}"`);
  await expectAccessible(page);
  await expect(async () => {
    await page.reload();
    await expect(events(page).first()).toContainText("Sealed as event");
  }).toPass();
  await events(page).first().getByText("Details", { exact: false }).click();
  const [proof] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download Proof" }).click(),
  ]);
  expect(proof.suggestedFilename()).toBe(`booking-${booking.id}-4.tlog-proof`);

  await page.getByRole("tab", { name: "Verify" }).click();
  for (const again of [false, true]) {
    await page.getByRole("button", { name: "Verify Now" }).click();
    await expect(page.getByText(/\d+ events, all as sealed/)).toBeVisible({ timeout: 20_000 });
    if (again) await expect(page.getByText(/still begins with the [\d,]+ events/)).toBeVisible();
    else await page.reload();
  }
  // Events that differ from what was sealed are named.
  const bundles = "**/log/tile/entries/**";
  await page.context().route(bundles, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.body()).toString("latin1").replace('"BookingConfirmed"', '"BookingCancelled"');
    await route.fulfill({ response: answer, body: Buffer.from(body, "latin1") });
  });
  await page.getByRole("button", { name: "Verify Now" }).click();
  await expect(page.getByText(/^event \d+ booking-\d+ v\d+: is not what was sealed$/)).toBeVisible();
  await page.context().unroute(bundles);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
  await page.getByRole("tab", { name: "Export" }).click();
  await expect(page.getByText("node verify-log.mjs --key 'localhost")).toBeVisible();
  await expectAccessible(page);
  const [exported] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export Events" }).click(),
  ]);
  expect(exported.suggestedFilename()).toBe("hub-log.ndjson");

  // Nothing that the pages offer this role is refused, and the dashboard leads back.
  await page.getByRole("link", { name: "Analytics" }).click();
  await expect(page.getByText(/Last updated/)).toBeVisible();
  await page.getByRole("link", { name: "Back to Audit" }).click();
  await page.getByRole("link", { name: "Security" }).click();
  await expect(page.getByRole("button", { name: "Set Up" })).toBeVisible();
  await page.goto("/admin");
  await expect(page.getByText("This page is not for your role")).toBeVisible();
  await page.getByRole("link", { name: "Back to Audit" }).click();
  await expect(page).toHaveURL(/\/audit$/);
  expect(refused).toEqual([]);
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test("a booking and its room's day are shown as of earlier instants, one by one", async ({
  page,
  request,
}) => {
  const email = emailOf("looked-back");
  const day = newDay();
  const booking = await makeBooking(request, "classroom", day, email);
  await payBooking(request, booking, email);
  await openDashboard(page);
  await page.getByRole("link", { name: "Audit" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Audit" })).toBeVisible();
  await page.goto("/admin");
  const dialog = await openBooking(page, booking, email);
  await dialog.getByRole("tab", { name: "History" }).click();
  const [proofs] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Download Proofs" }).click(),
  ]);
  expect(proofs.suggestedFilename()).toMatch(new RegExp(`^booking-${booking.id}-`));
  await dialog.getByRole("link", { name: "View Past States" }).click();

  await expect(page).toHaveURL(new RegExp(`/audit/booking/${booking.id}$`));
  const standing = page.getByRole("region", { name: "Its state" });
  await expect(standing).toContainText("Confirmed");
  const slider = page.getByRole("slider", { name: "Time, stopping at each event" });
  await slider.focus();
  await page.keyboard.press("Home");
  await expect(page.getByText("The booking did not exist yet")).toBeVisible();
  await expect(slider).toHaveAttribute("aria-valuetext", /Before it was made$/);
  await page.keyboard.press("ArrowRight");
  await expect(standing).toContainText("Pending");
  await expect(standing).toContainText("$0.00");
  await expect(slider).toBeFocused();
  await expect(page).toHaveURL(/at=/);
  await page.reload();
  await expect(standing).toContainText("Pending");

  await expectAccessibleOnPhoneAndDesktop(page);
  await page.setViewportSize({ width: 320, height: 800 });

  await page.getByRole("link", { name: "Classroom" }).click();
  await expect(page).toHaveURL(new RegExp(`/audit/room/\\d+\\?day=${day}&at=`));
  const then = page.getByRole("list", { name: "Bookings at that time" });
  await expect(then).toContainText(`Booking #${booking.id}`);
  await expect(page.getByText("Free: 9 AM – 10 AM, 12 PM – 10 PM.")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("slider").focus();
  await page.keyboard.press("Home");
  await expect(page.getByText("Free: 9 AM – 10 PM.")).toBeVisible();

  await page.goto("/audit");
  await expect(events(page).first()).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Filter the Log" }).click();
  await expect(page.getByLabel("Stream")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
