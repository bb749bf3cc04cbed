/** Journeys of reviews: left with and without leave to show them, read on the room's page, answered by staff, withdrawn. */
import { makePaidBooking, setStatus, signUp } from "../customer-journey.ts";
import { expectAccessible, expectAccessibleOnPhoneAndDesktop, expectLoaded } from "../journey.ts";
import { expect, type Page, test } from "../product.ts";
import { emailOf, staffSession } from "../staff-journey.ts";

async function leaveReview(page: Page, comments: string, { shown }: { shown: boolean }): Promise<void> {
  await page.goto("/feedback");
  await page
    .getByRole("button", { name: /Leave Feedback/ })
    .first()
    .click();
  await page.getByLabel("Visit purpose").selectOption("Rehearsal");
  await page.getByLabel("Comments").fill(comments);
  const leave = page.getByRole("checkbox", { name: "Show my review on the room's page" });
  await expect(leave).not.toBeChecked();
  if (shown) await leave.check();
  await page.getByRole("button", { name: "Submit Feedback" }).click();
  await expect(page.getByRole("heading", { name: "Thank You!" })).toBeVisible();
}

const ROOM = "/room/rehearsal-room";

const reviewsOn = (page: Page) => page.getByRole("region", { name: "What visitors say" });

/** The reviews load when a reader comes near them. */
async function scrollDown(page: Page): Promise<void> {
  await expectLoaded(page);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
}

test("a review is shown with its author's leave, as it was written, is answered by staff, and is withdrawn", async ({
  page,
  browser,
  request,
}) => {
  test.slow();
  const email = emailOf("reviewer");
  await signUp(page, email);
  for (const hour of [9, 11]) {
    const id = await makePaidBooking(page, "rehearsal-room", hour, email);
    await setStatus(request, id, "completed");
  }
  await leaveReview(page, "Between us: the heater rattles", { shown: false });
  await leaveReview(page, "Warm, dry, and the drums stay in tune.", { shown: true });

  const reader = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await reader.goto(ROOM);
  await scrollDown(reader);
  await expect(reviewsOn(reader)).toContainText("1 review.");
  const review = reviewsOn(reader).getByRole("article");
  await expect(review).toHaveCount(1);
  await expect(review).toContainText("Nina");
  await expect(review).toContainText("Rehearsal");
  await expect(review).toContainText("Warm, dry, and the drums stay in tune.");
  await expect(reviewsOn(reader)).not.toContainText(/Simone|heater|example\.test/);

  const desk = await (await browser.newContext()).newPage();
  await staffSession(desk);
  await desk.goto("/admin?tab=feedback");
  const card = desk.getByRole("listitem").filter({ hasText: "the drums stay in tune" });
  await expect(card.getByText("On the room's page")).toBeVisible();
  const hidden = desk.getByRole("listitem").filter({ hasText: "the heater rattles" });
  await expect(hidden.getByRole("button", { name: /^Answer/ })).toHaveCount(0);
  await card.getByRole("button", { name: /^Answer/ }).click();
  await card.getByRole("button", { name: "Show the answer" }).click();
  await expect(card.getByText("Answer is required")).toBeVisible();
  await card.getByRole("textbox", { name: "Answer" }).fill("Thank you. New heads are on since Monday.");
  await expectAccessible(desk);
  await card.getByRole("button", { name: "Show the answer" }).click();
  await expect(card.getByRole("button", { name: /^Replace the answer/ })).toBeVisible();
  await expect(card).toContainText("New heads are on since Monday.");

  await reader.reload();
  await scrollDown(reader);
  await expect(review).toContainText("New heads are on since Monday.");
  await expectAccessibleOnPhoneAndDesktop(reader);

  await page.goto("/account");
  const withdraw = page.getByRole("button", { name: /^Stop showing my review/ });
  await expect(withdraw).toHaveCount(1);
  await expectAccessibleOnPhoneAndDesktop(page);
  await withdraw.click();
  await expect(page.getByText("Your review is no longer shown.")).toBeFocused();
  await expect(withdraw).toHaveCount(0);
  const read = reader.waitForResponse((response) => response.url().includes("/reviews"));
  await reader.reload();
  await scrollDown(reader);
  await read;
  await expect(reviewsOn(reader)).toHaveCount(0);
});
