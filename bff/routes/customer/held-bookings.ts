/** The calls by which a booking's holder finds it again, releases it, or changes it before payment (decisions 35 to 37). */
import { z } from "zod";
import { isLinkValid, releaseHold } from "../../../core/customer/own-booking.ts";
import { changeHeldBooking } from "../../../core/payment/change-hold.ts";
import { bookingRow, type OwnBookingRow, openHolds } from "../../../projections/views/own-bookings.ts";
import { signedInCustomer } from "../../access/customer-access.ts";
import type { App, Bff } from "../../context.ts";
import { BookingCreated } from "../../contract/booking.ts";
import { OwnBookingChanged } from "../../contract/customer/customer.ts";
import { HeldBooking, HoldChange, HoldRelease } from "../../contract/customer/held-booking.ts";
import { answerWritten, problem } from "../../http/answers.ts";
import {
  BODY_PROBLEMS,
  ById,
  calls,
  jsonAnswer,
  jsonAnswerOfWrite,
  jsonBody,
  ReadAfter,
} from "../../http/openapi.ts";
import { refuseInvalid } from "../../http/validation.ts";
import { createdBookingJson, parseHoldChange } from "../../wire/booking-json.ts";
import { heldBookingJson, releasedHoldJson } from "../../wire/own-booking-json.ts";
import { HOLDER_PROBLEMS, heldBooking, isOwnRow, setNoStore } from "./booking-access.ts";

const WHO =
  "For the signed-in customer whose booking it is, and for the browser that made it (an httpOnly cookie of `POST /api/bookings`).";
const params = ById;

/** A booking, and whether feedback was left for it. */
const OWN_VIEWS = ["bookings", "feedback"] as const;

const guestPage = (token: string): string => `/guest/${token}`;

/** A right to one date of a series is a right to those of the same mailbox (decision 252). */
const opens = (claimed: OwnBookingRow, row: OwnBookingRow): boolean =>
  claimed.seriesId !== null && claimed.seriesId === row.seriesId && claimed.email === row.email;

export function heldBookingRoutes(app: App, bff: Bff): void {
  const { core, gateway, limits, reads, bookingCookies } = bff;
  const visitors = calls("Holds");

  app.openapi(
    visitors.get("/api/bookings/held", {
      summary: "One's own unpaid holds, the earliest deadline first",
      description: `${WHO} All other callers get an empty list.`,
      middleware: setNoStore,
      request: { headers: ReadAfter },
      responses: { 200: jsonAnswer("The holds that still run", z.array(HeldBooking)) },
    }),
    async (c) => {
      const claims = bookingCookies.readClaims(c.env.incoming) ?? [];
      const customer = await signedInCustomer(c, bff);
      if (claims.length === 0 && !customer) return c.json([], 200);
      const of = {
        owner: customer && {
          userId: customer.id,
          guestEmail: customer.emailVerified ? customer.email : null,
        },
        ids: claims.map(({ bookingId }) => bookingId),
        now: core.clock.now(),
      };
      const rows = await reads.read(c.env.incoming, ["bookings"], (sql) => openHolds(sql, of));
      const claimed = claims.flatMap((claim) => {
        const row = rows.find(({ id }) => id === claim.bookingId);
        return row && isLinkValid(core, claim, row) ? [{ row, token: claim.token }] : [];
      });
      const held = rows.flatMap((row) => {
        if (customer && isOwnRow(row, customer)) return [heldBookingJson(core, row, null)];
        const right =
          claimed.find((one) => one.row.id === row.id) ?? claimed.find((one) => opens(one.row, row));
        return right ? [heldBookingJson(core, row, guestPage(right.token))] : [];
      });
      return c.json(held, 200);
    },
  );

  app.openapi(
    visitors.get("/api/bookings/{id}/own", {
      summary: "A booking, for its holder",
      description: `${WHO} In any state. All other callers get the same answer, whether or not the booking exists.`,
      middleware: setNoStore,
      request: { params },
      responses: { 200: jsonAnswer("The booking as it is now", HeldBooking) },
      problems: [...HOLDER_PROBLEMS],
    }),
    async (c) => {
      const held = await heldBooking(c, bff, c.req.valid("param").id);
      if (!held.ok) return problem(c, held.code);
      const { id, at } = held.own;
      const row = await reads.read(c.env.incoming, OWN_VIEWS, (sql) => bookingRow(sql, id), at);
      if (!row) return problem(c, "NotTheHolder");
      const { holder } = held;
      const manageUrl = holder.kind === "guest" ? guestPage(holder.token) : null;
      return c.json(heldBookingJson(core, row, manageUrl), 200);
    },
  );

  app.openapi(
    visitors.post("/api/bookings/{id}/release", {
      summary: "Release an unpaid hold",
      description: `${WHO} Also for a caller who sends the \`token\` of the link in the booking's mail. The hours are free at once; a repeat gets the same answer. Money that still arrives is refunded in full.`,
      middleware: [limits.payments, limits.bookingChanges] as const,
      request: { params, ...jsonBody(HoldRelease) },
      responses: { 200: jsonAnswerOfWrite("The hold has ended", OwnBookingChanged) },
      problems: [
        ...BODY_PROBLEMS,
        ...HOLDER_PROBLEMS,
        "InvalidData",
        "NoLongerHeld",
        "TooManyRequests",
        "ConcurrentChange",
      ],
    }),
    async (c) => {
      const held = await heldBooking(c, bff, c.req.valid("param").id, c.req.valid("json").token);
      if (!held.ok) return problem(c, held.code);
      const { id } = held.own;
      const tooOften = await limits.countBookingChange(c, id);
      if (tooOften) return tooOften;
      const outcome = await releaseHold(core, held.own, held.meta);
      return answerWritten(c, outcome, (value) => releasedHoldJson(core, id, value));
    },
  );

  app.openapi(
    visitors.put("/api/bookings/{id}/hold", {
      summary: "Change an unpaid hold",
      description: `${WHO} Other hours or another length, by the rules and prices of a new booking, or other details, or both; what is left out stays, and so do room and deadline. Links that were mailed to an earlier email no longer open the booking. An open payment for the old price can no longer be made: open another.`,
      middleware: [limits.bookings, limits.bookingChanges] as const,
      request: { params, ...jsonBody(HoldChange) },
      responses: { 200: jsonAnswerOfWrite("The hold as it is now", BookingCreated) },
      problems: [
        ...BODY_PROBLEMS,
        ...HOLDER_PROBLEMS,
        "MissingBookingInformation",
        "InvalidBooking",
        "RoomNotBookable",
        "SlotTaken",
        "TooManyHolds",
        "NoLongerHeld",
        "HoursAreOffered",
        "PriceAgreed",
        "PersonErased",
        "HoldExpired",
        "BookingOver",
        "PaymentRefunded",
        "TooManyRequests",
        "ConcurrentChange",
        "PaymentProviderUnavailable",
      ],
    }),
    async (c) => {
      const held = await heldBooking(c, bff, c.req.valid("param").id);
      if (!held.ok) return problem(c, held.code);
      const { id, booking } = held.own;
      const tooOften = await limits.countBookingChange(c, id);
      if (tooOften) return tooOften;
      const change = parseHoldChange(c.req.valid("json"), core.timeZone);
      const outcome = await changeHeldBooking(core, gateway, { bookingId: id, ...change }, held.meta);
      // The browser's cookie is the link of who came before.
      if (outcome.ok && outcome.value.personId !== booking.personId) {
        const { personId, endsAt } = outcome.value;
        bookingCookies.set(c, { id, personId, endsAt });
      }
      return answerWritten(c, outcome, (value) => createdBookingJson(core.rooms, id, value));
    },
    refuseInvalid({ missing: "MissingBookingInformation", invalid: "InvalidBooking" }),
  );
}
