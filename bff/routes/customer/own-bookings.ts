/** The calls about one's own bookings: see, change, cancel and move them, by a customer's session or a guest's signed link (decisions 70, 71). */
import { z } from "zod";
import { calendarFileOf } from "../../../core/adapters/mail/calendar.ts";
import {
  cancelOwnBooking,
  changeOwnDetails,
  rescheduleOwnBooking,
} from "../../../core/customer/own-booking.ts";
import { bookingRow, bookingsOf } from "../../../projections/views/own-bookings.ts";
import { customerCalls } from "../../access/customer-access.ts";
import type { App, Bff } from "../../context.ts";
import {
  CancellationTerms,
  OwnBooking,
  OwnBookingChanged,
  OwnCancellation,
  Reschedule,
  statedCents,
} from "../../contract/customer/customer.ts";
import { DetailsChange } from "../../contract/customer/held-booking.ts";
import { answerWritten, problem, refusal } from "../../http/answers.ts";
import type { RespondingContext } from "../../http/hono-env.ts";
import {
  BODY_PROBLEMS,
  CALENDAR_FILE,
  calls,
  FORM_PROBLEMS,
  jsonAnswer,
  jsonAnswerOfWrite,
  jsonBody,
} from "../../http/openapi.ts";
import {
  cancellationTermsJson,
  cancelledBookingJson,
  detailsChangedJson,
  movedBookingJson,
  ownBookingJson,
} from "../../wire/own-booking-json.ts";
import { type BookingAccess, customerAccess, guestAccess, isMadeHere, isOwnRow } from "./booking-access.ts";
import { calendarFileAnswer } from "./calendar-file-answer.ts";

/** A booking, and whether feedback was left for it. */
const OWN_VIEWS = ["bookings", "feedback"] as const;

export function ownBookingRoutes(app: App, bff: Bff): void {
  const { core, reads, limits } = bff;
  const link = guestAccess(bff);
  const customers = customerCalls(bff, "Customers");

  // The account page uses the one, the feedback page the other (decision 176).
  for (const path of ["/api/auth/bookings", "/api/user/bookings"] as const) {
    app.openapi(
      customers.get(path, {
        summary: "The customer's own bookings, the latest visit first",
        description:
          "Those made signed in and, once the email is verified, those made as a guest with it; before that, those that this browser made with it.",
        responses: { 200: jsonAnswer("The bookings", z.array(OwnBooking)) },
      }),
      async (c) => {
        const account = c.get("customer");
        const { id, email, emailVerified } = account;
        const owner = { userId: id, guestEmail: emailVerified ? email : null };
        const claims = bff.bookingCookies.readClaims(c.env.incoming) ?? [];
        const claimed = claims.map(({ bookingId }) => bookingId);
        const rows = await reads.read(c.env.incoming, OWN_VIEWS, (sql) => bookingsOf(sql, owner, claimed));
        const own = rows.filter((row) => isOwnRow(row, account) || isMadeHere(core, row, account, claims));
        return c.json(
          own.map((row) => ownBookingJson(core, row)),
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
      const held = await link.find(c);
      if (!held.ok) return refusal(c, held.rejection);
      const { id, at } = held.own;
      const row = await reads.read(c.env.incoming, OWN_VIEWS, (sql) => bookingRow(sql, id), at);
      return row ? c.json(ownBookingJson(core, row), 200) : problem(c, "BookingNotFound");
    },
  );

  for (const access of [customerAccess(bff), link]) oneBookingRoutes(access);

  function oneBookingRoutes(access: BookingAccess): void {
    const { path, booking, params, middleware, find } = access;
    const here = calls(access.tag, access);

    app.openapi(
      here.get(`${path}/cancellation`, {
        summary: "The refund for cancelling now",
        description: "24 hours ahead or more: the downpayment less 10%; 12 to 24 hours: half; less: nothing.",
        request: { params },
        responses: { 200: jsonAnswer("The terms at this moment", CancellationTerms) },
        problems: ["BookingNotFound"],
      }),
      async (c) => {
        const held = await find(c);
        if (!held.ok) return refusal(c, held.rejection);
        return c.json(cancellationTermsJson(core, held.own.booking), 200);
      },
    );

    app.openapi(
      here.post(`${path}/cancel`, {
        summary: `Cancel ${booking}`,
        description:
          "Send the `refundAmount` that was shown, and on account the `owedAmount`: when one is another by now, nothing is cancelled.",
        middleware: [limits.bookingChanges, middleware] as const,
        request: { params, ...jsonBody(OwnCancellation) },
        responses: { 200: jsonAnswerOfWrite("The booking is cancelled", OwnBookingChanged) },
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
        const held = await toChange(c, find(c));
        if (held instanceof Response) return held;
        const {
          own: { id },
          holder,
          meta,
        } = held;
        const stated = statedCents(c.req.valid("json"));
        const outcome = await cancelOwnBooking(core, { id, holder, ...stated }, meta);
        return answerWritten(c, outcome, (value) => cancelledBookingJson(core, id, value));
      },
    );

    app.openapi(
      here.post(`${path}/reschedule`, {
        summary: `Move ${booking}`,
        description:
          "Same room, length and price; payments stay with the booking. Needs 24 hours' notice; the new date is within 60 days of the date first booked. An unpaid booking keeps its deadline. Refused in a room that visitors cannot book any more: ask the venue for another room.",
        middleware: [limits.bookingChanges, middleware] as const,
        request: { params, ...jsonBody(Reschedule) },
        responses: { 200: jsonAnswerOfWrite("The booking is moved", OwnBookingChanged) },
        problems: [
          ...FORM_PROBLEMS,
          "InvalidBooking",
          "BookingNotFound",
          "BookingOver",
          "HoldExpired",
          "RescheduleTooLate",
          "HoursAreOffered",
          "RoomNotFound",
          "RoomNotBookable",
          "SlotTaken",
          "TooManyRequests",
          "ConcurrentChange",
        ],
      }),
      async (c) => {
        const held = await toChange(c, find(c));
        if (held instanceof Response) return held;
        const {
          own: { id },
          holder,
          meta,
        } = held;
        const outcome = await rescheduleOwnBooking(core, { id, holder, ...c.req.valid("json") }, meta);
        return answerWritten(c, outcome, (value) => movedBookingJson(core, id, value));
      },
    );

    app.openapi(
      here.put(`${path}/details`, {
        summary: `Change who comes to ${booking}`,
        description:
          "Name, phone and the number of people, until the visit has ended. The email stays: it tells whose booking it is.",
        middleware: [limits.bookingChanges, middleware] as const,
        request: { params, ...jsonBody(DetailsChange) },
        responses: { 200: jsonAnswerOfWrite("The details are saved", OwnBookingChanged) },
        problems: [
          ...FORM_PROBLEMS,
          "InvalidBooking",
          "BookingNotFound",
          "BookingOver",
          "PersonErased",
          "RoomNotFound",
          "TooManyRequests",
          "ConcurrentChange",
        ],
      }),
      async (c) => {
        const held = await toChange(c, find(c));
        if (held instanceof Response) return held;
        const {
          own: { id },
          holder,
          meta,
        } = held;
        const outcome = await changeOwnDetails(core, { id, holder, asked: c.req.valid("json") }, meta);
        return answerWritten(c, outcome, (value) => detailsChangedJson(core, id, value));
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
        const held = await find(c);
        if (!held.ok) return refusal(c, held.rejection);
        const { id, booking, version } = held.own;
        const at = core.clock.now();
        // A file for the customer's own calendar, not an invitation.
        const file = calendarFileOf(core, { bookingId: id, booking, version, at, attendee: null });
        return calendarFileAnswer(file);
      },
    );
  }

  /** The booking, unless it has been changed too often. */
  async function toChange(c: RespondingContext, found: ReturnType<BookingAccess["find"]>) {
    const held = await found;
    if (!held.ok) return refusal(c, held.rejection);
    return (await limits.countBookingChange(c, held.own.id)) ?? held;
  }
}
