/** Writes the result of the finder. */
import { toAmount } from "../../core/booking/rules/money.ts";
import type { FoundTimes } from "../../core/calendar/find-times.ts";
import type { Room } from "../../core/venue/rooms/rooms.ts";
import type { Found as FoundJson } from "../contract/visitor/find.ts";

/** `startHour` is the one that was asked for. */
export function foundJson({ roomDays, tooSmall }: FoundTimes<Room>, startHour: number): FoundJson {
  const best = roomDays.flatMap(({ room, day, best: fit }) =>
    fit === null ? [] : [{ room, day, fit, exact: fit.startHour === startHour }],
  );
  best.sort(
    (a, b) =>
      Number(b.exact) - Number(a.exact) ||
      a.day.localeCompare(b.day) ||
      a.fit.price.totalCents - b.fit.price.totalCents,
  );
  return {
    rooms: best.map(({ room, day, fit, exact }) => ({
      roomId: room.id,
      slug: room.slug,
      name: room.name,
      capacity: room.capacity,
      day,
      startTime: fit.startsAt.toISOString(),
      endTime: fit.endsAt.toISOString(),
      bookingDuration: fit.duration,
      totalAmount: toAmount(fit.price.totalCents),
      downpaymentAmount: toAmount(fit.price.downpaymentCents),
      exact,
    })),
    tooSmall: tooSmall.map(({ id }) => id),
    days: roomDays.map(({ room, day, freeHours, fits }) => ({
      roomId: room.id,
      day,
      freeHours,
      starts: fits.map((fit) => ({
        hour: fit.startHour,
        bookingDuration: fit.duration,
        totalAmount: toAmount(fit.price.totalCents),
      })),
    })),
  };
}
