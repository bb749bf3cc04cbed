/** Staff's calls that find and read bookings: the list, its stat cards, one booking, its history. */
import type { TypedResponse } from "hono";
import { z } from "zod";
import { toAmount } from "../../../../core/booking/rules/money.ts";
import { REVENUE_READERS } from "../../../../core/staff/staff.ts";
import { addDays, instantAt } from "../../../../core/venue/time/venue-time.ts";
import { readAnalytics } from "../../../../projections/views/analytics/report.ts";
import {
  type BookingFilter,
  countBookings,
  findBookings,
  streamBookings,
} from "../../../../projections/views/booking-list.ts";
import { mailsOfBooking } from "../../../../projections/views/booking-mails.ts";
import { readHistory } from "../../../../projections/views/history.ts";
import { staffAndTokenCalls } from "../../../access/token-access.ts";
import type { App, Bff } from "../../../context.ts";
import {
  BookingHistory,
  DEFAULT_PAGE_SIZE,
  StaffBooking,
  StaffBookingFilter,
  StaffBookingSummary,
  StaffBookingsQuery,
  TOTAL_COUNT_HEADER,
} from "../../../contract/staff/staff-booking.ts";
import { problem } from "../../../http/answers.ts";
import { ById, json, jsonAnswer } from "../../../http/openapi.ts";
import { staffBookingJson, staffBookingJsonOrUnreadable } from "../../../wire/staff-booking-json.ts";

const COUNTED = z.object({
  [TOTAL_COUNT_HEADER]: z.string().meta({ description: "How many there are on all pages", examples: ["42"] }),
});

const NO_STORE = { "Cache-Control": "no-store" };

const filterOf = (
  { search, status, paymentStatus, accountId, from, to }: StaffBookingFilter,
  timeZone: string,
): BookingFilter => ({
  search,
  status: status === "all" ? null : status,
  paymentStatus: paymentStatus === "all" ? null : paymentStatus,
  accountId: accountId ?? null,
  begins: {
    from: from === undefined ? null : instantAt(from, 0, timeZone),
    to: to === undefined ? null : instantAt(addDays(to, 1), 0, timeZone),
  },
});

export function staffBookingRoutes(app: App, bff: Bff): void {
  const { core, reads } = bff;
  const { rooms } = core;
  const readers = staffAndTokenCalls(bff, "Staff: bookings", "bookings:read");
  const oneBooking = { params: ById };

  app.openapi(
    readers.get("/api/bookings", {
      summary: "Bookings, the newest first",
      description:
        "Without `page` and `limit` every booking that matches the filters is answered, in one array. With either, one page.",
      request: { query: StaffBookingsQuery },
      responses: {
        200: { description: "The bookings", headers: COUNTED, content: json(z.array(StaffBooking)) },
      },
      problems: ["InvalidData"],
    }),
    async (c) => {
      const { page, limit, sort, order, ...rest } = c.req.valid("query");
      const filter = filterOf(rest, core.timeZone);
      if (page === undefined && limit === undefined) {
        const { chunks, total } = await reads.read(c.env.incoming, ["bookings"], async (sql) => {
          // The count shows that the server answers before the first byte of a long list is sent.
          const total = await countBookings(sql, rooms, filter);
          return { total, chunks: streamBookings(sql, rooms, filter, { sort, order }) };
        });
        const body = textOf(chunks, (found) => staffBookingJson(rooms, found));
        const response = new Response(body, {
          headers: { "Content-Type": "application/json", ...NO_STORE, [TOTAL_COUNT_HEADER]: String(total) },
        });
        return response as Response & TypedResponse<StaffBooking[], 200, "json">; // the array is written while it is read
      }
      const size = limit ?? DEFAULT_PAGE_SIZE;
      const offset = ((page ?? 1) - 1) * size;
      const paging = { sort, order, limit: size, offset };
      const { total, bookings } = await reads.read(c.env.incoming, ["bookings"], (sql) =>
        findBookings(sql, rooms, filter, paging),
      );
      return c.json(
        bookings.map((one) => staffBookingJson(rooms, one)),
        200,
        { [TOTAL_COUNT_HEADER]: String(total) },
      );
    },
  );

  app.openapi(
    readers.get("/api/bookings/summary", {
      summary: "The six stat cards, and how many bookings match the filters",
      request: { query: StaffBookingFilter },
      responses: { 200: jsonAnswer("The figures", StaffBookingSummary) },
      problems: ["InvalidData"],
    }),
    async (c) => {
      const filter = filterOf(c.req.valid("query"), core.timeZone);
      const now = core.clock.now();
      const [{ bookings, revenue }, filtered] = await reads.read(
        c.env.incoming,
        ["bookings", "analytics"],
        (sql) =>
          Promise.all([
            readAnalytics(sql, now, { timeZone: core.timeZone, opening: core.settings.schedule() }),
            countBookings(sql, rooms, filter),
          ]),
      );
      const seesRevenue = REVENUE_READERS.includes(c.get("staff").role);
      const { total, pending, confirmed, completed, cancelled } = bookings;
      const summary: StaffBookingSummary = {
        total,
        pending,
        confirmed,
        completed,
        cancelled,
        totalRevenue: seesRevenue ? toAmount(revenue.totalCents) : null,
        downpayments: seesRevenue ? toAmount(revenue.downpaymentsCents) : null,
        filtered,
        lastUpdated: now.toISOString(),
      };
      return c.json(summary, 200);
    },
  );

  app.openapi(
    readers.get("/api/bookings/{id}", {
      summary: "One booking, as it is now",
      description:
        "A booking that this version cannot read is answered in its last readable state, and says so (`unreadable`).",
      request: oneBooking,
      responses: { 200: jsonAnswer("The booking", StaffBooking) },
      problems: ["BookingNotFound"],
    }),
    async (c) => {
      const booking = await staffBookingJsonOrUnreadable(core, c.req.valid("param").id);
      return booking ? c.json(booking, 200) : problem(c, "BookingNotFound");
    },
  );

  app.openapi(
    readers.get("/api/bookings/{id}/history", {
      summary: "What happened to a booking and its money, from the log itself",
      request: oneBooking,
      responses: { 200: jsonAnswer("The history, oldest first", BookingHistory) },
      problems: ["BookingNotFound"],
    }),
    async (c) => {
      const id = c.req.valid("param").id;
      const [history, mails] = await reads.read(c.env.incoming, ["staff"], (sql) =>
        Promise.all([
          readHistory(sql, id, {
            timeZone: core.timeZone,
            now: core.clock.now(),
            roomName: core.rooms.nameOf,
          }),
          mailsOfBooking(sql, id),
        ]),
      );
      if (!history) return problem(c, "BookingNotFound");
      const answer = {
        id,
        entries: history.entries.map(({ amountCents, ...entry }) => ({
          ...entry,
          amount: amountCents === null ? null : toAmount(amountCents),
        })),
        mails,
        money: {
          paidAmount: toAmount(history.receivedCents),
          refundedAmount: toAmount(history.refundIssuedCents),
          refundsUnderWayAmount: toAmount(history.refundsUnderWayCents),
          disputedAmount: toAmount(history.disputedCents),
          dueAmount: toAmount(history.dueCents),
          toReturnAmount: toAmount(history.toReturnCents),
          returnableAmount: toAmount(history.returnableCents),
          refundableAmount: toAmount(history.refundableCents),
          refunds: history.refunds.map(({ amountCents, ...refund }) => ({
            ...refund,
            amount: toAmount(amountCents),
          })),
        },
      };
      return c.json(answer, 200);
    },
  );
}

/** A JSON array, written while it is read: a long list needs no memory and its beginning is sent at once. */
function textOf<Item, Written>(
  chunks: AsyncGenerator<Item[]>,
  write: (item: Item) => Written,
): ReadableStream {
  const encoder = new TextEncoder();
  let opened = false;
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      const items = (value ?? []).map((item: Item) => JSON.stringify(write(item)));
      const text = items.join(",\n");
      if (!opened) controller.enqueue(encoder.encode(`[${text}`));
      else if (items.length > 0) controller.enqueue(encoder.encode(`,\n${text}`));
      opened = true;
      if (!done) return;
      controller.enqueue(encoder.encode("]"));
      controller.close();
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}
