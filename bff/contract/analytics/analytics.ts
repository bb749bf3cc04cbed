/** The wire shape of analytics (decisions 131 to 135): JSON numbers, dollars with cents. */
import { z } from "zod";
import { Day, Id, Instant, namedObject } from "../fields.ts";
import { Count, Dollars, PeriodFigures } from "./analytics-period.ts";

const Percentage = z.number().meta({ description: "Percent, one decimal" });

export const Analytics = namedObject("Analytics", {
  revenue: z.object({
    total: Dollars,
    thisMonth: Dollars.meta({ description: "The last 30 venue days by receipt, today included" }),
    pendingRevenue: Dollars.meta({ description: "Remaining balance of downpaid, not cancelled bookings" }),
    downpaymentsCollected: Dollars,
    totalBookingsValue: Dollars.meta({ description: "Total price of bookings that are not cancelled" }),
  }),
  customers: z.object({
    totalUniqueCustomers: Count,
    returningCustomers: Count,
    averageBookingValue: Dollars,
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
      revenue: Dollars,
      utilizationRate: Percentage,
    }),
  ),
  daily: z
    .array(z.object({ day: Day, revenue: Dollars, bookings: Count, inquiries: Count }))
    .meta({ description: "The last 30 venue days, oldest first" }),
  timeZone: z.string(),
  generatedAt: Instant,
  period: PeriodFigures.optional().meta({ description: "With from and to: those days' own figures" }),
  before: PeriodFigures.optional().meta({ description: "Those of as many days before them" }),
});
export type Analytics = z.infer<typeof Analytics>;
