/** The wire shape of analytics (decisions 131 to 135): JSON numbers, amounts in units of the currency. */
import { z } from "zod";
import { Day, Id, Instant, namedObject } from "../fields.ts";
import { Count, Money, PeriodFigures } from "./analytics-period.ts";

const Percentage = z.number().meta({ description: "Percent, one decimal" });

export const Analytics = namedObject("Analytics", {
  revenue: z.object({
    total: Money,
    thisMonth: Money.meta({ description: "The last 30 venue days by receipt, today included" }),
    pendingRevenue: Money.meta({ description: "Remaining balance of downpaid, not cancelled bookings" }),
    downpaymentsCollected: Money,
    totalBookingsValue: Money.meta({ description: "Total price of bookings that are not cancelled" }),
  }),
  customers: z.object({
    totalUniqueCustomers: Count,
    returningCustomers: Count,
    averageBookingValue: Money,
  }),
  inquiries: z.object({ total: Count, thisMonth: Count, conversionRate: Percentage }),
  bookings: z.object({
    total: Count,
    thisWeek: Count,
    thisMonth: Count,
    byStatus: z.object({ confirmed: Count, pending: Count, completed: Count, cancelled: Count }),
  }),
  roomUtilization: z.array(
    z.object({
      roomId: Id,
      roomName: z.string(),
      totalBookings: Count,
      totalHoursBooked: z.number(),
      revenue: Money,
      utilizationRate: Percentage,
    }),
  ),
  daily: z
    .array(z.object({ day: Day, revenue: Money, bookings: Count, inquiries: Count }))
    .meta({ description: "The last 30 venue days, oldest first" }),
  timeZone: z.string(),
  generatedAt: Instant,
  period: PeriodFigures.optional().meta({ description: "With from and to: those days' own figures" }),
  before: PeriodFigures.optional().meta({ description: "Those of as many days before them" }),
});
export type Analytics = z.infer<typeof Analytics>;
