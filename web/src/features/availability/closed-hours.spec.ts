/** Checks how closed hours read to visitors: with the reason if it is public, for whole days and for hours. */
import { expect, it } from "vitest";
import type { RoomBooking } from "../../../../bff/contract/room.ts";
import { instantAt } from "../../../../core/venue/time/venue-time.ts";
import { calendarOf } from "../../format/room-calendar.ts";
import { calendarDay, nameOfDay } from "./calendar-days.ts";

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
const nameOf = (bookings: RoomBooking[]) =>
  nameOfDay(
    calendarDay(
      DAY,
      { today: "2026-12-01", leastHours: 1 },
      calendarOf(bookings, { room: { timeZone: ZONE }, for: "visitor", now }),
    ),
    "2026-12-01",
  );

it("names a closed day by its reason, not as fully booked", () => {
  expect(nameOf([block(0, 24, "Public holiday")])).toBe("Saturday, December 12, Public holiday");
  expect(nameOf([block(0, 24)])).toBe("Saturday, December 12, closed");
  // Another visitor's booking that was kept within the closure is not mentioned.
  const { blocked: _blocked, ...kept } = block(13, 15);
  expect(nameOf([block(0, 24, "Repairs"), kept])).toBe("Saturday, December 12, Repairs");
  expect(nameOf([block(0, 20, "Repairs"), block(20, 24)])).toBe("Saturday, December 12, closed");
  expect(nameOf([block(0, 21, "Repairs")])).toBe("Saturday, December 12, 1 slot free");
});
