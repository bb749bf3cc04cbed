/** The calls by which staff book for a customer and move a visit (decisions 73, 105, 106). */

import { requestBooking } from "../../../../core/booking/request-booking.ts";
import { toAmount } from "../../../../core/booking/rules/money.ts";
import {
  deskReturnDueCents,
  dueCents,
  refundRequestedCents,
} from "../../../../core/booking/state/booking-money.ts";
import { moveBookingByStaff, previewMove } from "../../../../core/payment/move-booking.ts";
import { swapBookings } from "../../../../core/payment/swap-bookings.ts";
import { ACCOUNT_PROBLEMS } from "../../../access/chosen-account.ts";
import { staffMeta } from "../../../access/staff-access.ts";
import { staffAndTokenCalls } from "../../../access/token-access.ts";
import type { App, Bff } from "../../../context.ts";
import { DryRunQuery } from "../../../contract/fields.ts";
import {
  BookingMove,
  BookingMoved,
  BookingSwap,
  BookingsSwapped,
  StaffBookingCreated,
  StaffBookingSubmission,
} from "../../../contract/staff/bookings-by-staff.ts";
import { logPositionHeader, problem, refusal } from "../../../http/answers.ts";
import { IDEMPOTENCY_KEY_PARAMETER, readRepeatable } from "../../../http/idempotency.ts";
import {
  BODY_PROBLEMS,
  ById,
  CREATED_HEADERS,
  json,
  jsonAnswerOfWrite,
  jsonBody,
} from "../../../http/openapi.ts";
import { refuseInvalid } from "../../../http/validation.ts";
import { createdBookingJson, parseStaffSubmission, unreadableAmounts } from "../../../wire/booking-json.ts";

/** The refusals of a move and of a swap. Hours that another visit has refuse only a move. */
const MOVE_PROBLEMS = [
  "InvalidData",
  "InvalidBooking",
  "BookingNotFound",
  "RoomNotFound",
  "RoomNotBookable",
  "HoldExpired",
  "BookingOver",
  "NoLongerHeld",
  "PaymentRefunded",
  "ConcurrentChange",
  "PaymentProviderUnavailable",
] as const;

export function bookingByStaffRoutes(app: App, bff: Bff): void {
  const { core, gateway } = bff;
  const writers = staffAndTokenCalls(bff, "Staff: bookings", "bookings:write");

  app.openapi(
    writers.post("/api/staff/bookings", {
      summary: "Book for a guest",
      description:
        "Any length on the hour within the opening hours, also hours of today that have begun and rooms that visitors cannot book; never taken hours. `link` mails the guest where to pay and holds the hours until then, `desk` is confirmed and paid at the venue, `free` is confirmed at 0.00. `account` is confirmed and paid by the invoices of `accountId`, up to its credit limit.",
      parameters: [IDEMPOTENCY_KEY_PARAMETER],
      request: jsonBody(StaffBookingSubmission),
      responses: {
        201: {
          description: "The booking is made and has its hours",
          headers: CREATED_HEADERS,
          content: json(StaffBookingCreated),
        },
      },
      problems: [
        ...BODY_PROBLEMS,
        "MissingBookingInformation",
        "InvalidBooking",
        "InvalidIdempotencyKey",
        "RoomNotFound",
        "RoomNotBookable",
        "SlotTaken",
        "IdempotencyKeyReused",
        ...ACCOUNT_PROBLEMS,
        "ConcurrentChange",
      ],
    }),
    async (c) => {
      const body = c.req.valid("json");
      const repeatable = readRepeatable(c, core, body);
      if (!repeatable.ok) return repeatable.response;
      const unreadable = unreadableAmounts(body);
      if (unreadable.length > 0) return problem(c, "InvalidBooking", { errors: unreadable });
      const outcome = await requestBooking(
        core,
        { ...parseStaffSubmission(body, core.timeZone), ...repeatable },
        staffMeta(c),
      );
      if (!outcome.ok) return refusal(c, outcome.rejection);
      const { id, booking } = outcome.value;
      const link = core.links.guestBooking({ bookingId: id, personId: booking.personId });
      const isHeld = booking.status === "pending";
      const made: StaffBookingCreated = {
        ...createdBookingJson(core.rooms, id, booking),
        paymentRequired: isHeld,
        payLink: isHeld ? `${link.url}/pay` : null,
      };
      return c.json(made, 201, { Location: `/api/bookings/${id}`, ...logPositionHeader(outcome.position) });
    },
    refuseInvalid({ missing: "MissingBookingInformation", invalid: "InvalidBooking" }),
  );

  app.openapi(
    writers.post("/api/bookings/{id}/move", {
      summary: "Move a visit to other hours, another length or room",
      description:
        "Without the customer's limits. In the same room and length the price stays; otherwise it is calculated again, and with `ourFault` it does not rise. If it rises, the difference is due; if it falls, what was paid too much is refunded to the card automatically, and `toReturnAmount` is what the desk must return. An open payment for the old price can no longer be made.",
      request: { params: ById, query: DryRunQuery, ...jsonBody(BookingMove) },
      responses: {
        200: jsonAnswerOfWrite(
          "The new total and its difference to the old; with `dryRun=1` only these",
          BookingMoved,
        ),
      },
      problems: [...BODY_PROBLEMS, ...MOVE_PROBLEMS, "SlotTaken"],
    }),
    async (c) => {
      const bookingId = c.req.valid("param").id;
      const { roomId = null, startTime, endTime, ourFault } = c.req.valid("json");
      const asked = {
        bookingId,
        roomId,
        startsAt: new Date(startTime),
        endsAt: endTime ? new Date(endTime) : null,
        ourFault,
      };
      const isDryRun = c.req.valid("query").dryRun === "1";
      const outcome = isDryRun
        ? await previewMove(core, asked)
        : await moveBookingByStaff(core, gateway, asked, staffMeta(c));
      if (!outcome.ok) return refusal(c, outcome.rejection);
      const { before, after } = outcome.value;
      const price = {
        totalAmount: toAmount(after.totalCents),
        difference: toAmount(after.totalCents - before.totalCents),
      };
      if (isDryRun) return c.json(price, 200);
      const moved: BookingMoved = {
        id: bookingId,
        ...price,
        refundAmount: toAmount(refundRequestedCents(after) - refundRequestedCents(before)),
        toReturnAmount: toAmount(deskReturnDueCents(after)),
        dueAmount: toAmount(dueCents(after)),
      };
      return c.json(moved, 200, logPositionHeader(outcome.position));
    },
  );

  app.openapi(
    writers.post("/api/bookings/{id}/swap", {
      summary: "Swap two visits",
      description:
        "Each gets the room and the hours of the other, in one step: both happen or neither. Prices follow the rules of a move; with `ourFault` neither rises. Each guest gets one mail, or none with `mail` false.",
      request: { params: ById, query: DryRunQuery, ...jsonBody(BookingSwap) },
      responses: { 200: jsonAnswerOfWrite("Both visits; with `dryRun=1` as they would be", BookingsSwapped) },
      problems: [...BODY_PROBLEMS, ...MOVE_PROBLEMS],
    }),
    async (c) => {
      const { with: withId, ourFault, mail: mailed } = c.req.valid("json");
      const asked = { bookingId: c.req.valid("param").id, withId, ourFault, mailed };
      const dryRun = c.req.valid("query").dryRun === "1";
      const outcome = await swapBookings(core, gateway, asked, { meta: staffMeta(c), dryRun });
      if (!outcome.ok) return refusal(c, outcome.rejection);
      const ids = [asked.bookingId, withId];
      const visits = outcome.value.map(({ before, after }, at) => ({
        id: ids[at] ?? 0,
        roomId: after.roomId,
        startTime: after.startsAt.toISOString(),
        endTime: after.endsAt.toISOString(),
        totalAmount: toAmount(after.totalCents),
        difference: toAmount(after.totalCents - before.totalCents),
      }));
      return c.json({ visits }, 200, outcome.position ? logPositionHeader(outcome.position) : {});
    },
  );
}
