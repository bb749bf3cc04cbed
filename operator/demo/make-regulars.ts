/** Makes the regulars of the sample history: billing accounts, their visits, invoices and money, each by its real command. */
import { openAccount } from "../../core/billing/accounts.ts";
import { creditInvoice } from "../../core/billing/credit-invoice.ts";
import { recordInvoiceMoney } from "../../core/billing/invoice-money.ts";
import { issueInvoice } from "../../core/billing/issue-invoice.ts";
import { balanceOf } from "../../core/booking/billing/account-money.ts";
import { loadAccount } from "../../core/booking/billing/load-account.ts";
import { requestBooking } from "../../core/booking/request-booking.ts";
import type { Core } from "../../core/context.ts";
import type { Actor, EventMeta } from "../../core/log/append-request.ts";
import type { Outcome } from "../../core/log/decision.ts";
import { MANAGERS } from "../../core/staff/staff.ts";
import { roundCents } from "../../core/venue/currency.ts";
import { HOUR_MS, venueDayOf } from "../../core/venue/time/venue-time.ts";
import { at, carryOut, type DemoContext, metaOf } from "./history.ts";
import { type Deed, REGULARS, type Regular } from "./regulars.ts";

const ONCE = { idempotencyKey: null, bodyHash: null };
const SYSTEM: Actor = { kind: "system" };

interface Made {
  accountId: number;
  /** Bookings by the start of their visit. */
  bookings: Map<number, number>;
  invoice: { number: string; bookingId: number; lineCents: number } | null;
}

/** In the order of the plan. Answers how many bookings were made; what a rule of this venue refuses is left out. */
export async function makeRegulars(context: DemoContext, planned: readonly Deed[]): Promise<number> {
  const made = new Map<number, Made>();
  for (const deed of planned) {
    const regular = REGULARS[deed.regular];
    if (!regular) continue;
    if (deed.kind === "open") {
      const accountId = await open(context, regular, deed.at);
      if (accountId !== null) made.set(deed.regular, { accountId, bookings: new Map(), invoice: null });
      continue;
    }
    const own = made.get(deed.regular);
    if (own) await carryOutDeed(context, regular, own, deed);
  }
  return [...made.values()].reduce((sum, { bookings }) => sum + bookings.size, 0);
}

const manager = ({ staff }: DemoContext): Actor =>
  staff.find(({ role }) => MANAGERS.some((one) => one === role)) ?? SYSTEM;

const valueIn = <Value>(outcome: Outcome<Value>): Value | null => (outcome.ok ? outcome.value : null);

async function open(
  context: DemoContext,
  { name, email, address, creditLimitCents, paymentDays, selfBooking }: Regular,
  instant: Date,
): Promise<number | null> {
  const holder = { name, email, address };
  const terms = { creditLimitCents, paymentDays, selfBooking };
  const opened = await openAccount(
    at(context.core, instant),
    { ...ONCE, holder, terms },
    metaOf(manager(context)),
  );
  return valueIn(opened)?.id ?? null;
}

async function carryOutDeed(
  context: DemoContext,
  regular: Regular,
  own: Made,
  deed: Exclude<Deed, { kind: "open" }>,
): Promise<void> {
  const core = at(context.core, deed.at);
  const colleague = manager(context);
  switch (deed.kind) {
    case "book": {
      const id = await book(core, regular, own.accountId, { ...deed, meta: metaOf(colleague) });
      if (id !== null) own.bookings.set(deed.startsAt.getTime(), id);
      return;
    }
    case "cancel":
    case "complete": {
      const id = own.bookings.get(deed.startsAt.getTime());
      if (id === undefined) return;
      const cancelled = { type: "CancelBooking", cancelledBy: "customer", now: deed.at } as const;
      const command = deed.kind === "cancel" ? cancelled : ({ type: "CompleteBooking" } as const);
      await carryOut(context, id, command, deed.at, colleague);
      return;
    }
    case "invoice": {
      const asked = { ...ONCE, until: deed.until };
      const issued = valueIn(await issueInvoice(core, own.accountId, asked, { meta: metaOf(SYSTEM) }))?.value;
      const [line] = issued?.lines ?? [];
      own.invoice =
        issued?.number && line
          ? { number: issued.number, bookingId: line.bookingId, lineCents: line.cents }
          : null;
      return;
    }
    case "receive": {
      const { method, share, reference } = deed;
      const due = await dueOf(core, own);
      if (own.invoice === null || due <= 0) return;
      const { number } = own.invoice;
      const money = {
        kind: "received",
        number,
        method,
        amountCents: roundCents(due * share),
        reference,
      } as const;
      await recordInvoiceMoney(core, { ...ONCE, ...money }, metaOf(colleague));
      return;
    }
    case "credit": {
      if (own.invoice === null) return;
      const { number, bookingId, lineCents } = own.invoice;
      const lines = [{ bookingId, text: null, cents: roundCents(lineCents / regular.hours) }];
      await creditInvoice(core, { ...ONCE, number, lines, reason: deed.reason }, metaOf(colleague));
      return;
    }
    default:
      deed satisfies never;
  }
}

async function dueOf({ sql }: Core, { accountId, invoice }: Made): Promise<number> {
  const { state } = await loadAccount(sql, accountId);
  const own = state.exists && invoice ? state.invoices[invoice.number] : undefined;
  return own ? balanceOf(own) : 0;
}

async function book(
  core: Core,
  { hours, attendees, eventType, email, guest }: Regular,
  accountId: number,
  { roomId, startsAt, meta }: { roomId: number; startsAt: Date; meta: EventMeta },
): Promise<number | null> {
  const outcome = await requestBooking(
    core,
    {
      ...ONCE,
      ...{ roomId, userId: null, heldBy: "mailbox", caller: null, workDone: true, accountId },
      startDate: venueDayOf(startsAt, core.timeZone),
      startsAt,
      endsAt: new Date(startsAt.getTime() + hours * HOUR_MS),
      ...{ duration: "hourly", hourCount: hours, engineerRequired: false, attendees, eventType },
      quoted: null,
      person: { ...guest, email, specialRequirements: null },
      byStaff: { payment: "account", holdUntil: null, priceReason: null },
    },
    meta,
  );
  return valueIn(outcome)?.id ?? null;
}
