/** Lists faults of billing accounts that are planted in the log, the ledger and the read tables: each alone, in a transaction that is undone. */
import type { Claim } from "../evidence/claims.ts";
import type { PlantedDatabaseFault } from "./planted-in-database-fixture.ts";

/** Read tables that follow the status of a booking's payment. */
const PAYMENT_VIEWS: readonly Claim[] = [
  "views.bookings",
  "views.analytics_bookings",
  "views.analytics_room_days",
  "views.analytics_rooms",
  "views.loyalty",
];

const stream = (id: number): string => `account-${id}`;

export const ACCOUNT_FAULTS: readonly PlantedDatabaseFault[] = [
  {
    fault: "a document whose line is not what its account says",
    finds: ["accounts.numbers", "heads.leaves"],
    plant: (db) => db`
      update events set data = jsonb_set(data, '{lines,0,cents}', '1') where type = 'InvoiceIssued' and version = 1`,
  },
  {
    fault: "a document that another account has",
    finds: ["accounts.numbers", "heads.leaves"],
    plant: (db) => db`
      update events set data = data || '{"accountId": 999}' where type = 'CreditNoteIssued' and version = 2`,
  },
  {
    fault: "an account that was charged a cent too much",
    finds: ["accounts.charges", "heads.leaves", "views.billing_accounts"],
    plant: (db, { bookings }) => db`
      update events set data = jsonb_set(data, '{cents}', to_jsonb((data ->> 'cents')::int + 1))
      where type = 'VisitCharged' and data -> 'bookingId' = ${db.json(bookings.uninvoiced)}`,
  },
  {
    fault: "a cancelled visit that owes other than its terms say",
    finds: [
      "accounts.charges",
      "accounts.invoiced",
      "heads.leaves",
      "views.billing_accounts",
      "views.bookings",
    ],
    plant: (db, { bookings }) => db`
      update events set data = case type
        when 'BookingCancelled' then jsonb_set(data, '{owedCents}', to_jsonb((data ->> 'owedCents')::int + 1))
        else jsonb_set(data, '{cents}', to_jsonb((data ->> 'cents')::int + 1)) end
      where (stream = ${`booking-${bookings.cancelledOnAccount}`} and type = 'BookingCancelled')
        or (stream = ${stream(bookings.account)} and position = (
          select max(position) from events
          where type = 'VisitCharged' and data -> 'bookingId' = ${db.json(bookings.cancelledOnAccount)}))`,
  },
  {
    fault: "a booking above the credit limit",
    finds: ["accounts.bookable", "heads.leaves"],
    plant: (db, { bookings }) => db`
      update events set data = data || '{"creditLimitCents": 100}'
      where stream = ${stream(bookings.account)} and type = 'AccountOpened'`,
  },
  {
    fault: "a visit that is on an invoice for more than it owes",
    finds: ["accounts.invoiced", "heads.leaves", "views.billing_accounts"],
    plant: (db, { bookings }) => db`
      update events set data = jsonb_set(data, '{lines,0,cents}', to_jsonb((data #>> '{lines,0,cents}')::int + 100))
      where (type = 'InvoiceAdded' and data ->> 'number' = ${bookings.openInvoice})
        or (type = 'InvoiceIssued' and data -> 'lines' -> 0 -> 'bookingId' = ${db.json(bookings.openVisit)})`,
  },
  {
    fault: "a booking that stays unpaid after its invoice was paid",
    finds: ["accounts.paid", ...PAYMENT_VIEWS, "heads.leaves", "reads.true", "views.public_events"],
    plant: (db, { bookings }) => db`
      update events set data = data || '{"paymentStatus": "pending"}'
      where stream = ${`booking-${bookings.paidVisit}`} and type = 'AccountPaymentChanged'`,
  },
  {
    fault: "an invoice's charge that is a cent more than the log says",
    finds: ["money.charges"],
    plant: (db, { bookings }) => db`
      update simulated_stripe.charges c set amount = c.amount + 1 from simulated_stripe.payment_intents i
      where i.id = c.payment_intent and i.metadata ->> 'invoice' = ${bookings.paidInvoice}`,
  },
  {
    fault: "an invoice's card money that a credit note did not give back",
    finds: [
      "money.owed",
      "money.refunds",
      "heads.leaves",
      "streams.versions",
      "views.audit_events",
      "views.billing_accounts",
      "views.invoice_takings",
      "views.public_events",
    ],
    plant: async (db) => {
      await db`delete from events where type in ('InvoiceRefundRequested', 'InvoiceRefundIssued')`;
    },
  },
  {
    fault: "an invoice's refund without a result",
    finds: [
      "money.unanswered",
      "money.refunds",
      "heads.leaves",
      "streams.versions",
      "views.audit_events",
      "views.billing_accounts",
      "views.invoice_takings",
      "views.public_events",
    ],
    plant: (db) => db`delete from events where type = 'InvoiceRefundIssued'`,
  },
  {
    fault: "an account whose open sum is stale",
    finds: ["views.billing_accounts"],
    plant: (db) => db`update billing_accounts set open_cents = open_cents + 1`,
  },
  {
    fault: "stale takings of an invoice",
    finds: ["views.invoice_takings"],
    plant: (db) => db`update invoice_takings set cents = cents + 1`,
  },
];
