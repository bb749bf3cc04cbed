import { expect, test } from "@playwright/test";
import { bookOnRoomPage, slot } from "./journey.ts";

test("an unpaid hold expires: the payer is told, and the slot is free again on an open page", async ({
  page,
  browser,
}) => {
  await bookOnRoomPage(page, "auditorium", 10, "late@example.test");
  const other = await browser.newPage();
  await other.goto("/room/auditorium");
  await other.getByRole("button", { name: "Next month" }).click();
  await other
    .getByRole("gridcell")
    .getByRole("button", { name: / 9 slots free/ })
    .click();
  await expect(slot(other, 10)).toHaveAttribute("data-slot-state", "held");
  await expect(slot(other, 10)).toHaveAttribute("data-slot-state", "free", { timeout: 15_000 });
  await expect(page.getByText("Your hold has ended").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Choose a time" })).toBeFocused();
  await other.close();
});
