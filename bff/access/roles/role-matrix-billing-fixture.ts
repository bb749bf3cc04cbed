/** The part of the role matrix about billing accounts and invoices: managers keep them, all working staff book on them and take their money. */
import { createBilling } from "../../../core/billing/billing-fixture.ts";
import { addDays, instantAt } from "../../../core/venue/time/venue-time.ts";
import type { Call, StaffWorld } from "../../testing/staff-fixture.ts";
import { bookingForGuest } from "./role-matrix-bookings-fixture.ts";
import {
  type Expected,
  managers,
  reading,
  type StaffCall,
  workingStaff,
} from "./role-matrix-parts-fixture.ts";

const ROOM = 6;
const FIRST_TUESDAY = "2027-05-04";
let visits = 0;

/** An account with one visit, on an hour of its own. */
async function accountWithVisit({ core }: StaffWorld): Promise<{ id: number; bookingId: number }> {
  const day = addDays(FIRST_TUESDAY, (visits % 4) + 7 * Math.floor(visits / 40));
  const startsAt = instantAt(day, 9 + (Math.floor(visits / 4) % 10), core.timeZone);
  visits += 1;
  const billing = createBilling(core);
  const id = await billing.open();
  return { id, bookingId: await billing.book(id, { roomId: ROOM, startsAt }) };
}

async function invoiced(world: StaffWorld): Promise<{ number: string; bookingId: number }> {
  const { id, bookingId } = await accountWithVisit(world);
  return { number: await createBilling(world.core).invoice(id, "2027-12-31"), bookingId };
}

const ofAccount =
  (rest: string, call: Call = {}) =>
  async (world: StaffWorld) => ({
    path: `/api/accounts/${(await accountWithVisit(world)).id}${rest}`,
    ...call,
  });

const onInvoice = (rest: string, body?: (bookingId: number) => unknown) => async (world: StaffWorld) => {
  const { number, bookingId } = await invoiced(world);
  const path = `/api/invoices/${number}${rest}`;
  return body ? { method: "POST", path, body: body(bookingId) } : { path };
};

const ACCOUNT = {
  name: "The Tuesday Choir",
  email: "choir@example.test",
  address: "12 Song Street",
  creditLimit: "500.00",
  paymentDays: 14,
};
const NOT_ON_FILE: Expected = [404, "Billing account not found"];

export const BILLING_CALLS: readonly StaffCall[] = [
  {
    call: "list the billing accounts",
    route: "GET /api/accounts",
    prepare: reading("/api/accounts"),
    answers: managers([200]),
  },
  {
    call: "open a billing account",
    route: "POST /api/accounts",
    prepare: () => ({ method: "POST", path: "/api/accounts", body: ACCOUNT }),
    answers: managers([201]),
  },
  {
    call: "read a billing account",
    route: "GET /api/accounts/{id}",
    prepare: ofAccount(""),
    answers: managers([200]),
  },
  {
    call: "suspend a billing account",
    route: "PATCH /api/accounts/{id}",
    prepare: ofAccount("", { method: "PATCH", body: { suspended: true } }),
    answers: managers([200]),
  },
  {
    call: "see the invoice that would be issued",
    route: "POST /api/accounts/{id}/invoices",
    prepare: ofAccount("/invoices?dryRun=1", { method: "POST", body: { until: "2027-12-31" } }),
    answers: managers([200]),
  },
  {
    call: "issue an invoice",
    route: "POST /api/accounts/{id}/invoices",
    prepare: ofAccount("/invoices", { method: "POST", body: { until: "2027-12-31" } }),
    answers: managers([201]),
  },
  {
    call: "choose from the billing accounts",
    route: "GET /api/account-choices",
    prepare: reading("/api/account-choices"),
    answers: workingStaff([200]),
  },
  {
    call: "book on a billing account that there is not",
    route: "POST /api/staff/bookings",
    prepare: () => {
      const { body, ...call } = bookingForGuest();
      return { ...call, body: { ...body, payment: "account", accountId: 999_999 } };
    },
    answers: workingStaff(NOT_ON_FILE),
  },
  {
    call: "read an invoice",
    route: "GET /api/invoices/{number}",
    prepare: onInvoice(""),
    answers: workingStaff([200]),
  },
  {
    call: "record money received for an invoice",
    route: "POST /api/invoices/{number}/money",
    prepare: onInvoice("/money", () => ({ method: "cash", amount: "1.00" })),
    answers: workingStaff([200]),
  },
  {
    call: "issue a credit note",
    route: "POST /api/invoices/{number}/credit",
    prepare: onInvoice("/credit", (bookingId) => ({
      lines: [{ bookingId, amount: "1.00" }],
      reason: "The heating failed",
    })),
    answers: managers([201]),
  },
  {
    call: "take along the invoices of a period",
    route: "GET /api/invoices.csv",
    prepare: reading("/api/invoices.csv?from=2026-11-01&to=2026-11-30"),
    answers: managers([200]),
  },
  {
    call: "take along the payments of a period",
    route: "GET /api/payments.csv",
    prepare: reading("/api/payments.csv?from=2026-11-01&to=2026-11-30"),
    answers: managers([200]),
  },
];
