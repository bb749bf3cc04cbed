/** The calls by which a payment is opened and confirmed (decisions 53, 54). */
import type { Context } from "hono";
import { linkedInvoice } from "../../../core/billing/linked-invoice.ts";
import { toAmount, toCents } from "../../../core/booking/rules/money.ts";
import type { Outcome } from "../../../core/log/decision.ts";
import type { RejectionCode } from "../../../core/log/rejection.ts";
import { openInvoiceIntent } from "../../../core/payment/invoice-payments.ts";
import {
  confirmPayment,
  type OpenIntent,
  openPaymentIntent,
  payWithToken,
} from "../../../core/payment/payments.ts";
import { openSeriesIntent } from "../../../core/payment/series-payments.ts";
import { CUSTOMER_PROBLEMS, visitorMeta } from "../../access/customer-access.ts";
import { PAYING_PROBLEMS, testPayer } from "../../access/payers.ts";
import { readStaff, STAFF_PROBLEMS } from "../../access/staff-access.ts";
import type { App, Bff } from "../../context.ts";
import {
  PaymentConfirmation,
  PaymentIntentOpened,
  PaymentIntentRequest,
  PaymentRecorded,
} from "../../contract/booking.ts";
import { answerWritten, logPositionHeader, problem, refusal, tooMany } from "../../http/answers.ts";
import type { BffContext, BffEnv, RespondingContext } from "../../http/hono-env.ts";
import { ById, calls, FORM_PROBLEMS, jsonAnswerOfWrite, jsonBody, OPEN_TO_ALL } from "../../http/openapi.ts";
import { bookingJson } from "../../wire/booking-json.ts";
import { heldBooking, seriesCaller } from "../customer/booking-access.ts";

/** Refusals that any caller may see: they say nothing about the state of a booking, or only that it can be paid. */
const SAID_TO_ANYONE: readonly RejectionCode[] = [
  "NotTheCustomer",
  "AmountMismatch",
  "PaymentProviderUnavailable",
  "ConcurrentChange",
];

export function paymentRoutes(app: App, bff: Bff): void {
  const { core, gateway, limits } = bff;
  const visitors = calls("Payment");

  app.openapi(
    visitors.post("/api/create-payment-intent", {
      summary: "Open the payment of a booking's downpayment or balance, of a series, or of an invoice",
      description:
        "A repeat for the same booking and purpose answers the same open intent; one that was cancelled is replaced. With `seriesId` one intent asks for all downpayments of the series that are unpaid; confirm it at `POST /api/series/{id}/payment`. With `invoiceToken` it asks for what is due of an invoice; confirm it at `POST /api/invoices/{number}/payment`. The balance can be paid once the downpayment is, until 7 days after the visit. An unknown booking and a wrong email get the same answer; ten wrong emails for a booking from one address end in 429 for a quarter of an hour. The reason why nothing can be paid (`AlreadyPaid`, `HoldExpired`, …) is for the booking's signed-in customer, the browser that made it, the holder of the mailed link's `token` and staff; all others get `NothingToPayByCard`. The card is confirmed in the browser with `clientSecret`; then call `POST /api/bookings/{id}/payment`.",
      middleware: limits.payments,
      request: jsonBody(PaymentIntentRequest),
      responses: { 200: jsonAnswerOfWrite("The open intent", PaymentIntentOpened) },
      problems: [
        ...FORM_PROBLEMS,
        "AmountMismatch",
        "NotTheCustomer",
        "NothingToPayByCard",
        "LinkInvalid",
        "InvoiceNotFound",
        ...PAYING_PROBLEMS,
      ],
    }),
    async (c) => {
      // The contract has checked that one of the two numbers is given.
      const {
        bookingId = 0,
        seriesId,
        purpose,
        customerEmail = "",
        amount,
        token,
        ...rest
      } = c.req.valid("json");
      const amountCents = amount === undefined ? undefined : toCents(amount);
      if (rest.invoiceToken !== undefined) {
        const linked = await linkedInvoice(core, rest.invoiceToken);
        if (!linked.ok) return refusal(c, linked.rejection);
        const { number } = linked;
        const opened = await openInvoiceIntent(core, gateway, { number, amountCents }, visitorMeta(c));
        return opened.ok ? answerOpened(c, opened) : refusal(c, opened.rejection);
      }
      const payable = seriesId === undefined ? bookingId : `series ${seriesId}`;
      const isHolder = async () =>
        seriesId === undefined
          ? provesHolder(c, bff, { bookingId, token })
          : (await seriesCaller(c, bff, seriesId, token)).ok;
      const waitMs = await limits.payerEmailLimits.waitMs(c, payable);
      if (waitMs > 0 && !(await isHolder())) return tooMany(c, waitMs);
      const asked = { customerEmail, amountCents };
      const outcome =
        seriesId === undefined
          ? await openPaymentIntent(core, gateway, { bookingId, purpose, ...asked }, visitorMeta(c))
          : await openSeriesIntent(core, gateway, { seriesId, ...asked }, visitorMeta(c));
      if (!outcome.ok) {
        const { code } = outcome.rejection;
        const overMs = code === "NotTheCustomer" ? await limits.payerEmailLimits.countWrong(c, payable) : 0;
        if (overMs > 0) return tooMany(c, overMs);
        return SAID_TO_ANYONE.includes(code) || (await isHolder())
          ? refusal(c, outcome.rejection)
          : problem(c, "NothingToPayByCard");
      }
      return answerOpened(c, outcome);
    },
  );

  function answerOpened(c: Context<BffEnv>, { value, position }: Extract<Outcome<OpenIntent>, { ok: true }>) {
    const { holdUntil, amountCents, clientSecret, paymentIntentId } = value;
    const opened: PaymentIntentOpened = {
      clientSecret,
      paymentIntentId,
      amount: toAmount(amountCents),
      publishableKey: gateway.publishableKey,
      simulated: gateway.simulated,
      holdUntil: holdUntil?.toISOString() ?? null,
    };
    return c.json(opened, 200, { "Cache-Control": "no-store", ...logPositionHeader(position) });
  }

  app.openapi(
    visitors.post("/api/bookings/{id}/payment", {
      security: OPEN_TO_ALL,
      summary: "Confirm that a booking is paid",
      description:
        "The payment provider is asked, and its answer decides. A repeat gets the same answer. A test token is accepted only from staff and from the booking's own signed-in customer.",
      middleware: limits.payments,
      request: { params: ById, ...jsonBody(PaymentConfirmation) },
      responses: {
        200: jsonAnswerOfWrite("The money is recorded; a downpayment confirms the booking", PaymentRecorded),
      },
      problems: [
        ...FORM_PROBLEMS,
        "PaymentMismatch",
        "PaymentNotSucceeded",
        "TestPaymentsOff",
        ...STAFF_PROBLEMS,
        ...CUSTOMER_PROBLEMS,
        "BookingNotFound",
        ...PAYING_PROBLEMS,
      ],
    }),
    async (c) => {
      const bookingId = c.req.valid("param").id;
      const { paymentIntentId, stripeToken } = c.req.valid("json");
      if (paymentIntentId === undefined && gateway.live) return problem(c, "TestPaymentsOff");
      const outcome =
        paymentIntentId === undefined
          ? await testPayment(c, bookingId, stripeToken ?? "")
          : await confirmPayment(core, gateway, { bookingId, paymentIntentId }, visitorMeta(c));
      if (outcome instanceof Response) return outcome;
      return answerWritten(c, outcome, (booking) => ({
        success: true as const,
        message:
          booking.paymentStatus === "paid"
            ? "Payment successful! Your booking is fully paid."
            : "Payment successful! Your booking is confirmed.",
        booking: bookingJson(core.rooms, bookingId, booking),
      }));
    },
  );

  async function testPayment(c: RespondingContext, bookingId: number, token: string) {
    const payer = await testPayer(c, bff, bookingId);
    return payer instanceof Response ? payer : payWithToken(core, gateway, { bookingId, token }, payer);
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
