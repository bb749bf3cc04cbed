/** The call that makes a booking (decisions 2, 26, 27, 31). */
import { createRoute } from "@hono/zod-openapi";
import { requestBooking } from "../../../core/booking/request-booking.ts";
import { ACCOUNT_PROBLEMS, chosenAccount } from "../../access/chosen-account.ts";
import { customerMeta, signedInCustomer, visitorMeta } from "../../access/customer-access.ts";
import { createProofOfWork, PROOF_OF_WORK_PARAMETER } from "../../access/limits/proof-of-work.ts";
import type { App, Bff } from "../../context.ts";
import { BookingCreated, BookingSubmission } from "../../contract/booking.ts";
import { logPositionHeader, refusal } from "../../http/answers.ts";
import { IDEMPOTENCY_KEY_PARAMETER, readRepeatable } from "../../http/idempotency.ts";
import { BODY_PROBLEMS, CREATED_HEADERS, json, jsonBody, OPEN_TO_ALL, problems } from "../../http/openapi.ts";
import { checkedJson } from "../../http/validation.ts";
import { createdBookingJson, parseBookingSubmission } from "../../wire/booking-json.ts";

export function bookingRoutes(app: App, bff: Bff): void {
  const { core, sessions, limits, tickets, bookingCookies } = bff;
  const work = createProofOfWork({ tickets, limits });
  // Not `app.openapi`, whose validator copies every header of request and answer: many clients make this call at once.
  app.openAPIRegistry.registerPath(
    createRoute({
      method: "post",
      path: "/api/bookings",
      security: OPEN_TO_ALL,
      tags: ["Bookings"],
      summary: "Book a room",
      description:
        "The server prices the booking; the amounts sent are compared with its own, so that a visitor pays only a price that they saw. A booking made while signed in belongs to the customer. The hours are held until `holdUntil`; unpaid by then, the booking expires. An httpOnly cookie lets this browser see, change and release the booking.",
      parameters: [IDEMPOTENCY_KEY_PARAMETER, PROOF_OF_WORK_PARAMETER],
      request: jsonBody(BookingSubmission),
      responses: {
        201: {
          description: "The booking is made and holds its hours",
          headers: CREATED_HEADERS,
          content: json(BookingCreated),
        },
        ...problems(
          ...BODY_PROBLEMS,
          "MissingBookingInformation",
          "InvalidBooking",
          "InvalidIdempotencyKey",
          "RoomNotFound",
          "RoomNotBookable",
          "SlotTaken",
          "IdempotencyKeyReused",
          "TooManyRequests",
          "TooManyHolds",
          "ProofOfWorkNeeded",
          "AccountNotYours",
          ...ACCOUNT_PROBLEMS,
          "ConcurrentChange",
        ),
      },
    }),
  );
  app.post(
    "/api/bookings",
    limits.bookings,
    bff.bodies.small,
    checkedJson(BookingSubmission, { missing: "MissingBookingInformation", invalid: "InvalidBooking" }),
    async (c) => {
      const customer = await signedInCustomer(c, { core, sessions });
      const body = c.req.valid("json");
      const repeatable = readRepeatable(c, core, body);
      if (!repeatable.ok) return repeatable.response;
      const chosen = await chosenAccount(c, bff, body, customer);
      if (!chosen.ok) return chosen.response;
      const outcome = await requestBooking(
        core,
        {
          ...parseBookingSubmission(body, core.timeZone),
          ...repeatable,
          accountId: chosen.accountId,
          userId: customer?.id ?? null,
          heldBy: customer?.emailVerified ? "account" : "mailbox",
          caller: limits.countedAddressHashOf(c),
          workDone: await work.isProven(c),
        },
        customer ? customerMeta(c, customer) : visitorMeta(c),
      );
      if (!outcome.ok) {
        const { rejection } = outcome;
        return rejection.code === "ProofOfWorkNeeded" ? work.ask(c) : refusal(c, rejection);
      }
      const { id, booking } = outcome.value;
      // Also for a booking that was made before: its first answer, and with it the cookie, may have been lost on the way.
      bookingCookies.set(c, { id, personId: booking.personId, endsAt: booking.endsAt });
      const created: BookingCreated = createdBookingJson(core.rooms, id, booking);
      // Headers in a plain record go to Node unchanged; the framework's own answer makes two objects of them.
      return new Response(JSON.stringify(created), {
        status: 201,
        headers: {
          "Content-Type": "application/json",
          Location: `/api/bookings/${id}`,
          ...logPositionHeader(outcome.position),
        },
      });
    },
  );
}
