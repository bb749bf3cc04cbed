/** Journey of an admin who makes a webhook, tests it, sees why it fails, replays it, rotates its secret and ends it. */
import { signedBy, startReceiver } from "../../../core/webhook/receiver-fixture.ts";
import { expectAccessibleOnPhoneAndDesktop, newDay } from "../journey.ts";
import { expect, test } from "../product.ts";
import { emailOf, hire, staffApi, staffSession } from "../staff-journey.ts";

test("an admin connects another program and sees what became of each delivery", async ({ page, request }) => {
  test.slow();
  const receiver = await startReceiver();
  await staffSession(page);
  await page.goto("/admin?tab=integrations");
  await page.getByRole("button", { name: "New Webhook" }).click();
  await expect(page.getByLabel("Address")).toBeFocused();
  await page.getByLabel("Address").fill("https://10.0.0.1/hook");
  await page.getByRole("button", { name: "Make Webhook" }).click();
  await expect(page.getByText("The address must be one of the public internet")).toBeVisible();
  await page.getByLabel("Address").fill(receiver.url);
  await page.getByLabel("Everything, and kinds that come later").uncheck();
  await page.getByLabel("A booking is confirmed").check();
  await expectAccessibleOnPhoneAndDesktop(page);
  await page.getByRole("button", { name: "Make Webhook" }).click();
  await expect(page.getByRole("heading", { name: /The secret of webhook/ })).toBeFocused();
  const secret = (await page.locator("[data-secret]").textContent()) ?? "";
  await expectAccessibleOnPhoneAndDesktop(page);
  await page.getByRole("button", { name: "I Have Saved It" }).click();

  await expect(page.getByRole("heading", { name: "Webhooks" })).toBeFocused();
  const webhooks = page.getByRole("list", { name: "Webhooks", exact: true });
  await webhooks.getByRole("button", { name: /^Send a Test/ }).click();
  await expect(webhooks.getByText("webhook.test", { exact: true })).toBeVisible();
  await expect(webhooks.getByText("Delivered", { exact: true })).toBeVisible({ timeout: 15_000 });
  const [sent] = receiver.received;
  if (!sent) throw new Error("no test was received");
  expect(signedBy(secret, sent)).toEqual([0]);

  receiver.answerWith({ status: 500, body: "the lock is offline" });
  const staff = await staffApi(request);
  await staff.book("classroom", { day: newDay(), from: 10, to: 11, email: emailOf("hook") });
  const told = webhooks.getByText("booking.confirmed", { exact: true }).last();
  await expect(told).toBeVisible({ timeout: 15_000 });
  await told.click();
  await expect(webhooks.getByText("the lock is offline")).toBeVisible({ timeout: 15_000 });
  await expect(webhooks.getByText("1 trying again")).toBeVisible({ timeout: 15_000 });
  await expectAccessibleOnPhoneAndDesktop(page);

  receiver.answerWith({ status: 204 });
  await webhooks.getByRole("button", { name: /^Edit/ }).click();
  await page.keyboard.press("Tab");
  await webhooks.getByRole("button", { name: "Cancel" }).click();
  await expect(webhooks.getByRole("button", { name: /^Edit/ })).toBeFocused();
  await webhooks.getByRole("button", { name: /^Deliveries/ }).click();
  await webhooks.getByText("booking.confirmed", { exact: true }).last().click();
  await webhooks.getByRole("button", { name: /^Replay From Here/ }).click();
  await expect(
    page.getByRole("alertdialog", { name: /^Replay from booking.confirmed of booking \d+ on/ }),
  ).toBeVisible();
  await page.getByRole("alertdialog").getByRole("button", { name: "Replay" }).click();
  await expect(webhooks.getByText("Replaced", { exact: true })).toBeVisible({ timeout: 15_000 });
  await expect(webhooks.getByText("Delivered", { exact: true })).toHaveCount(2, { timeout: 15_000 });

  await webhooks.getByRole("button", { name: /^Rotate Secret/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Rotate Secret" }).click();
  await expect(page.getByText(/the earlier secret signs too/)).toBeVisible();
  await page.getByRole("button", { name: "I Have Saved It" }).click();
  await webhooks.getByRole("button", { name: /^End/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "End Webhook" }).click();
  await expect(page.getByText("There are no webhooks yet.")).toBeVisible();
  await receiver.close();
});

test("a manager is told that integrations are for admins", async ({ page, request }) => {
  await staffSession(page, await hire(request, "manager"));
  await page.goto("/admin?tab=integrations");
  await expect(page.getByText("This tab is not for your role")).toBeVisible();
});
