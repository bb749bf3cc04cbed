/** Owns the calls by which signed-in customers see, cancel and move their own bookings (SPEC §2 account, §7, §9). */
import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { toCents } from "../../../core/booking/money.ts";
import { cancelOwnBooking, ownBooking, rescheduleOwnBooking } from "../../../core/customer/own-booking.ts";
import { bookingsOf } from "../../../projections/views/own-bookings.ts";
import { CUSTOMER_PROBLEMS, customerMeta, requireCustomer } from "../../access/customer-guard.ts";
import type { Bff } from "../../context.ts";
import {
  CancellationTerms,
  OwnBooking,
  OwnBookingChanged,
  OwnCancellation,
  Reschedule,
} from "../../contract/customer.ts";
import type { BffEnv } from "../../http/hono-env.ts";
import {
  BODY_PROBLEMS,
  CALENDAR_FILE,
  json,
  jsonBody,
  PathId,
  problems,
  WRITTEN,
} from "../../http/openapi.ts";
import { refusal } from "../../http/problem.ts";
import { caughtUp } from "../../live/caught-up.ts";
import { writtenAt } from "../../wire/answers.ts";
import {
  calendarAnswer,
  cancelledOnTheWire,
  ownBookingOnTheWire,
  rescheduledOnTheWire,
  termsOnTheWire,
} from "../../wire/own-bookings.ts";

const ONE_BOOKING = { params: z.object({ id: PathId }) };

export function customerBookingRoutes(app: OpenAPIHono<BffEnv>, bff: Bff): void {
  const { core } = bff;
  const middleware = requireCustomer(bff);

  // The account page asks the one, the feedback page the other (SPEC §7).
  for (const path of ["/api/auth/bookings", "/api/user/bookings"] as const) {
    app.openapi(
      createRoute({
        method: "get",
        path,
        tags: ["Customers"],
        summary: "The customer's own bookings, the latest visit first",
        description: "Those made signed in and, once the email is verified, those made as a guest with it.",
        middleware,
        responses: {
          200: { description: "The bookings", content: json(z.array(OwnBooking)) },
          ...problems(...CUSTOMER_PROBLEMS),
        },
      }),
      async (c) => {
        const { id, email, emailVerified } = c.get("customer");
        await Promise.all([caughtUp(core.sql, "bookings"), caughtUp(core.sql, "feedback")]);
        const rows = await bookingsOf(core.sql, { userId: id, guestEmail: emailVerified ? email : null });
        return c.json(
          rows.map((row) => ownBookingOnTheWire(core, row)),
          200,
        );
      },
    );
  }

  app.openapi(
    createRoute({
      method: "get",
      path: "/api/auth/bookings/{id}/cancellation",
      tags: ["Customers"],
      summary: "What cancelling now would give back",
      description: "24 hours ahead or more: the downpayment less 10%; 12 to 24 hours: half; less: nothing.",
      middleware,
      request: ONE_BOOKING,
      responses: {
        200: { description: "The terms at this moment", content: json(CancellationTerms) },
        ...problems(...CUSTOMER_PROBLEMS, "BookingNotFound"),
      },
    }),
    async (c) => {
      const account = c.get("customer");
      const own = await ownBooking(core, c.req.valid("param").id ?? 0, { kind: "customer", account });
      if (!own.ok) return refusal(c, own.rejection);
      return c.json(termsOnTheWire(core, own.value.booking), 200);
    },
  );

  app.openapi(
    createRoute({
      method: "post",
      path: "/api/auth/bookings/{id}/cancel",
      tags: ["Customers"],
      summary: "Cancel a booking of one's own",
      description: "Send the `refundAmount` that was shown: when it is another by now, nothing is cancelled.",
      middleware,
      request: { ...ONE_BOOKING, ...jsonBody(OwnCancellation) },
      responses: {
        200: { description: "The booking is cancelled", headers: WRITTEN, content: json(OwnBookingChanged) },
        ...problems(
          ...CUSTOMER_PROBLEMS,
          ...BODY_PROBLEMS,
          "InvalidData",
          "BookingNotFound",
          "BookingOver",
          "RefundChanged",
          "ConcurrentChange",
        ),
      },
    }),
    async (c) => {
      const account = c.get("customer");
      const id = c.req.valid("param").id ?? 0;
      const { refundAmount } = c.req.valid("json");
      const statedRefundCents = refundAmount === undefined ? null : toCents(refundAmount);
      const outcome = await cancelOwnBooking(
        core,
        { id, holder: { kind: "customer", account }, statedRefundCents },
        customerMeta(c, account),
      );
      if (!outcome.ok) return refusal(c, outcome.rejection);
      return c.json(cancelledOnTheWire(core, id, outcome.value), 200, writtenAt(outcome.position));
    },
  );

  app.openapi(
    createRoute({
      method: "post",
      path: "/api/auth/bookings/{id}/reschedule",
      tags: ["Customers"],
      summary: "Move a booking of one's own",
      description:
        "Same room, length and price; what was paid goes along. Needs 24 hours' notice; the new date is within 60 days of the date first booked. An unpaid booking keeps its deadline.",
      middleware,
      request: { ...ONE_BOOKING, ...jsonBody(Reschedule) },
      responses: {
        200: { description: "The booking is moved", headers: WRITTEN, content: json(OwnBookingChanged) },
        ...problems(
          ...CUSTOMER_PROBLEMS,
          ...BODY_PROBLEMS,
          "MissingInformation",
          "InvalidData",
          "InvalidBooking",
          "BookingNotFound",
          "BookingOver",
          "HoldExpired",
          "RescheduleTooLate",
          "SlotTaken",
          "ConcurrentChange",
        ),
      },
    }),
    async (c) => {
      const account = c.get("customer");
      const id = c.req.valid("param").id ?? 0;
      const outcome = await rescheduleOwnBooking(
        core,
        { id, holder: { kind: "customer", account }, ...c.req.valid("json") },
        customerMeta(c, account),
      );
      if (!outcome.ok) return refusal(c, outcome.rejection);
      return c.json(rescheduledOnTheWire(core, id, outcome.value), 200, writtenAt(outcome.position));
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/api/auth/bookings/{id}/calendar.ics",
      tags: ["Customers"],
      summary: "The visit for one's own calendar",
      middleware,
      request: ONE_BOOKING,
      responses: { 200: CALENDAR_FILE, ...problems(...CUSTOMER_PROBLEMS, "BookingNotFound") },
    }),
    async (c) => {
      const account = c.get("customer");
      const own = await ownBooking(core, c.req.valid("param").id ?? 0, { kind: "customer", account });
      return own.ok ? calendarAnswer(core, own.value) : refusal(c, own.rejection);
    },
  );
}
