/** Checks that an attempt to book is known while it runs and that only a successful one is remembered. */
import { expect, it } from "vitest";
import { ownBookings, subscribeOwnBookings, trackOwnBooking } from "./own-bookings.ts";

const booking = { roomId: 3, startTime: "2026-12-12T19:00:00.000Z", endTime: "2026-12-12T21:00:00.000Z" };

it("never shows a moment in which a made booking is neither under way nor made", async () => {
  const shown: string[] = [];
  const stop = subscribeOwnBookings(() => {
    shown.push(`${ownBookings().underWay} under way, ${ownBookings().made.length} made`);
  });
  await trackOwnBooking(async () => booking);
  await expect(
    trackOwnBooking(async () => {
      throw new Error("409: taken");
    }),
  ).rejects.toThrow("taken");
  stop();
  expect(shown).toEqual([
    "1 under way, 0 made",
    "0 under way, 1 made",
    "1 under way, 1 made",
    "0 under way, 1 made",
  ]);
  expect(ownBookings().made).toEqual([booking]);
});
