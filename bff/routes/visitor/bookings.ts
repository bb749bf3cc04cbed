/** The call that makes a booking (decisions 2, 26, 27, 31). */
import { hash } from "node:crypto";
import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import type { z } from "zod";
import { requestBooking } from "../../../core/booking/handle.ts";
import { toCents } from "../../../core/booking/money.ts";
import { parseVenueTime } from "../../../core/venue/venue-time.ts";
import { customerMeta, signedInCustomer, visitorMeta } from "../../access/customer-guard.ts";
import { createProofOfWork } from "../../access/proof-of-work.ts";
import type { Bff } from "../../context.ts";
import { BookingCreated, BookingSubmission } from "../../contract/booking.ts";
import { IDEMPOTENCY_KEY_HEADER, PROOF_OF_WORK_HEADER } from "../../contract/headers.ts";
import type { BffEnv } from "../../http/hono-env.ts";
import { checkedJson } from "../../http/json-body.ts";
import { writtenAt } from "../../http/log-position.ts";
import { BODY_PROBLEMS, json, jsonBody, problems, WRITTEN_AT } from "../../http/openapi.ts";
import { problem, refusal } from "../../http/problem.ts";
import { heldUntilPaidJson } from "../../wire/booking-json.ts";

export const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;

const IDEMPOTENCY_KEY_DESCRIPTION =
  "1 to 255 printable ASCII characters, new for each booking. The same key with the same body answers the first booking again; with another body it is refused.";

/** Described, not validated: a validator of headers reads every header of the request, and the handler refuses what is wrong itself. */
export const IDEMPOTENCY_KEY_PARAMETER = {
  schema: {
    type: "string" as const,
    description: IDEMPOTENCY_KEY_DESCRIPTION,
    examples: ["0b2a9c1e-6a55-4b1f-9f5e-2d1a1c7f0f3b"],
  },
  required: false,
  description: IDEMPOTENCY_KEY_DESCRIPTION,
  name: IDEMPOTENCY_KEY_HEADER,
  in: "header" as const,
};

const PROOF_OF_WORK_DESCRIPTION =
  "The answer to `ProofOfWorkNeeded`, sent with the same booking again: `<challenge>.<nonce>`, the SHA-256 of which begins with `difficulty` zero bits. For the address that was asked, for ten minutes, for one booking; any other is as good as none.";

const PROOF_OF_WORK_PARAMETER = {
  schema: { type: "string" as const, description: PROOF_OF_WORK_DESCRIPTION },
  required: false,
  description: PROOF_OF_WORK_DESCRIPTION,
  name: PROOF_OF_WORK_HEADER,
  in: "header" as const,
};

export function bookingRoutes(app: OpenAPIHono<BffEnv>, bff: Bff): void {
  const { core, sessions, limits, tickets, bookingCookies } = bff;
  const work = createProofOfWork({ tickets, limits });
  // Not `app.openapi`, whose validator copies every header of request and answer: this call is the one that many make at once.
  app.openAPIRegistry.registerPath(
    createRoute({
      method: "post",
      path: "/api/bookings",
      tags: ["Bookings"],
      summary: "Book a room",
      description:
        "The server prices the booking; the amounts sent are compared with its own, so that nobody pays a price that they did not see. Made signed in, it is among the customer's own. The hours are held until `holdUntil`; unpaid by then, the booking expires. An httpOnly cookie lets this browser see, change and let go the booking.",
      parameters: [IDEMPOTENCY_KEY_PARAMETER, PROOF_OF_WORK_PARAMETER],
      request: jsonBody(BookingSubmission),
      responses: {
        201: {
          description: "The booking stands and holds its hours",
          headers: WRITTEN_AT,
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
      const idempotencyKey = c.env.incoming.headers[IDEMPOTENCY_KEY_HEADER]?.toString() ?? null;
      if (idempotencyKey !== null && !IDEMPOTENCY_KEY.test(idempotencyKey)) {
        return problem(c, "InvalidIdempotencyKey", {
          errors: [{ path: "Idempotency-Key", message: "Send 1 to 255 printable ASCII characters" }],
        });
      }
      const customer = await signedInCustomer(c, { core, sessions });
      const body = c.req.valid("json");
      const { firstName, lastName, email, phone } = body;
      const outcome = await requestBooking(
        core,
        {
          roomId: body.roomId,
          startDate: body.startDate,
          startsAt: parseVenueTime(body.startDate, body.startTime, core.timeZone),
          endsAt: parseVenueTime(body.startDate, body.endTime, core.timeZone),
          duration: body.bookingDuration,
          hourCount: body.hourCount ?? null,
          attendees: body.attendees ?? null,
          engineerRequired: body.engineerRequired,
          eventType: body.eventType,
          quoted: {
            totalCents: toCents(body.totalAmount),
            downpaymentCents: toCents(body.downpaymentAmount),
            remainingCents: toCents(body.remainingAmount),
          },
          person: {
            firstName,
            lastName,
            email,
            phone,
            specialRequirements: body.specialRequirements || null,
          },
          userId: customer?.id ?? null,
          heldBy: customer?.emailVerified ? "account" : "mailbox",
          caller: limits.callerOfBooking(c),
          workDone: await work.isDone(c),
          idempotencyKey,
          bodyHash: idempotencyKey === null ? null : core.holderHash(digestOf(body)),
        },
        customer ? customerMeta(c, customer) : visitorMeta(c),
      );
      if (!outcome.ok) {
        const { rejection } = outcome;
        return rejection.code === "ProofOfWorkNeeded" ? work.ask(c) : refusal(c, rejection);
      }
      const { id, booking } = outcome.value;
      // Also of a booking that was made before: its first answer, and with it the cookie, may have been lost on the way.
      bookingCookies.give(c, { id, reference: booking.reference, endsAt: booking.endsAt });
      const created: BookingCreated = heldUntilPaidJson(core.rooms, id, booking);
      // Headers as a plain record go to Node as they are; the framework's own answer makes two objects of them.
      return new Response(JSON.stringify(created), {
        status: 201,
        headers: {
          "Content-Type": "application/json",
          Location: `/api/bookings/${id}`,
          ...writtenAt(outcome.position),
        },
      });
    },
  );
}

/**
 * Told apart by it: whether a key comes again with the same submission. Hashed once more with a key of ours, since auditors read the log
 * and must not be able to try out whose submission it was. The same for the same submission, whatever the order of its fields or the blanks around them. */
function digestOf(body: z.output<typeof BookingSubmission>): string {
  return hash("sha256", JSON.stringify(body, Object.keys(body).sort()), "hex");
}
