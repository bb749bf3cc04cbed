/** Journeys of messages: a visitor writes, staff answer, mark as done, reopen, and book. */
import { mailsTo } from "../customer-journey.ts";
import { expectAccessibleOnPhoneAndDesktop, newDay } from "../journey.ts";
import { type APIRequestContext, expect, type Page, test } from "../product.ts";
import { emailOf, openDashboard, staffApi } from "../staff-journey.ts";

/** A mail waits in the queue behind all others. */
const MAILED = { timeout: 20_000 };

/** Each journey's writer has a unique word, so that the list shows no other message. */
async function openMessages(page: Page, words: string): Promise<void> {
  await openDashboard(page);
  await page.getByRole("tab", { name: /^Messages \(/ }).click();
  await page.getByPlaceholder("Search by name, email, phone, or words").fill(words);
  await expect(page).toHaveURL(/words=/);
}

const messageOf = (page: Page, email: string) => page.getByRole("article").filter({ hasText: email });

async function leaveMessage(request: APIRequestContext, email: string): Promise<number> {
  const message = {
    firstName: "Mary",
    lastName: "Lou",
    message: "Do you have a grand piano?\nWe are twelve.",
  };
  const sent = await request.post("/api/contact", { data: { ...message, email, phone: "212 555 0178" } });
  expect(sent.status()).toBe(201);
  return (await sent.json()).id;
}

test("a visitor writes; staff see it, answer by mail, mark it as done, reopen it and find it", async ({
  page,
  browser,
  baseURL,
}) => {
  const email = emailOf("asks");
  await openMessages(page, email);
  await expect(page.getByText(/^No messages (yet|found)$/)).toBeVisible();
  const colleague = await page.context().newPage();
  await colleague.goto(`/admin?tab=messages&words=${email}`);

  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto("/#contact");
  const form = visitor.locator("#contact form");
  await form.getByLabel("First name").fill("Dorothy");
  await form.getByLabel("Last name").fill("Ashby");
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Message").fill("Is the harp tuned?\nWe come with two.");
  await form.getByRole("button", { name: "Send Message" }).click();
  await expect(form.getByText("We have your message")).toBeVisible();
  await visitor.context().close();

  const message = messageOf(page, email);
  await expect(message).toContainText("New Message");
  await expect(page.getByText("Messages 1–1 of 1")).toBeVisible();
  await message.getByRole("button", { name: "Answer" }).click();
  await expect(message.getByLabel("Your answer")).toBeFocused();
  await message.getByRole("button", { name: "Send Answer" }).click();
  await expect(message.getByText("Answer is required")).toBeVisible();
  await message.getByLabel("Your answer").fill("Dear Dorothy,\nit is, every Monday.");
  await message.getByRole("button", { name: "Send Answer" }).dblclick();
  await expect(message.getByRole("list", { name: "History of this message" })).toContainText(
    "it is, every Monday.",
  );
  await expect(message.getByText(/^Answered by Admin Account.*· Sent$/)).toBeVisible(MAILED);
  await expect(message).toContainText("Answered");
  await expect(message).not.toContainText("New Message");
  await expect(messageOf(colleague, email)).toContainText("it is, every Monday.");
  const [mail, ...more] = await mailsTo(baseURL, email);
  expect(more).toEqual([]);
  expect(mail).toMatch(
    /Dear Dorothy,\nit is, every Monday\.[\s\S]*> Is the harp tuned\?\n> We come with two\./,
  );

  // By keyboard: marked as done, and reopened at once.
  await message.getByRole("button", { name: "Mark Done" }).press("Enter");
  const undo = page.getByRole("button", { name: "Undo" });
  await expect(undo).toBeFocused();
  await expect(message).toHaveCount(0);
  await expect(messageOf(colleague, email)).toHaveCount(0);
  await undo.press("Enter");
  await expect(message.getByRole("heading")).toBeFocused();
  await message.getByRole("button", { name: "Mark Done" }).press("Enter");
  await expect(undo).toBeFocused();

  await page.getByLabel("Show").selectOption({ label: await labelOf(page, "done") });
  await expect(message).toContainText("Done");
  await page.reload();
  await message.getByRole("button", { name: "Reopen" }).click();
  await expect(page.getByText(/Dorothy Ashby: reopened/)).toBeVisible();
  await expect(messageOf(colleague, email)).toContainText("Reopened by Admin Account");
});

/** The label of a choice with its count. */
const labelOf = async (page: Page, value: string): Promise<string> =>
  (await page.getByLabel("Show").locator(`option[value=${value}]`).textContent()) ?? "";

test("messages fit a phone and a desktop, light and dark", async ({ page, request }) => {
  const email = emailOf("looks");
  await leaveMessage(request, email);
  await openMessages(page, email);
  const message = messageOf(page, email);
  await message.getByRole("button", { name: "Answer" }).click();
  await message.getByRole("button", { name: "Send Answer" }).click();
  await expect(message.getByText("Answer is required")).toBeVisible();
  await expectAccessibleOnPhoneAndDesktop(page);
  await message.getByLabel("Your answer").fill("We have.");
  await message.getByRole("button", { name: "Send Answer" }).click();
  await expect(message.getByText(/· Sent$/)).toBeVisible(MAILED);
  await expectAccessibleOnPhoneAndDesktop(page);
});

test("a message that became a booking leads to it", async ({ page, request }) => {
  const email = emailOf("books");
  const id = await leaveMessage(request, email);
  const api = await staffApi(request);
  const { id: bookingId } = await api.book("classroom", { day: newDay(), from: 10, to: 11, email });

  await openMessages(page, email);
  const message = messageOf(page, email);
  await expect(message).toContainText("New Message");
  await api.send("POST", `/api/contact/${id}/booking`, { bookingId });
  await message.getByRole("link", { name: `Booking ${bookingId}` }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: `#${bookingId}` })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(message).toContainText("Answered");
  await expect(page).toHaveURL(/tab=messages/);
});
