/** Sequences of billing accounts and invoices: an account by a manager, an invoice that is credited, one that a card pays, and a customer's booking on account. */
import { LAST_DAY } from "../invoices.ts";
import type { Sequence } from "../run-sequence.ts";
import { bearer, VISITOR } from "../sequence-calls.ts";
import { registered } from "./accounts.ts";
import { ALREADY_DONE, fieldOf, has, only, textOf } from "./answer-fields.ts";
import {
  bookedOn,
  CREDIT,
  forgedOf,
  isAtLeast,
  issued,
  MONEY,
  noManagers,
  opened,
  otherNumbers,
  STILL_READ,
  TERMS,
} from "./billing-steps.ts";
import { noStaff } from "./venue.ts";

const billingAccount: Sequence = {
  name: "billing account",
  async begin(story) {
    const by = story.staff("manager");
    const id = await opened(story);
    const ids = { id };
    await bookedOn(story, id);
    const refused = noManagers(story);
    const change = (body: Record<string, unknown>) => ({
      operation: "PATCH /api/accounts/{id}",
      by,
      ids,
      body,
    });
    const terms = { name: "The Tuesday Choir", creditLimit: "1200.00", paymentDays: 30, selfBooking: true };
    return {
      read: async () =>
        only(
          await story.must({ operation: "GET /api/accounts/{id}", by, ids }),
          ...["name", "email", "creditLimit", "paymentDays", "selfBooking", "suspended", "open"],
        ),
      begun: (state) => has(state, { ...TERMS, suspended: false }) && isAtLeast(state, "open", 1),
      changes: [
        { ask: change(terms), refused, shows: (state) => has(state, terms), gone: STILL_READ },
        {
          ask: change({ email: "tuesday@example.test", address: "1 Main Street" }),
          refused,
          shows: (state) => has(state, { email: "tuesday@example.test" }),
          gone: STILL_READ,
        },
      ],
      uses: [
        { ask: { operation: "GET /api/accounts", by }, refused, gone: STILL_READ },
        {
          ask: { operation: "GET /api/account-choices", by: story.staff("staff") },
          refused: noStaff(story),
          gone: STILL_READ,
        },
        {
          ask: {
            operation: "POST /api/accounts/{id}/invoices",
            by,
            ids,
            query: { dryRun: "1" },
            body: { until: LAST_DAY },
          },
          refused,
          gone: STILL_READ,
        },
      ],
      end: {
        ask: change({ suspended: true }),
        refused,
        shows: (state) => has(state, { suspended: true }),
        gone: STILL_READ,
      },
      async afterward() {
        await story.must(change({ suspended: true }));
        const said = await story.ask({
          operation: "POST /api/staff/bookings",
          by: story.staff("staff"),
          body: { ...story.world.submission(), payment: "account", accountId: id },
        });
        if (said.status !== 409) story.found("a suspended account is booked on", said.description);
      },
    };
  },
};

const creditedInvoice: Sequence = {
  name: "invoice that is credited",
  async begin(story) {
    const by = story.staff("staff");
    const manager = story.staff("manager");
    const { bookingId, number, token } = await issued(story);
    const ids = { number };
    const others = otherNumbers(number);
    return {
      read: async () =>
        only(
          await story.must({ operation: "GET /api/invoices/{number}", by, ids }),
          ...["number", "status", "total", "credited", "received", "returned", "balance", "lines"],
        ),
      begun: (state) => has(state, { number, status: "open", received: "0.00", credited: "0.00" }),
      changes: [
        {
          ask: {
            operation: MONEY,
            by,
            ids,
            body: { kind: "received", method: "transfer", amount: "1.00", reference: "RF18" },
          },
          refused: [...noStaff(story), ...others],
          shows: (state) => isAtLeast(state, "received", 1),
        },
        {
          ask: {
            operation: CREDIT,
            by: manager,
            ids,
            body: { lines: [{ bookingId, text: "Cold room", amount: "1.00" }], reason: "The heating failed" },
          },
          refused: [...noManagers(story), ...others],
          shows: (state) => isAtLeast(state, "credited", 1),
        },
      ],
      uses: [
        {
          ask: { operation: "GET /api/invoice-links/{token}", by: VISITOR, ids: { token } },
          refused: [{ ids: { token: forgedOf(token) } }],
          gone: STILL_READ,
        },
        {
          ask: { operation: "POST /api/create-payment-intent", by: VISITOR, body: { invoiceToken: token } },
          refused: [{ body: { invoiceToken: forgedOf(token) } }],
        },
      ],
      end: {
        ask: {
          operation: "PATCH /api/bookings/{id}",
          by,
          ids: { id: bookingId },
          body: { status: "cancelled", cancelledBy: "venue" },
        },
        refused: noStaff(story),
        shows: (state) => has(state, { status: "cancelled" }),
        gone: ALREADY_DONE,
      },
    };
  },
};

const paidInvoice: Sequence = {
  name: "invoice that a card pays",
  async begin(story) {
    const { number, token } = await issued(story);
    const intent = await story.must({
      operation: "POST /api/create-payment-intent",
      by: VISITOR,
      body: { invoiceToken: token },
    });
    const [paymentIntentId, clientSecret] = [
      textOf(intent, "paymentIntentId"),
      textOf(intent, "clientSecret"),
    ];
    await story.world.payByCard({ paymentIntentId, clientSecret });
    const link = { operation: "GET /api/invoice-links/{token}", by: VISITOR, ids: { token } };
    const confirm = {
      operation: "POST /api/invoices/{number}/payment",
      by: VISITOR,
      ids: { number },
      body: { paymentIntentId, token },
    };
    return {
      read: async () => only(await story.must(link), "number", "status", "balance", "payable"),
      begun: (state) => has(state, { number, status: "open", payable: true }),
      changes: [],
      end: {
        ask: confirm,
        refused: [
          ...otherNumbers(number),
          { body: { paymentIntentId, token: forgedOf(token) } },
          { body: { paymentIntentId: "pi_unknown", token } },
        ],
        shows: (state) => has(state, { status: "paid", balance: "0.00", payable: false }),
        gone: ALREADY_DONE,
      },
    };
  },
};

const customersVisit: Sequence = {
  name: "customer's booking on account",
  async begin(story) {
    const { who: by, id: customerId, email, token } = await registered(story);
    const other = bearer("customer", story.world.tokenOf("customer") ?? "");
    await story.world.verify({ id: Number(customerId), token });
    await opened(story, { email, selfBooking: true });
    await story.must({ operation: "GET /api/billing-account", by });
    const ask = {
      operation: "POST /api/bookings",
      by,
      body: { ...story.world.submission(), payment: "account" },
    };
    for (const stranger of [VISITOR, other]) {
      const said = await story.ask({ ...ask, by: stranger });
      if (said.status !== 403) story.found("a stranger books on account", said.description);
    }
    const ids = { id: Number(fieldOf(await story.must(ask), "id")) };
    const { startDate, startTime } = story.world.submission();
    const refused = [{ by: VISITOR }, { by: other }, { by: story.staff("staff") }];
    const read = async () =>
      only(
        await story.must({ operation: "GET /api/bookings/{id}", by: story.staff("staff"), ids }),
        ...["status", "paymentStatus", "startTime", "dueAmount", "accountId"],
      );
    const before = await read();
    return {
      read,
      begun: (state) => has(state, { status: "confirmed", paymentStatus: "pending", dueAmount: "0.00" }),
      changes: [
        {
          ask: {
            operation: "POST /api/auth/bookings/{id}/reschedule",
            by,
            ids,
            body: { startDate, startTime },
          },
          refused,
          shows: (state) => fieldOf(state, "startTime") !== fieldOf(before, "startTime"),
        },
      ],
      uses: [
        { ask: { operation: "GET /api/billing-account", by }, refused: [], gone: STILL_READ },
        {
          ask: { operation: "GET /api/auth/bookings/{id}/cancellation", by, ids },
          refused,
          gone: STILL_READ,
        },
      ],
      end: {
        ask: { operation: "POST /api/auth/bookings/{id}/cancel", by, ids, body: {} },
        refused,
        shows: (state) => has(state, { status: "cancelled" }),
        gone: ALREADY_DONE,
      },
    };
  },
};

export const billingSequences: readonly Sequence[] = [
  billingAccount,
  creditedInvoice,
  paidInvoice,
  customersVisit,
];
