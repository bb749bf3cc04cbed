/** A journey through the analytics of a period: chosen, compared, kept in the address, and downloaded. */
import { readFile } from "node:fs/promises";
import { addDays } from "../../../core/venue/time/venue-time.ts";
import { expectAccessibleOnPhoneAndDesktop, newDay } from "../journey.ts";
import { type APIRequestContext, expect, type Page, test } from "../product.ts";
import { emailOf, staffApi, staffSession } from "../staff-journey.ts";

/** Staff book two hours of the classroom from 6 PM for free, on a day that no other booking uses. */
async function bookFree(request: APIRequestContext, day: string): Promise<void> {
  const free = { payment: "free", priceReason: "A friend of the venue" };
  await (await staffApi(request)).book(
    "classroom",
    { day, from: 18, to: 20, email: emailOf("period") },
    free,
  );
}

async function showDays(page: Page, from: string, to: string): Promise<void> {
  const days = page.getByRole("form", { name: "From one day to another" });
  await days.getByLabel("From").fill(from);
  await days.getByLabel("To").fill(to);
  await days.getByRole("button", { name: "Show" }).click();
}

test("a period is chosen by name and by days, kept in the address, shown by room and hour, and downloaded", async ({
  page,
  request,
}) => {
  const day = newDay();
  await bookFree(request, day);
  await staffSession(page);
  await page.goto("/analytics");
  const section = page.getByRole("region", { name: "A Period Compared with the One Before" });
  await expect(section.getByRole("button", { name: "Last 30 days" })).toHaveAttribute("aria-pressed", "true");
  await section.getByRole("button", { name: "This quarter" }).click();
  await expect(page).toHaveURL(/\?period=this-quarter$/);

  await showDays(page, day, addDays(day, -1));
  await expect(section.getByLabel("To", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await expect(section.getByText("To must not be before from")).toBeVisible();

  await showDays(page, day, day);
  await expect(page).toHaveURL(new RegExp(`from=${day}&to=${day}`));
  const classroom = section.getByRole("row", { name: /^Classroom/ });
  await expect(classroom).toHaveText(/^Classroom021315\.4%\$0\.00the same$/);
  const heat = section.getByRole("region", { name: "Hours booked by weekday and hour" });
  await expect(heat.getByRole("row", { name: /^6:00 PM/ })).toHaveText(/^6:00 PM0*10*$/);
  await expect(heat.getByRole("row", { name: /^8:00 PM/ })).toHaveText("8:00 PM0000000");
  await expect(section.getByText("2 more; before: 0")).toBeVisible();

  const downloading = page.waitForEvent("download");
  await section.getByRole("link", { name: "CSV of By room" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`rooms-${day}-to-${day}.csv`);
  const lines = (await readFile(await download.path(), "utf8")).split("\r\n");
  expect(lines).toContain("Classroom,0,2,13,15.4,0,0");

  await page.reload();
  await expect(classroom).toBeVisible();
  await expectAccessibleOnPhoneAndDesktop(page);

  // There are no bookings from that time.
  await showDays(page, "2001-01-01", "2001-01-31");
  await expect(section.getByText("Nothing in this period")).toBeVisible();
  await page.goBack();
  await expect(classroom).toBeVisible();
});
