/** The calls by which visitors quote, book and pay a series (decisions 250, 251). */
import { createRoute } from "@hono/zod-openapi";
import { loadSeries } from "../../../core/booking/series/load-series.ts";
import type { EventMeta } from "../../../core/log/append-request.ts";
import { confirmSeriesPayment, paySeriesWithToken } from "../../../core/payment/series-payments.ts";
import { quoteSeries } from "../../../core/series/plan-series.ts";
import { requestSeries } from "../../../core/series/request-series.ts";
import { parseVenueTime } from "../../../core/venue/time/venue-time.ts";
import { ACCOUNT_PROBLEMS, chosenAccount } from "../../access/chosen-account.ts";
import {
  CUSTOMER_PROBLEMS,
  customerMeta,
  signedInCustomer,
  visitorMeta,
} from "../../access/customer-access.ts";
import { createProofOfWork, PROOF_OF_WORK_PARAMETER } from "../../access/limits/proof-of-work.ts";
import { PAYING_PROBLEMS, testPayer } from "../../access/payers.ts";
import { readStaff, STAFF_PROBLEMS } from "../../access/staff-access.ts";
import type { App, Bff } from "../../context.ts";
import { PaymentConfirmation } from "../../contract/booking.ts";
import {
  SeriesCreated,
  SeriesPaymentRecorded,
  SeriesQuote,
  SeriesQuoteRequest,
  SeriesSubmission,
} from "../../contract/series.ts";
import {
  answerWritten,
  logPositionHeader,
  type ProblemResponse,
  problem,
  refusal,
  tooMany,
} from "../../http/answers.ts";
import type { BffContext, RespondingContext } from "../../http/hono-env.ts";
import { IDEMPOTENCY_KEY_PARAMETER, readRepeatable } from "../../http/idempotency.ts";
import {
  BODY_PROBLEMS,
  ById,
  CREATED_HEADERS,
  calls,
  FORM_PROBLEMS,
  json,
  jsonAnswer,
  jsonAnswerOfWrite,
  jsonBody,
  OPEN_TO_ALL,
  problems,
} from "../../http/openapi.ts";
import { checkedJson, refuseInvalid } from "../../http/validation.ts";
import { parseBookingSubmission } from "../../wire/booking-json.ts";
import {
  createdSeriesJson,
  parseRepeat,
  parseSwaps,
  seriesBookingJson,
  seriesQuoteJson,
} from "../../wire/series-json.ts";

const WORDS = { missing: "MissingBookingInformation", invalid: "InvalidBooking" } as const;

export function seriesRoutes(app: App, bff: Bff): void {
  const { core, gateway, sessions, limits, tickets, bookingCookies, uncachedReads } = bff;
  const visitors = calls("Series");
  const work = createProofOfWork({ tickets, limits });

  app.openapi(
    visitors.post("/api/series/quote", {
      summary: "Tell the dates of a series",
      description:
        "Every date by the rule, `free`, `taken` or `closed`, at today's price. A date on a closed day is told and never moved. For a date that is not free there are up to three other places on the same day. The sums are over the free dates.",
      request: jsonBody(SeriesQuoteRequest),
      responses: { 200: jsonAnswer("The dates and the sums", SeriesQuote) },
      problems: [
        ...BODY_PROBLEMS,
        "MissingBookingInformation",
        "InvalidBooking",
        "RoomNotFound",
        "RoomNotBookable",
        "TooManyRequests",
      ],
    }),
    async (c) => {
      const wait = await uncachedReads.waitMs(
        limits.addressHashOf(c),
        `series ${JSON.stringify(c.req.valid("json"))}`,
      );
      if (wait !== null) return tooMany(c, wait);
      await core.venue.refreshIfExpired();
      const { startDate, startTime, endTime, bookingDuration, hourCount, attendees, repeat, ...rest } =
        c.req.valid("json");
      const quote = await quoteSeries(
        core,
        {
          ...rest,
          startDate,
          startsAt: parseVenueTime(startDate, startTime, core.timeZone),
          endsAt: parseVenueTime(startDate, endTime, core.timeZone),
          duration: bookingDuration,
          hourCount: hourCount ?? null,
          attendees: attendees ?? null,
          repeat: parseRepeat(repeat),
        },
        (await isStaff(c)) ? "staff" : "visitor",
      );
      return quote.ok ? c.json(seriesQuoteJson(quote), 200) : refusal(c, quote.rejection);
    },
    refuseInvalid(WORDS),
  );

  app.openAPIRegistry.registerPath(
    createRoute({
      method: "post",
      path: "/api/series",
      security: OPEN_TO_ALL,
      tags: ["Series"],
      summary: "Book a series",
      description:
        "The payload of `POST /api/bookings` for the first date, with the sums over all dates, and how it repeats. All dates are claimed together: 409 `SlotTaken` names in `dates` all that are lost, and then nothing is held. Closed dates are left out. One deadline and one payment for all; an httpOnly cookie lets this browser see, change and release the bookings.",
      parameters: [IDEMPOTENCY_KEY_PARAMETER, PROOF_OF_WORK_PARAMETER],
      request: jsonBody(SeriesSubmission),
      responses: {
        201: {
          description: "All dates are booked and held",
          headers: CREATED_HEADERS,
          content: json(SeriesCreated),
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
    "/api/series",
    limits.bookings,
    bff.bodies.small,
    checkedJson(SeriesSubmission, WORDS),
    async (c) => {
      const customer = await signedInCustomer(c, { core, sessions });
      const body = c.req.valid("json");
      const repeatable = readRepeatable(c, core, body);
      if (!repeatable.ok) return repeatable.response;
      const swaps = parseSwaps(body.swaps, core.timeZone);
      if (!swaps.ok) return problem(c, "InvalidBooking", { errors: swaps.errors });
      const chosen = await chosenAccount(c, bff, body, customer);
      if (!chosen.ok) return chosen.response;
      const outcome = await requestSeries(
        core,
        {
          ...parseBookingSubmission(body, core.timeZone),
          ...repeatable,
          accountId: chosen.accountId,
          repeat: parseRepeat(body.repeat),
          skip: body.skip,
          swaps: swaps.swaps,
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
      const { id, bookings } = outcome.value;
      const [first] = bookings;
      const last = bookings.at(-1);
      // The first date's cookie opens the others too, until after the last one.
      if (first && last) {
        const { personId } = first.booking;
        bookingCookies.set(c, { id: first.id, personId, endsAt: last.booking.endsAt });
      }
      return c.json(createdSeriesJson(core, outcome.value), 201, {
        Location: `/api/series/${id}`,
        ...logPositionHeader(outcome.position),
      });
    },
  );

  app.openapi(
    visitors.post("/api/series/{id}/payment", {
      security: OPEN_TO_ALL,
      summary: "Confirm that a series is paid",
      description:
        "As `POST /api/bookings/{id}/payment`: the payment provider is asked, and every booking is paid by its own share. Shares of dates that can no longer be had are refunded.",
      middleware: limits.payments,
      request: { params: ById, ...jsonBody(PaymentConfirmation) },
      responses: { 200: jsonAnswerOfWrite("The money is recorded", SeriesPaymentRecorded) },
      problems: [
        ...FORM_PROBLEMS,
        "PaymentMismatch",
        "PaymentNotSucceeded",
        "TestPaymentsOff",
        ...STAFF_PROBLEMS,
        ...CUSTOMER_PROBLEMS,
        "BookingNotFound",
        "SeriesNotFound",
        ...PAYING_PROBLEMS,
      ],
    }),
    async (c) => {
      const seriesId = c.req.valid("param").id;
      const { paymentIntentId, stripeToken = "" } = c.req.valid("json");
      if (paymentIntentId === undefined && gateway.live) return problem(c, "TestPaymentsOff");
      const payer = paymentIntentId === undefined ? await testPayerOf(c, seriesId) : visitorMeta(c);
      if (payer instanceof Response) return payer;
      const outcome =
        paymentIntentId === undefined
          ? await paySeriesWithToken(core, gateway, { seriesId, token: stripeToken }, payer)
          : await confirmSeriesPayment(core, gateway, { seriesId, paymentIntentId }, payer);
      return answerWritten(c, outcome, (changed) => ({
        success: true as const,
        message: "Payment successful! Your bookings are confirmed.",
        id: seriesId,
        bookings: changed.map(({ id, after }) => seriesBookingJson(core, { id, booking: after })),
      }));
    },
  );

  /** Staff see what staff may book. */
  async function isStaff(c: RespondingContext & BffContext): Promise<boolean> {
    const read = await sessions.read(c.env.incoming, "staff");
    return read.state === "valid" && read.session.kind === "staff" && (await readStaff(c, bff)).ok;
  }

  async function testPayerOf(c: RespondingContext, seriesId: number): Promise<EventMeta | ProblemResponse> {
    const series = await loadSeries(core, seriesId);
    // Who may not pay is answered the same for a series that does not exist.
    return testPayer(c, bff, series?.bookings[0]?.id ?? 0);
  }
}
