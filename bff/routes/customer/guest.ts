/** Owns the calls that a guest's signed link opens: see, cancel and move the one booking that it is for, without an account. */
import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { z } from "zod";
import { toCents } from "../../../core/booking/money.ts";
import {
  cancelOwnBooking,
  guestHolder,
  ownBooking,
  rescheduleOwnBooking,
} from "../../../core/customer/own-booking.ts";
import { bookingRow } from "../../../projections/views/own-bookings.ts";
import type { Bff } from "../../context.ts";
import {
  CancellationTerms,
  OwnBooking,
  OwnBookingChanged,
  OwnCancellation,
  Reschedule,
} from "../../contract/customer.ts";
import type { BffEnv } from "../../http/hono-env.ts";
import { BODY_PROBLEMS, CALENDAR_FILE, json, jsonBody, problems, WRITTEN } from "../../http/openapi.ts";
import { problem, refusal } from "../../http/problem.ts";
import { caughtUp } from "../../live/caught-up.ts";
import { visitorMeta, writtenAt } from "../../wire/answers.ts";
import {
  calendarAnswer,
  cancelledOnTheWire,
  ownBookingOnTheWire,
  rescheduledOnTheWire,
  termsOnTheWire,
} from "../../wire/own-bookings.ts";

const ONE_LINK = {
  params: z.object({
    token: z
      .string()
      .meta({ description: "From the link in a booking's mails; holds until 30 days after the visit" }),
  }),
};

const notKept: MiddlewareHandler<BffEnv> = async (c, next) => {
  c.header("Cache-Control", "no-store");
  await next();
};

export function guestRoutes(app: OpenAPIHono<BffEnv>, { core }: Bff): void {
  app.openapi(
    createRoute({
      method: "get",
      path: "/api/guest/{token}",
      tags: ["Guests"],
      summary: "The booking that the link is for",
      middleware: notKept,
      request: ONE_LINK,
      responses: {
        200: { description: "The booking", content: json(OwnBooking) },
        ...problems("LinkInvalid", "BookingNotFound"),
      },
    }),
    async (c) => {
      const own = await linkedBooking(c.req.valid("param").token);
      if (!own.ok) return refusal(c, own.rejection);
      await Promise.all([caughtUp(core.sql, "bookings"), caughtUp(core.sql, "feedback")]);
      const row = await bookingRow(core.sql, own.value.id);
      return row ? c.json(ownBookingOnTheWire(core, row), 200) : problem(c, "BookingNotFound");
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/api/guest/{token}/cancellation",
      tags: ["Guests"],
      summary: "What cancelling now would give back",
      middleware: notKept,
      request: ONE_LINK,
      responses: {
        200: { description: "The terms at this moment", content: json(CancellationTerms) },
        ...problems("LinkInvalid", "BookingNotFound"),
      },
    }),
    async (c) => {
      const own = await linkedBooking(c.req.valid("param").token);
      if (!own.ok) return refusal(c, own.rejection);
      return c.json(termsOnTheWire(core, own.value.booking), 200);
    },
  );

  app.openapi(
    createRoute({
      method: "post",
      path: "/api/guest/{token}/cancel",
      tags: ["Guests"],
      summary: "Cancel the booking",
      description: "Send the `refundAmount` that was shown: when it is another by now, nothing is cancelled.",
      middleware: notKept,
      request: { ...ONE_LINK, ...jsonBody(OwnCancellation) },
      responses: {
        200: { description: "The booking is cancelled", headers: WRITTEN, content: json(OwnBookingChanged) },
        ...problems(
          ...BODY_PROBLEMS,
          "InvalidData",
          "LinkInvalid",
          "BookingNotFound",
          "BookingOver",
          "RefundChanged",
          "ConcurrentChange",
        ),
      },
    }),
    async (c) => {
      const holder = guestHolder(core, c.req.valid("param").token);
      if (!holder.ok) return refusal(c, holder.rejection);
      const id = holder.value.bookingId;
      const { refundAmount } = c.req.valid("json");
      const statedRefundCents = refundAmount === undefined ? null : toCents(refundAmount);
      const request = { id, holder: holder.value, statedRefundCents };
      const outcome = await cancelOwnBooking(core, request, visitorMeta(c));
      if (!outcome.ok) return refusal(c, outcome.rejection);
      return c.json(cancelledOnTheWire(core, id, outcome.value), 200, writtenAt(outcome.position));
    },
  );

  app.openapi(
    createRoute({
      method: "post",
      path: "/api/guest/{token}/reschedule",
      tags: ["Guests"],
      summary: "Move the booking",
      description: "By the same rules as for signed-in customers.",
      middleware: notKept,
      request: { ...ONE_LINK, ...jsonBody(Reschedule) },
      responses: {
        200: { description: "The booking is moved", headers: WRITTEN, content: json(OwnBookingChanged) },
        ...problems(
          ...BODY_PROBLEMS,
          "MissingInformation",
          "InvalidData",
          "InvalidBooking",
          "LinkInvalid",
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
      const holder = guestHolder(core, c.req.valid("param").token);
      if (!holder.ok) return refusal(c, holder.rejection);
      const id = holder.value.bookingId;
      const request = { id, holder: holder.value, ...c.req.valid("json") };
      const outcome = await rescheduleOwnBooking(core, request, visitorMeta(c));
      if (!outcome.ok) return refusal(c, outcome.rejection);
      return c.json(rescheduledOnTheWire(core, id, outcome.value), 200, writtenAt(outcome.position));
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/api/guest/{token}/calendar.ics",
      tags: ["Guests"],
      summary: "The visit for one's own calendar",
      request: ONE_LINK,
      responses: { 200: CALENDAR_FILE, ...problems("LinkInvalid", "BookingNotFound") },
    }),
    async (c) => {
      const own = await linkedBooking(c.req.valid("param").token);
      return own.ok ? calendarAnswer(core, own.value) : refusal(c, own.rejection);
    },
  );

  async function linkedBooking(token: string) {
    const holder = guestHolder(core, token);
    return holder.ok ? ownBooking(core, holder.value.bookingId, holder.value) : holder;
  }
}
