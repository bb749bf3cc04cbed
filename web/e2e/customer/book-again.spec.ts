/** Journeys of people who come every week: a booking is proposed again on its own weekday and hour. */
import { addDays } from "../../../core/venue/time/venue-time.ts";
import { mailedLink, setStatus } from "../customer-journey.ts";
import { apiBooking, expectAccessible, slot, weekdayIn } from "../journey.ts";
import { expect, test } from "../product.ts";
import { emailOf } from "../staff-journey.ts";

test("an ended booking is proposed on the next week's day that is free, with its people", async ({
  page,
  request,
  baseURL,
}) => {
  const [day, email] = [weekdayIn(40, "friday"), emailOf("weekly")];
  const hours = { startTime: "19:00", endTime: "21:00", hours: 2 };
  const book = async (startDate: string, who: string) => {
    const made = await apiBooking(request, "black-box-theater", { startDate, ...hours, email: who });
    expect(made.status(), await made.text()).toBe(201);
    return (await made.json()).id as number;
  };
  const id = await book(day, email);
  await book(addDays(day, 7), emailOf("other-band"));
  const link = await mailedLink(baseURL, email, "/guest/");
  await setStatus(request, id, "cancelled");

  await page.goto(link);
  await page.getByRole("link", { name: /^Book again/ }).click();
  await expect(page.getByText(/^Your usual time is taken on .* The next free .* is /)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`day=${addDays(day, 14)}&start=19`));
  await expect(slot(page, 19)).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByLabel(/^Event type/)).toHaveValue("Meeting");
  await expectAccessible(page);

  // A choice of one's own ends the proposal.
  await slot(page, 12).click();
  await expect(page.getByText(/^Your usual time/)).toHaveCount(0);
});
