/** Checks that an attempt to book is known while it runs and that only a successful one is remembered. */
import { type MutationState, QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import type { BookingCreated } from "../../../../bff/contract/booking.ts";
import { bookingCreation } from "../../api/bookings.ts";
import { ownBookingsOf } from "./own-bookings.ts";

const hours = { roomId: 3, startTime: "2026-12-12T19:00:00.000Z", endTime: "2026-12-12T21:00:00.000Z" };
const booking = { ...hours, holdUntil: "2999-01-01T00:00:00.000Z" };

it("never shows a moment in which a booking that was made is neither running nor made", async () => {
  const client = new QueryClient();
  const cache = client.getMutationCache();
  const { mutationKey } = bookingCreation;
  const own = () => {
    // The attempts below are the only ones under this key.
    const attempts = cache.findAll({ mutationKey });
    return ownBookingsOf(attempts.map(({ state }) => state as MutationState<BookingCreated>));
  };
  const attempt = <T>(answer: () => Promise<T>) =>
    cache.build<T, Error, void, unknown>(client, { mutationKey, mutationFn: answer }).execute();
  const shown: string[] = [];
  const stop = cache.subscribe(({ type }) => {
    if (type === "updated") shown.push(`${own().underWay} under way, ${own().made.length} made`);
  });
  await attempt(async () => booking);
  await expect(
    attempt(async () => {
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
  expect(own().made).toEqual([booking]);
});

it("counts the holds of this browser, and this tab's holds until they end", () => {
  // Only the part of the server's answer that matters here.
  const attempts = [{ status: "success", data: booking as BookingCreated }] as const;
  expect(ownBookingsOf(attempts, [hours], 0).made).toEqual([booking, hours]);
  expect(ownBookingsOf(attempts, [], Date.parse(booking.holdUntil)).made).toEqual([]);
});
