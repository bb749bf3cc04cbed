/** The call of the analytics page (decisions 131 to 136). */
import { toUnits } from "../../../core/booking/rules/money.ts";
import { REVENUE_READERS } from "../../../core/staff/staff.ts";
import { PERIOD_VIEWS, readPeriod } from "../../../projections/views/analytics/period-report.ts";
import { readAnalytics } from "../../../projections/views/analytics/report.ts";
import { staffAndTokenCalls } from "../../access/token-access.ts";
import type { App, Bff } from "../../context.ts";
import { Analytics } from "../../contract/analytics/analytics.ts";
import { AnalyticsQuery } from "../../contract/analytics/analytics-period.ts";
import { jsonAnswer, ReadAfter } from "../../http/openapi.ts";
import { periodJson } from "../../wire/period-json.ts";

export function analyticsRoutes(app: App, bff: Bff): void {
  const { core, reads } = bff;
  const readers = staffAndTokenCalls(bff, "Analytics", "analytics:read", REVENUE_READERS);

  app.openapi(
    readers.get("/api/analytics", {
      summary: "The venue's figures",
      description: "With `from` and `to` also those of that period and of as many days before it.",
      request: { query: AnalyticsQuery, headers: ReadAfter },
      responses: { 200: jsonAnswer("The figures as of now", Analytics) },
      problems: ["InvalidData"],
    }),
    async (c) => {
      const now = core.clock.now();
      const venue = { timeZone: core.timeZone, opening: core.settings.schedule() };
      const { from, to } = c.req.valid("query");
      const { revenue, customers, inquiries, bookings, ...report } = await reads.read(
        c.env.incoming,
        ["analytics"],
        (sql) => readAnalytics(sql, now, venue),
      );
      const compared =
        from === undefined || to === undefined
          ? null
          : await reads.read(c.env.incoming, PERIOD_VIEWS, (sql) => readPeriod(sql, { from, to }, venue));
      const { total, thisWeek, thisMonth, ...byStatus } = bookings;
      const rooms = new Map(report.rooms.map((room) => [room.roomId, room]));
      // The revenue of a retired room is still shown.
      const shown = core.rooms.allIncludingRetired().filter(({ id, retired }) => !retired || rooms.has(id));
      const analytics: Analytics = {
        revenue: {
          total: toUnits(revenue.totalCents),
          thisMonth: toUnits(revenue.thisMonthCents),
          pendingRevenue: toUnits(revenue.remainingCents),
          downpaymentsCollected: toUnits(revenue.downpaymentsCents),
          totalBookingsValue: toUnits(revenue.valueCents),
        },
        customers: {
          totalUniqueCustomers: customers.unique,
          returningCustomers: customers.returning,
          averageBookingValue: toUnits(customers.averageValueCents),
        },
        inquiries,
        bookings: { total, thisWeek, thisMonth, byStatus },
        roomUtilization: shown.map(({ id, name }) => {
          const room = rooms.get(id);
          return {
            roomId: id,
            roomName: name,
            totalBookings: room?.bookings ?? 0,
            totalHoursBooked: room?.bookedHours ?? 0,
            revenue: toUnits(room?.revenueCents ?? 0),
            utilizationRate: room?.utilization ?? 0,
          };
        }),
        daily: report.days.map(({ revenueCents, ...day }) => ({ ...day, revenue: toUnits(revenueCents) })),
        timeZone: core.timeZone,
        generatedAt: now.toISOString(),
        ...(compared && {
          period: periodJson(compared.period, core.rooms),
          before: periodJson(compared.before, core.rooms),
        }),
      };
      return c.json(analytics, 200);
    },
  );
}
