/** The calls about one's own bookings: see, cancel and move them, by a customer's session or a guest's signed link (decisions 70, 71). */
import type { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { calendarFileOf } from "../../../core/adapters/mail/calendar.ts";
import { toCents } from "../../../core/booking/money.ts";
import { cancelOwnBooking, ownBooking, rescheduleOwnBooking } from "../../../core/customer/own-booking.ts";
import { bookingRow, bookingsOf } from "../../../projections/views/own-bookings.ts";
import { customerCalls } from "../../access/customer-guard.ts";
import type { Bff } from "../../context.ts";
import {
  CancellationTerms,
  OwnBooking,
  OwnBookingChanged,
  OwnCancellation,
  Reschedule,
} from "../../contract/customer/customer.ts";
import { calls } from "../../http/calls.ts";
import type { BffEnv, RespondingContext } from "../../http/hono-env.ts";
import { writtenAt } from "../../http/log-position.ts";
import {
  BODY_PROBLEMS,
  CALENDAR_FILE,
  FORM_PROBLEMS,
  jsonAnswer,
  jsonBody,
  writtenAnswer,
} from "../../http/openapi.ts";
import { problem, refusal } from "../../http/problem.ts";
import {
  cancellationTermsJson,
  cancelledBookingJson,
  movedBookingJson,
  ownBookingJson,
} from "../../wire/own-booking-json.ts";
import { type Access, type Door, linkDoor, sessionDoor } from "./booking-doors.ts";

/** A booking, and whether feedback was left for it. */
const OWN_VIEWS = ["bookings", "feedback"] as const;

export function ownBookingRoutes(app: OpenAPIHono<BffEnv>, bff: Bff): void {
  const { core, reads, limits } = bff;
  const session = sessionDoor(bff);
  const link = linkDoor(bff);
  const customers = customerCalls(bff, "Customers");

  // The account page uses the one, the feedback page the other (decision 176).
  for (const path of ["/api/auth/bookings", "/api/user/bookings"] as const) {
    app.openapi(
      customers.get(path, {
        summary: "The customer's own bookings, the latest visit first",
        description: "Those made signed in and, once the email is verified, those made as a guest with it.",
        responses: { 200: jsonAnswer("The bookings", z.array(OwnBooking)) },
      }),
      async (c) => {
        const { id, email, emailVerified } = c.get("customer");
        const owner = { userId: id, guestEmail: emailVerified ? email : null };
        const rows = await reads.read(c.env.incoming, OWN_VIEWS, (sql) => bookingsOf(sql, owner));
        return c.json(
          rows.map((row) => ownBookingJson(core, row)),
          200,
        );
      },
    );
  }

  const linked = calls(link.tag, link);
  app.openapi(
    linked.get(link.path, {
      summary: "The booking that the link is for",
      request: { params: link.params },
      responses: { 200: jsonAnswer("The booking", OwnBooking) },
      problems: ["BookingNotFound"],
    }),
    async (c) => {
      const own = await bookingBehind(link.access(c));
      if (!own.ok) return refusal(c, own.rejection);
      const { id, at } = own.value;
      const row = await reads.read(c.env.incoming, OWN_VIEWS, (sql) => bookingRow(sql, id), at);
      return row ? c.json(ownBookingJson(core, row), 200) : problem(c, "BookingNotFound");
    },
  );

  for (const door of [session, link]) oneBookingRoutes(door);

  function oneBookingRoutes(door: Door): void {
    const { path, booking, params, middleware, access } = door;
    const here = calls(door.tag, door);

    app.openapi(
      here.get(`${path}/cancellation`, {
        summary: "The refund for cancelling now",
        description: "24 hours ahead or more: the downpayment less 10%; 12 to 24 hours: half; less: nothing.",
        request: { params },
        responses: { 200: jsonAnswer("The terms at this moment", CancellationTerms) },
        problems: ["BookingNotFound"],
      }),
      async (c) => {
        const own = await bookingBehind(access(c));
        if (!own.ok) return refusal(c, own.rejection);
        return c.json(cancellationTermsJson(core, own.value.booking), 200);
      },
    );

    app.openapi(
      here.post(`${path}/cancel`, {
        summary: `Cancel ${booking}`,
        description:
          "Send the `refundAmount` that was shown: when it is another by now, nothing is cancelled.",
        middleware: [limits.bookingChanges, middleware] as const,
        request: { params, ...jsonBody(OwnCancellation) },
        responses: { 200: writtenAnswer("The booking is cancelled", OwnBookingChanged) },
        problems: [
          ...BODY_PROBLEMS,
          "InvalidData",
          "BookingNotFound",
          "BookingOver",
          "RefundChanged",
          "TooManyRequests",
          "ConcurrentChange",
        ],
      }),
      async (c) => {
        const way = await wayToChange(c, access(c));
        if (!way.ok) return way.response;
        const { id, holder, meta } = way;
        const { refundAmount } = c.req.valid("json");
        const statedRefundCents = refundAmount === undefined ? null : toCents(refundAmount);
        const outcome = await cancelOwnBooking(core, { id, holder, statedRefundCents }, meta);
        if (!outcome.ok) return refusal(c, outcome.rejection);
        return c.json(cancelledBookingJson(core, id, outcome.value), 200, writtenAt(outcome.position));
      },
    );

    app.openapi(
      here.post(`${path}/reschedule`, {
        summary: `Move ${booking}`,
        description:
          "Same room, length and price; payments stay with the booking. Needs 24 hours' notice; the new date is within 60 days of the date first booked. An unpaid booking keeps its deadline. Refused in a room that visitors cannot book any more: ask the venue for another room.",
        middleware: [limits.bookingChanges, middleware] as const,
        request: { params, ...jsonBody(Reschedule) },
        responses: { 200: writtenAnswer("The booking is moved", OwnBookingChanged) },
        problems: [
          ...FORM_PROBLEMS,
          "InvalidBooking",
          "BookingNotFound",
          "BookingOver",
          "HoldExpired",
          "RescheduleTooLate",
          "RoomNotFound",
          "RoomNotBookable",
          "SlotTaken",
          "TooManyRequests",
          "ConcurrentChange",
        ],
      }),
      async (c) => {
        const way = await wayToChange(c, access(c));
        if (!way.ok) return way.response;
        const { id, holder, meta } = way;
        const outcome = await rescheduleOwnBooking(core, { id, holder, ...c.req.valid("json") }, meta);
        if (!outcome.ok) return refusal(c, outcome.rejection);
        return c.json(movedBookingJson(core, id, outcome.value), 200, writtenAt(outcome.position));
      },
    );

    app.openapi(
      here.get(`${path}/calendar.ics`, {
        summary: "The visit as a calendar file",
        request: { params },
        responses: { 200: CALENDAR_FILE },
        problems: ["BookingNotFound"],
      }),
      async (c) => {
        const own = await bookingBehind(access(c));
        if (!own.ok) return refusal(c, own.rejection);
        const { id, booking, version } = own.value;
        const at = core.clock.now();
        // A file for the customer's own calendar, not an invitation.
        const file = calendarFileOf(core, { bookingId: id, booking, version, at, attendee: null });
        return new Response(file.content, {
          headers: {
            "Content-Type": "text/calendar; charset=utf-8",
            "Content-Disposition": `attachment; filename="${file.fileName}"`,
            "Cache-Control": "no-store",
          },
        });
      },
    );
  }

  /** The access, if the caller may see the booking and has not changed it too often. */
  async function wayToChange(c: RespondingContext, way: Access) {
    if (!way.ok) return { ok: false as const, response: refusal(c, way.rejection) };
    const own = await bookingBehind(way);
    if (!own.ok) return { ok: false as const, response: refusal(c, own.rejection) };
    const tooOften = await limits.changeOfBooking(c, way.id);
    return tooOften ? { ok: false as const, response: tooOften } : way;
  }

  async function bookingBehind(way: Access) {
    return way.ok ? ownBooking(core, way.id, way.holder) : way;
  }
}
