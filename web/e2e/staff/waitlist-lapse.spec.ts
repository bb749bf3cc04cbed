/** A journey in which staff see who waits for a day, and offer hours out of turn. */
import { setStatus } from "../customer-journey.ts";
import { expectAccessibleOnPhoneAndDesktop, newDay } from "../journey.ts";
import { expect, test } from "../product.ts";
import { emailOf, staffApi, staffSession } from "../staff-journey.ts";

test("staff see who waits beside the board's day and what is in the way, and offer free hours out of turn with a reason", async ({
  page,
  request,
}) => {
  const api = await staffApi(request);
  const day = newDay();
  const room = await (await request.get("/api/rooms/media-production")).json();
  const join = async (name: string): Promise<{ id: number; token: string }> => {
    const answer = await request.post("/api/waitlist", {
      data: {
        roomIds: [room.id],
        day,
        from: "18:00",
        to: "20:00",
        hours: 2,
        firstName: name,
        email: emailOf(name),
        terms: true,
      },
    });
    expect(answer.status(), await answer.text()).toBe(201);
    return answer.json();
  };
  const visit = await api.book("media-production", { day, from: 17, to: 20, email: emailOf("evening") });
  const { token } = await join("Wanda");
  await staffSession(page);
  await page.goto(`/admin/board?day=${day}`);
  const panel = page.getByRole("region", { name: /Who waits/ });
  await expect(panel.getByRole("article", { name: "Wanda" })).toBeVisible();
  await expectAccessibleOnPhoneAndDesktop(page);

  await setStatus(request, visit.id, "cancelled");
  await expect(panel.getByRole("article", { name: "Wanda" })).toContainText("Offered");
  // The offer runs out and no other waits, so the hours are free.
  const offer = panel.getByRole("button", { name: /Offer out of turn/ });
  await expect(offer).toBeVisible({ timeout: 30_000 });
  await offer.click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/Reason/).fill("The venue's fault last week");
  await expectAccessibleOnPhoneAndDesktop(page);
  await dialog.getByRole("button", { name: /^Offer/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect(panel.getByRole("article", { name: "Wanda" })).toContainText("Offered");

  await page.goto(`/waitlist/${token}`);
  const check = page.getByRole("button", { name: "Check that nobody was put before you" });
  await expect(async () => {
    await check.click();
    await expect(page.getByText("The venue's fault last week")).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
});
