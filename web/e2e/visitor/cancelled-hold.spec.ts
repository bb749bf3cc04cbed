/** Journeys in which the venue ends a hold or a booking while the visitor looks at it: the cause, the money, other hours. */
import { holdBooking, mailsTo, makePaidBooking, ownBooking } from "../customer-journey.ts";
import { expectAccessible, expectAccessibleOnPhoneAndDesktop, expectNoSidewaysScroll } from "../journey.ts";
import { expect, test } from "../product.ts";
import { emailOf, staffApi } from "../staff-journey.ts";

test("a closure ends the hold that is being paid: the page says so at once, with the reason and other hours", async ({
  page,
  request,
  baseURL,
}) => {
  const email = emailOf("closed");
  const { id, roomId } = await holdBooking(page, "auditorium", 11, email);
  await page.goto(`/booking/${id}/pay`);
  await expect(page.getByLabel("Card number")).toBeVisible();
  const { startTime, endTime } = await ownBooking(page.context(), id);
  const reason = "The stage is being repaired";
  const staff = await staffApi(request);
  await staff.send("POST", "/api/blocks", {
    ...{ roomIds: [roomId], startTime, endTime, reason, public: true },
    bookings: { [id]: "cancel" },
  });

  const title = page.getByRole("heading", { level: 1, name: "The room is closed at this time" });
  await expect(title).toBeFocused({ timeout: 3_000 });
  const told = page.getByRole("status").filter({ hasText: "We are sorry" });
  await expect(told.getByText(`The reason: ${reason}.`)).toBeVisible();
  await expect(told.getByText("Nothing was charged.")).toBeVisible();
  const others = page.getByRole("region", { name: "Other free hours" });
  await expect(others.getByRole("link", { name: /^Book .*Auditorium/ }).first()).toBeVisible();
  await expectAccessibleOnPhoneAndDesktop(page);
  await page.reload();
  await expect(title).toBeVisible();

  await expect
    .poll(async () => (await mailsTo(baseURL, email)).join("\n"), { timeout: 20_000 })
    .toContain(reason);
  const mail = (await mailsTo(baseURL, email)).find((text) => text.includes(reason)) ?? "";
  expect(mail).toContain("had to close the room");
  expect(mail).toMatch(/Choose another time:\n\S+\/room\/auditorium/);
});

test("staff's reason is told only if they say so, and a cancellation with a refund is one mail", async ({
  page,
  request,
  baseURL,
}) => {
  const staff = await staffApi(request);
  for (const [hour, tellReason] of [
    [13, true],
    [15, false],
  ] as const) {
    const email = emailOf("sorry");
    const id = await makePaidBooking(page, "auditorium", hour, email);
    const { manageUrl } = await ownBooking(page.context(), id);
    const reason = "Our engineer is ill";
    await staff.send("PATCH", `/api/bookings/${id}`, { status: "cancelled", reason, tellReason });
    await page.goto(manageUrl);
    await expect(page.getByText(/We had to cancel this booking\./)).toBeVisible();
    await expect(page.getByText(reason)).toHaveCount(tellReason ? 1 : 0);

    await expect
      .poll(async () => (await mailsTo(baseURL, email)).join("\n"), { timeout: 20_000 })
      .toContain("cancelled");
    // The refund has been issued by now: its own mail would have been the next of this booking's.
    await expect
      .poll(async () => (await ownBooking(page.context(), id)).refundedAmount, { timeout: 20_000 })
      .not.toBe("0.00");
    const mails = await mailsTo(baseURL, email);
    expect(mails.filter((text) => /refund/i.test(text) && text.includes("cancel this booking"))).toHaveLength(
      1,
    );
    expect(mails.filter((text) => text.startsWith("We have refunded"))).toHaveLength(0);
    expect(mails.some((text) => text.includes(reason))).toBe(tellReason);
  }
});

test("on a phone the payment page begins with the visit, the price, the email and what comes back", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const email = emailOf("order");
  const { id } = await holdBooking(page, "media-production", 15, email);
  await page.goto(`/booking/${id}/pay`);
  const card = page.getByLabel("Card number");
  await expect(card).toBeVisible();
  // Polled, since the page moves until its fonts and the card's frame are there.
  for (const text of [email, /^Cancel until/, "Due now (50%)"]) {
    const above = async () => {
      const [textBox, cardBox] = await Promise.all([
        page.getByText(text).first().boundingBox(),
        card.boundingBox(),
      ]);
      return textBox !== null && cardBox !== null && textBox.y < cardBox.y;
    };
    await expect.poll(above, { message: `${text} above the card's number` }).toBe(true);
  }
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test("the engineer and the price of it are on the payment page, the confirmation, the guest's page and in the mail", async ({
  page,
  baseURL,
}) => {
  const email = emailOf("engineer");
  const { id } = await holdBooking(page, "media-production", 18, email);
  const held = await ownBooking(page.context(), id);
  const total = Number(held.totalAmount) + 100;
  const changed = await page.request.put(`/api/bookings/${id}/hold`, {
    data: {
      startDate: held.startTime.slice(0, 10),
      startTime: held.startTime,
      endTime: held.endTime,
      hourCount: 2,
      engineerRequired: true,
      totalAmount: total.toFixed(2),
      downpaymentAmount: (total / 2).toFixed(2),
      remainingAmount: (total / 2).toFixed(2),
    },
  });
  expect(changed.status(), await changed.text()).toBe(200);
  const engineer = page.getByText("+$100.00");
  await page.goto(`/booking/${id}/pay`);
  await expect(engineer).toBeVisible();
  await page.getByLabel("Card number").fill("4242 4242 4242 4242");
  await page.getByLabel(/Expir/).fill("12 / 34");
  await page.getByLabel(/CVC/).fill("123");
  await page.getByRole("button", { name: /^Pay \$/ }).click();
  await expect(page.getByRole("heading", { name: "Booking Confirmed!" })).toBeVisible();
  await expect(engineer).toBeVisible();
  await page.goto((await ownBooking(page.context(), id)).manageUrl);
  await expect(engineer).toBeVisible();
  await expect
    .poll(async () => (await mailsTo(baseURL, email)).join("\n"), { timeout: 20_000 })
    .toMatch(/Your booking is confirmed[\s\S]*Engineer: +\+\$100\.00/);
});
