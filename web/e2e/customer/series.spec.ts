/** Journeys of a customer with a series of their own: moving dates to another hour, and adding further ones (decisions 253, 254). */
import { signUp } from "../customer-journey.ts";
import { CARDS, expectAccessibleOnPhoneAndDesktop, payWith, weekdayIn } from "../journey.ts";
import { expect, type Page, test } from "../product.ts";
import { emailOf } from "../staff-journey.ts";

/** Books three Fridays from 18:00 to 20:00 by the API as the page's customer, and pays on the page. */
async function bookThree(page: Page, email: string): Promise<void> {
  const room = await (await page.request.get("/api/rooms/black-box-theater")).json();
  const total = Number(room.hourlyRate) * 2 * 3;
  const answer = await page.request.post("/api/series", {
    data: {
      roomId: room.id,
      ...{ firstName: "Nina", lastName: "Simone", email, phone: "212 555 0101" },
      ...{ startDate: weekdayIn(30, "friday"), startTime: "18:00", endTime: "20:00", eventType: "Rehearsal" },
      ...{ bookingDuration: "hourly", hourCount: 2, terms: true },
      totalAmount: total.toFixed(2),
      downpaymentAmount: (total / 2).toFixed(2),
      remainingAmount: (total / 2).toFixed(2),
      repeat: { every: 1, count: 3 },
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const { bookings } = await answer.json();
  await page.goto(`/booking/${bookings[0].id}/pay`);
  await payWith(page, CARDS.good);
  await expect(page.getByRole("heading", { name: "Booking Confirmed!" })).toBeVisible();
}

test("a customer moves all dates to another hour, adds two further ones and pays them", async ({ page }) => {
  const email = emailOf("regular");
  await signUp(page, email);
  await bookThree(page, email);
  await page.goto("/account");
  const cards = page.getByRole("article").filter({ hasText: "Black Box Theater" });
  await expect(cards).toHaveCount(3);
  const second = cards.filter({ hasText: "Date 2 of 3" });
  await second.getByText("All 3 dates of this series").click();
  await expect(second.getByRole("list", { name: "Your dates" }).getByRole("listitem")).toHaveCount(3);

  await second.getByRole("button", { name: /^Reschedule/ }).click();
  const moving = page.getByRole("dialog", { name: "Another hour" });
  await moving.getByRole("radio", { name: "All to come" }).check();
  await moving.getByLabel("New start").selectOption("7:00 PM");
  const moved = moving.getByRole("list", { name: "Dates that move" }).getByRole("listitem");
  await expect(moved).toHaveCount(3);
  await expect(moved.first()).toContainText("7:00 PM – 9:00 PM");
  await expectAccessibleOnPhoneAndDesktop(page);
  await moving.getByRole("button", { name: "Move 3 dates" }).click();
  await expect(moving).toHaveCount(0);
  await expect(second.getByRole("button", { name: /^Reschedule/ })).toBeFocused();
  await expect(cards.getByText("7:00 PM – 9:00 PM").first()).toBeVisible();

  await second.getByRole("button", { name: /^Add further dates/ }).click();
  const adding = page.getByRole("dialog", { name: "Add further dates" });
  await adding.getByLabel("How many").selectOption("2 dates");
  const added = adding.getByRole("list", { name: "Dates that are added" }).getByRole("listitem");
  await expect(added).toHaveCount(2);
  await expect(added.first()).toContainText("7:00 PM – 9:00 PM");
  await expectAccessibleOnPhoneAndDesktop(page);
  await adding.getByRole("button", { name: /^Continue to payment – / }).click();
  await expect(page.getByRole("heading", { name: "Pay the downpayment" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Your dates" }).getByText("Held")).toHaveCount(2);
  await payWith(page, CARDS.good);
  await expect(page.getByRole("heading", { name: "Booking Confirmed!" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Your dates" }).getByText("Confirmed")).toHaveCount(5);
});
