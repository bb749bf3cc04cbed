/** A journey with a proof of work before the booking. */
import { PROOF_OF_WORK_HEADER } from "../../../bff/contract/headers.ts";
import {
  acceptTerms,
  apiBooking,
  chooseDay,
  chooseSlot,
  expectAccessible,
  fillPerson,
  newDay,
} from "../journey.ts";
import { expect, test } from "../product.ts";

const WORDS = "your browser is doing a short calculation that keeps bots out";

test("a visitor with many unpaid hours can still book: the browser does the work, and shows that", async ({
  page,
  request,
}) => {
  const email = "keeps-robots-out@example.test";
  for (let day = 0; day < 4; day++) {
    const twelve = { startDate: newDay(), startTime: "09:00", endTime: "21:00", hours: 12, email };
    expect((await apiBooking(request, "rehearsal-room", twelve)).status()).toBe(201);
  }
  await page.goto("/room/rehearsal-room");
  await chooseDay(page);
  await chooseSlot(page, 11);
  await fillPerson(page, email);
  await acceptTerms(page);

  const keys: (string | undefined)[] = [];
  let proceed = () => {};
  const seen = new Promise<void>((resolve) => {
    proceed = resolve;
  });
  await page.route("**/api/bookings", async (route) => {
    const headers = route.request().headers();
    keys.push(headers["idempotency-key"]);
    // The work may be done before the message can be seen.
    if (headers[PROOF_OF_WORK_HEADER]) await seen;
    await route.continue();
  });
  await page.getByRole("button", { name: /continue to payment/i }).click();
  await expect(page.getByRole("status").filter({ hasText: WORDS })).toBeVisible();
  await expect(page.getByRole("button", { name: "Booking…" })).toHaveAttribute("aria-busy", "true");
  await expectAccessible(page);
  proceed();
  await expect(page.getByRole("heading", { name: "Pay the downpayment" })).toBeVisible();
  await expect(page.getByText(WORDS)).toHaveCount(0);
  expect(keys).toEqual([keys[0], keys[0]]);
});
