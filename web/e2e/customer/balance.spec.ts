/** Journeys in which the balance is paid online, by a customer and by a guest. */
import { mailedLink, makePaidBooking, signUp } from "../customer-journey.ts";
import { CARDS, expectAccessible, expectNoSidewaysScroll, payWith } from "../journey.ts";
import { expect, test } from "../product.ts";
import { emailOf } from "../staff-journey.ts";

test.use({ viewport: { width: 390, height: 844 } });

test("a customer pays the balance online, prints the receipt, changes the profile and books again", async ({
  page,
}) => {
  const email = emailOf("balance");
  await signUp(page, email);
  const id = await makePaidBooking(page, "auditorium", 17, email);
  await page.goto("/account");
  const booking = page.getByRole("article").filter({ hasText: `#${id}` });
  await expect(booking.getByText("Downpaid")).toBeVisible();
  const pay = booking.getByRole("button", { name: /^Pay \$[\d,.]+ now/ });
  const due = ((await pay.textContent()) ?? "").match(/\$[\d,.]+\d/)?.[0] ?? "";
  await pay.click();
  await expect(page).toHaveURL(`/account?pay=${id}`);
  await expect(page.getByRole("heading", { level: 1, name: "Pay the balance" })).toBeFocused();
  await payWith(page, CARDS.declined);
  await expect(page.getByRole("alert").getByText(/declined/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  // A reload loses nothing: the same payment is open.
  await page.reload();
  await payWith(page, CARDS.good);

  await expect(page).toHaveURL(`/account?receipt=${id}`);
  const receipt = page.getByRole("article", { name: "Receipt" });
  await expect(receipt.getByRole("row", { name: `Balance received ${due}` })).toBeVisible();
  await expect(receipt.getByRole("row", { name: "Due $0.00" })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.emulateMedia({ media: "print" });
  await expect(receipt).toBeVisible();
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("button", { name: "Back to the booking" }).click();
  await expect(booking.getByText("Fully Paid")).toBeVisible();
  await expect(booking.getByRole("button", { name: /^Pay/ })).toHaveCount(0);

  await page.getByRole("button", { name: "Edit profile" }).click();
  await expect(page.getByLabel("First name")).toBeFocused();
  await page.getByLabel("First name").fill("Eunice");
  await page.getByLabel("Phone").fill("(212) 555-0177");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Hello, Eunice" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit profile" })).toBeFocused();
  await expect(page.getByText("(212) 555-0177")).toBeVisible();

  await booking.getByRole("button", { name: /Cancel Booking/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel this booking" }).click();
  await expect(booking.getByText(/^(Refund of|Refunded) \$/)).toBeVisible();
  await expect(booking.getByText("Fully Paid")).toHaveCount(0);
  await booking.getByRole("link", { name: /Book again/ }).click();
  await expect(page).toHaveURL(/\/room\/auditorium\?.*hours=2|\/room\/auditorium\?.*duration=hourly/);
});

test("a guest pays the balance by the mailed link", async ({ page, baseURL }) => {
  const email = emailOf("guest-balance");
  await makePaidBooking(page, "conference-room", 18, email);
  const link = await mailedLink(baseURL, email, "/guest/");
  await page.goto(link);
  await page.getByRole("button", { name: /^Pay \$[\d,.]+ now/ }).click();
  await payWith(page, CARDS.good);
  await expect(page.getByRole("article", { name: "Receipt" }).getByText("Balance received")).toBeVisible();
});
