/** The calls by which a payment is opened and confirmed (decisions 53, 54). */
import type { OpenAPIHono } from "@hono/zod-openapi";
import { toAmount, toCents } from "../../../core/booking/money.ts";
import { confirmPayment, openPaymentIntent, payWithToken } from "../../../core/payment/payments.ts";
import type { RejectionCode } from "../../../core/rejection.ts";
import { visitorMeta } from "../../access/customer-guard.ts";
import { readStaff } from "../../access/staff-guard.ts";
import { TEST_PAYER_PROBLEMS, testPayer } from "../../access/test-payer.ts";
import type { Bff } from "../../context.ts";
import {
  PaymentConfirmation,
  PaymentIntentOpened,
  PaymentIntentRequest,
  PaymentRecorded,
} from "../../contract/booking.ts";
import { calls } from "../../http/calls.ts";
import type { BffContext, BffEnv, RespondingContext } from "../../http/hono-env.ts";
import { writtenAt } from "../../http/log-position.ts";
import { ById, FORM_PROBLEMS, jsonBody, writtenAnswer } from "../../http/openapi.ts";
import { problem, refusal, tooMany } from "../../http/problem.ts";
import { bookingJson } from "../../wire/booking-json.ts";
import { heldBooking } from "../customer/booking-doors.ts";

/** Refusals that any caller may see: they say nothing about the state of a booking, or only that it can be paid. */
const SAID_TO_ANYONE: readonly RejectionCode[] = [
  "NotTheCustomer",
  "AmountMismatch",
  "PaymentProviderUnavailable",
  "ConcurrentChange",
];

/** The reasons why nothing can be paid, and the problems of any payment. */
const PAYING_PROBLEMS = [
  "UnknownPaymentIntent",
  "PaymentRefunded",
  "AlreadyPaid",
  "HoldExpired",
  "BookingCancelled",
  "BookingOver",
  "DownpaymentDue",
  "NothingDue",
  "TooLittleForCard",
  "TooManyRequests",
  "ConcurrentChange",
  "PaymentProviderUnavailable",
] as const;

export function paymentRoutes(app: OpenAPIHono<BffEnv>, bff: Bff): void {
  const { core, gateway, limits } = bff;
  const visitors = calls("Payment");

  app.openapi(
    visitors.post("/api/create-payment-intent", {
      summary: "Open the payment of a booking's downpayment or balance",
      description:
        "A repeat for the same booking and purpose answers the same open intent; one that was cancelled is replaced. The balance can be paid once the downpayment is, until 7 days after the visit. An unknown booking and a wrong email get the same answer; ten wrong emails for a booking from one address end in 429 for a quarter of an hour. The reason why nothing can be paid (`AlreadyPaid`, `HoldExpired`, …) is for the booking's signed-in customer, the browser that made it, the holder of the mailed link's `token` and staff; all others get `NothingToPayByCard`. The card is confirmed in the browser with `clientSecret`; then call `POST /api/bookings/{id}/payment`.",
      middleware: limits.payments,
      request: jsonBody(PaymentIntentRequest),
      responses: { 200: writtenAnswer("The open intent", PaymentIntentOpened) },
      problems: [
        ...FORM_PROBLEMS,
        "AmountMismatch",
        "NotTheCustomer",
        "NothingToPayByCard",
        ...PAYING_PROBLEMS,
      ],
    }),
    async (c) => {
      const { bookingId, purpose, customerEmail, amount, token } = c.req.valid("json");
      const isHolder = () => provesHolder(c, bff, { bookingId, token });
      const waitMs = await limits.payerGuesses.waitMs(c, bookingId);
      if (waitMs > 0 && !(await isHolder())) return tooMany(c, waitMs);
      const amountCents = amount === undefined ? undefined : toCents(amount);
      const request = { bookingId, purpose, customerEmail, amountCents };
      const outcome = await openPaymentIntent(core, gateway, request, visitorMeta(c));
      if (!outcome.ok) {
        const { code } = outcome.rejection;
        const overMs = code === "NotTheCustomer" ? await limits.payerGuesses.countWrong(c, bookingId) : 0;
        if (overMs > 0) return tooMany(c, overMs);
        return SAID_TO_ANYONE.includes(code) || (await isHolder())
          ? refusal(c, outcome.rejection)
          : problem(c, "NothingToPayByCard");
      }
      const { booking, amountCents: dueCents, clientSecret, paymentIntentId } = outcome.value;
      const opened: PaymentIntentOpened = {
        clientSecret,
        paymentIntentId,
        amount: toAmount(dueCents),
        publishableKey: gateway.publishableKey,
        simulated: gateway.simulated,
        holdUntil: booking.holdUntil.toISOString(),
      };
      return c.json(opened, 200, { "Cache-Control": "no-store", ...writtenAt(outcome.position) });
    },
  );

  app.openapi(
    visitors.post("/api/bookings/{id}/payment", {
      summary: "Confirm that a booking is paid",
      description:
        "The payment provider is asked, and its answer decides. A repeat gets the same answer. A test token is accepted only from staff and from the booking's own signed-in customer.",
      middleware: limits.payments,
      request: { params: ById, ...jsonBody(PaymentConfirmation) },
      responses: {
        200: writtenAnswer("The money is recorded; a downpayment confirms the booking", PaymentRecorded),
      },
      problems: [
        ...FORM_PROBLEMS,
        "PaymentMismatch",
        "PaymentNotSucceeded",
        "TestPaymentsOff",
        ...TEST_PAYER_PROBLEMS,
        "BookingNotFound",
        ...PAYING_PROBLEMS,
      ],
    }),
    async (c) => {
      const bookingId = c.req.valid("param").id;
      if (bookingId === null) return problem(c, "BookingNotFound");
      const { paymentIntentId, stripeToken } = c.req.valid("json");
      if (paymentIntentId === undefined && gateway.live) return problem(c, "TestPaymentsOff");
      const outcome =
        paymentIntentId === undefined
          ? await testPayment(c, bookingId, stripeToken ?? "")
          : await confirmPayment(core, gateway, { bookingId, paymentIntentId }, visitorMeta(c));
      if (outcome instanceof Response) return outcome;
      if (!outcome.ok) return refusal(c, outcome.rejection);
      const recorded: PaymentRecorded = {
        success: true,
        message:
          outcome.value.paymentStatus === "paid"
            ? "Payment successful! Your booking is fully paid."
            : "Payment successful! Your booking is confirmed.",
        booking: bookingJson(core.rooms, bookingId, outcome.value),
      };
      return c.json(recorded, 200, writtenAt(outcome.position));
    },
  );
  async function testPayment(c: RespondingContext, bookingId: number, token: string) {
    const payer = await testPayer(c, bff, bookingId);
    if (!payer.ok) return payer.response;
    return payWithToken(core, gateway, { bookingId, token }, payer.meta);
  }
}

/** Whether the caller holds the booking, by any kind of access, or is staff. */
async function provesHolder(
  c: BffContext,
  bff: Bff,
  { bookingId, token }: { bookingId: number; token: string | undefined },
): Promise<boolean> {
  if (token !== undefined && (await heldBooking(c, bff, bookingId, token)).ok) return true;
  if ((await heldBooking(c, bff, bookingId)).ok) return true;
  const session = await bff.sessions.read(c.env.incoming, "staff");
  if (session.state !== "valid" || session.session.kind !== "staff") return false;
  return (await readStaff(c, bff)).ok;
}
