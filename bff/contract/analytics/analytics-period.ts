/** The wire shape of the figures of a period (decisions 136, 137): JSON numbers, amounts in units of the currency, whole hours; days are the venue's. */
import { z } from "zod";
import { WEEKDAYS } from "../../../core/venue/time/opening-hours.ts";
import { Day, Id, namedObject } from "../fields.ts";

export const Money = z.number().meta({ description: "An amount of the venue's currency" });
export const Count = z.number().int();
const Percentage = z
  .number()
  .nullable()
  .meta({ description: "Percent, one decimal; null where no hours were offered" });

/** Five years, leap days included. */
const MOST_DAYS = 5 * 365 + 2;
const DAY_MS = 86_400_000;

const daysIn = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

function checkPeriod({ from, to }: { from: string; to: string }, refuse: (message: string) => void): void {
  if (to < from) refuse("To must not be before from");
  else if (daysIn(from, to) > MOST_DAYS) refuse("A period may be at most five years");
}

const first = Day.meta({ description: "The period's first day" });
const last = Day.meta({ description: "Its last day, at most five years on" });

/** Query of `GET /api/analytics/….csv`. */
export const PeriodQuery = z
  .object({ from: first, to: last })
  .superRefine((period, context) =>
    checkPeriod(period, (message) => context.addIssue({ code: "custom", path: ["to"], message })),
  );
export type PeriodQuery = z.infer<typeof PeriodQuery>;

/** Query of `GET /api/analytics`: both days, or none. */
export const AnalyticsQuery = z
  .object({ from: first.optional(), to: last.optional() })
  .superRefine(({ from, to }, context) => {
    const refuse = (path: "from" | "to", message: string): void =>
      context.addIssue({ code: "custom", path: [path], message });
    if (from === undefined && to === undefined) return;
    if (from === undefined) refuse("from", "Give the period's first day too");
    else if (to === undefined) refuse("to", "Give the period's last day too");
    else checkPeriod({ from, to }, (message) => refuse("to", message));
  });

export const PeriodFigures = namedObject("PeriodFigures", {
  // A period before 1970 is valid too; its figures are empty.
  from: z.iso.date(),
  to: z.iso.date(),
  days: Count,
  bookings: Count.meta({ description: "Made in the period, in any state now" }),
  revenue: Money.meta({ description: "Received less refunds" }),
  received: Money.meta({ description: "By the day of receipt" }),
  refunds: Money.meta({ description: "Issued in the period, and money withheld by disputes" }),
  cancellations: z
    .object({ total: Count, byCustomer: Count, byVenue: Count })
    .meta({ description: "By the day of the cancellation, unless it was undone" }),
  unpaidHolds: Count.meta({ description: "Bookings whose hold expired or was released unpaid" }),
  noShows: Count.meta({ description: "By the day of the visit" }),
  hoursBooked: z.number().meta({ description: "Of visits in the period that are not cancelled" }),
  hoursOffered: z
    .number()
    .meta({ description: "Opening hours of rooms that are not retired, less closures" }),
  occupancy: Percentage,
  leadTime: z
    .object({
      averageDays: z.number().nullable().meta({ description: "One decimal; null without bookings" }),
      buckets: z.array(z.object({ fromDays: Count, toDays: Count.nullable(), bookings: Count })),
    })
    .meta({
      description: "Days from booking to visit, of the period's bookings that are not cancelled",
    }),
  rooms: z.array(
    z.object({
      roomId: Id,
      roomName: z.string(),
      bookings: Count,
      hoursBooked: z.number(),
      hoursOffered: z.number(),
      revenue: Money,
      occupancy: Percentage,
    }),
  ),
  heatMap: z
    .object({
      firstHour: z.number().int().min(0).max(24).meta({ description: "Of the venue's clock" }),
      weekdays: z.array(
        z.object({
          weekday: z.enum(WEEKDAYS),
          hoursBooked: z.array(z.number()).meta({ description: "One for each hour from the first on" }),
        }),
      ),
    })
    .meta({ description: "Hours booked in all rooms by weekday, Monday first, and hour of the day" }),
  sources: z.object({ web: Count, staff: Count }).meta({
    description: "Bookings made, by who made them: visitors and customers, or staff for a guest",
  }),
  takings: z
    .object({
      cash: Money,
      terminal: Money,
      transfer: Money,
      card: Money.meta({ description: "Paid online, less refunds and disputes" }),
      marked: Money.meta({ description: "Marked as received without a method" }),
      total: Money,
    })
    .meta({
      description: "Net, as in the days' takings: a refund at the desk counts when it is paid out",
    }),
  waitlist: z
    .object({
      joined: Count.meta({ description: "Entries by the day on which they joined" }),
      waiting: Count.meta({
        description:
          "Entries that waited or were offered hours when the last day was over, or now if it is not",
      }),
      offers: Count.meta({ description: "Offers made in the period" }),
      taken: Count.meta({ description: "Of these offers" }),
      takenShare: z.number().nullable().meta({ description: "Percent, one decimal; null without offers" }),
      hoursSold: z.number().meta({ description: "Of the taken offers that are not cancelled" }),
      revenue: Money.meta({ description: "Received for the taken offers less refunds, until now" }),
    })
    .meta({ description: "Hours that are only offered count nowhere else until they are taken" }),
});
export type PeriodFigures = z.infer<typeof PeriodFigures>;
