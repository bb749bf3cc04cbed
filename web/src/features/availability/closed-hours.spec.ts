/** Checks how hours that the house closes read to visitors: with the reason where they are told, as a day and as hours. */
import { expect, it } from "vitest";
import type { RoomBooking } from "../../../../bff/contract/room.ts";
import { instantAt } from "../../../../core/venue/venue-time.ts";
import { calendarDay, fullName } from "./calendar-days.ts";
import { closingReasons, slotsOf, spanTrouble, takenHours } from "./free-slots.ts";

const ZONE = "America/New_York";
const DAY = "2026-12-12";
const now = new Date("2026-12-01T12:00:00Z");
const at = (hour: number) => instantAt(DAY, hour, ZONE);

const block = (from: number, to: number, reason?: string): RoomBooking => ({
  startTime: at(from).toISOString(),
  endTime: at(to).toISOString(),
  held: false,
  heldUntil: null,
  blocked: true,
  ...(reason === undefined ? {} : { reason }),
});
const hoursWith = (bookings: RoomBooking[], own: RoomBooking[] = []) => ({
  zone: ZONE,
  taken: takenHours(bookings, own, now),
  reasons: closingReasons(bookings),
  now,
});
const nameOf = (bookings: RoomBooking[]) =>
  fullName(calendarDay(DAY, { today: "2026-12-01", leastHours: 1 }, hoursWith(bookings)), "2026-12-01");

it("hours are closed, with the reason where visitors are told", () => {
  const slots = slotsOf(DAY, hoursWith([block(9, 11, "Closed for maintenance"), block(11, 12)]));
  expect(slots.slice(0, 4).map(({ state, reason }) => [state, reason])).toEqual([
    ["closed", "Closed for maintenance"],
    ["closed", "Closed for maintenance"],
    ["closed", undefined],
    ["free", undefined],
  ]);
});

it("a visit of one's own that was kept within them stays one's own", () => {
  const mine = { ...block(10, 11), blocked: undefined };
  const { blocked: _blocked, ...visit } = mine;
  const states = slotsOf(DAY, hoursWith([visit, block(9, 12)], [visit])).map(({ state }) => state);
  expect(states.slice(0, 3)).toEqual(["closed", "own", "closed"]);
  const later = slotsOf(DAY, hoursWith([block(9, 12), visit], [visit])).map(({ state }) => state);
  expect(later.slice(0, 3)).toEqual(["closed", "own", "closed"]);
});

it("a whole day that is closed is named by its reason, not as fully booked", () => {
  expect(nameOf([block(0, 24, "Public holiday")])).toBe("Saturday, December 12, Public holiday");
  expect(nameOf([block(0, 24)])).toBe("Saturday, December 12, closed");
  // Somebody else's that was kept within it is not told.
  const { blocked: _blocked, ...kept } = block(13, 15);
  expect(nameOf([block(0, 24, "Repairs"), kept])).toBe("Saturday, December 12, Repairs");
  expect(nameOf([block(0, 20, "Repairs"), block(20, 24)])).toBe("Saturday, December 12, closed");
  expect(nameOf([block(0, 21, "Repairs")])).toBe("Saturday, December 12, 1 slot free");
});

it("a choice within them cannot be booked", () => {
  const span = { startsAt: at(9), endsAt: at(11) };
  expect(spanTrouble(span, hoursWith([block(10, 12)]))).toEqual({ kind: "taken", freeHours: 1 });
});
