/** A journey that marks a no-show, on a product whose hours are all open. */
import { venueClockOf, venueDayOf } from "../../../core/venue/time/venue-time.ts";
import { expectAccessibleOnPhoneAndDesktop } from "../journey.ts";
import { expect, test } from "../product.ts";
import { emailOf, openDesk, staffApi, staffSession } from "../staff-journey.ts";

const ZONE = "America/New_York";
const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

test("a no-show is marked after the visit has begun, with its cost shown before", async ({
  page,
  request,
}) => {
  const api = await staffApi(request);
  // All hours are open, so that the visit has begun at any time of day: no other journey uses this product's settings.
  const { openingHours } = await (await request.get("/api/house")).json();
  const open = { open: "00:00", close: "24:00" };
  await api.send("PATCH", "/api/house", {
    openingHours: Object.fromEntries(DAYS.map((day) => [day, open])),
  });
  const now = new Date();
  const { hour } = venueClockOf(now, ZONE);
  const visit = { day: venueDayOf(now, ZONE), from: hour, to: hour + 1, email: emailOf("absent") };
  const { id } = await api.book("rehearsal-room", visit);
  await api.send("POST", `/api/bookings/${id}/money`, {
    kind: "received",
    method: "transfer",
    amount: "10.00",
  });
  await staffSession(page);
  const dialog = await openDesk(page, id);
  await expect(dialog.getByRole("button", { name: "Left" })).toHaveAccessibleDescription(
    "The customer has not arrived yet",
  );
  const noShow = dialog.getByRole("button", { name: "No-show", exact: true });
  await noShow.click();
  await expect(
    dialog.getByText(
      "No refund: the venue keeps the $10.00 that was paid, even if the booking is cancelled later.",
    ),
  ).toBeFocused();
  await dialog.getByRole("button", { name: "Leave it" }).click();
  await expect(noShow).toBeFocused();
  await noShow.click();
  await dialog.getByRole("button", { name: "Mark as no-show" }).click();
  await expect(dialog.getByRole("paragraph").first()).toContainText("No-show");
  await expect(noShow).toHaveAccessibleDescription("This stage is already marked");
  await expectAccessibleOnPhoneAndDesktop(page);
  await dialog.getByRole("tab", { name: "Actions" }).click();
  await dialog.getByRole("button", { name: "Cancel Booking" }).click();
  await expect(dialog.getByRole("button", { name: "Confirm Cancellation", exact: true })).toBeVisible();
  await dialog.getByRole("tab", { name: "History" }).click();
  await expect(dialog.getByText("Marked as a no-show")).toBeVisible();
  await api.send("PATCH", "/api/house", { openingHours });
});
