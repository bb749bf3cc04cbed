/**
 * The events of a billing account, in one stream `account-N`: its terms, what its visits owe, its invoices and their money (decisions 260 to
 * 265). Integer cents; venue days.
 */
import { z } from "zod";
import { defineEvent, type EventOf } from "../../log/event-definition.ts";
import { DESK_METHODS } from "../rules/statuses.ts";

const cents = z.number().int();
const id = z.number().int();
const day = z.iso.date();

const terms = {
  /** The row of personal data with name, email and address. An invoice keeps the row that it was issued to. */
  personId: z.uuid(),
  creditLimitCents: cents,
  /** From the day of an invoice to the day that it is due. */
  paymentDays: z.number().int(),
  /** Whether the customer with the account's verified email may book on it. */
  selfBooking: z.boolean(),
};

/** The part of each visit in an invoice or a credit note. */
const lines = z.array(z.object({ bookingId: id, cents })).readonly();

const deskMoney = z.object({
  invoice: z.string(),
  method: z.enum(DESK_METHODS),
  amountCents: cents,
  /** The row of personal data with the reference, if one was given. */
  referenceId: z.uuid().optional(),
});

const refund = { invoice: z.string(), refundId: z.string() };

const definitions = [
  /** A manager opened the account. `reference` names it at the provider; unlike its number, it is never reused. */
  defineEvent("AccountOpened", z.object({ reference: z.uuid(), ...terms })),
  /** A manager changed the terms; those that did not change have their last values. */
  defineEvent("AccountChanged", z.object({ ...terms, suspended: z.boolean() })),
  /** What a visit owes has changed: `cents` is all of it, not the difference. The visit takes place on `day`, a venue day. */
  defineEvent("VisitCharged", z.object({ bookingId: id, day, cents })),
  /** The invoice with this number was issued; the stream of the year's invoices has the document. */
  defineEvent("InvoiceAdded", z.object({ number: z.string(), issuedOn: day, dueOn: day, lines })),
  /**
   * The credit note `number` lowers an invoice. `forgiven`: staff let off what the visits owe; otherwise the visits had come to owe less
   * before.
   */
  defineEvent(
    "InvoiceCredited",
    z.object({ number: z.string(), invoice: z.string(), lines, forgiven: z.boolean() }),
  ),
  /** Staff received money for an invoice. */
  defineEvent("InvoiceMoneyReceived", deskMoney),
  /** Staff returned money of an invoice. */
  defineEvent("InvoiceMoneyReturned", deskMoney),
  /** The provider opened a payment intent for what was due. */
  defineEvent(
    "InvoicePaymentOpened",
    z.object({ invoice: z.string(), paymentIntentId: z.string(), amountCents: cents }),
  ),
  /** The provider captured a payment. What is more than was due is refunded in the same append. */
  defineEvent(
    "InvoicePaymentReceived",
    z.object({
      invoice: z.string(),
      paymentIntentId: z.string(),
      chargeId: z.string().nullable(),
      amountCents: cents,
    }),
  ),
  /** Card money is to be refunded. A job asks the provider, with the refund's id as the idempotency key. */
  defineEvent(
    "InvoiceRefundRequested",
    z.object({ ...refund, paymentIntentId: z.string(), amountCents: cents }),
  ),
  defineEvent("InvoiceRefundIssued", z.object({ ...refund, stripeRefundId: z.string() })),
  /** The provider refused it, or the bank sent it back. */
  defineEvent(
    "InvoiceRefundFailed",
    z.object({ ...refund, stripeRefundId: z.string().nullable(), reasonCode: z.string().nullable() }),
  ),
  /** The customer's bank disputes a payment; 0 cents for an inquiry. */
  defineEvent(
    "InvoiceDisputeOpened",
    z.object({
      invoice: z.string(),
      disputeId: z.string(),
      paymentIntentId: z.string(),
      amountCents: cents,
    }),
  ),
  defineEvent(
    "InvoiceDisputeClosed",
    z.object({ invoice: z.string(), disputeId: z.string(), outcome: z.enum(["won", "lost"]) }),
  ),
  /** A reminder is mailed, so many days after the due day. */
  defineEvent("InvoiceReminded", z.object({ invoice: z.string(), daysAfterDue: z.number().int() })),
] as const;

export type AccountEvent = EventOf<(typeof definitions)[number]>;
export const accountEventDefinitions = definitions;
