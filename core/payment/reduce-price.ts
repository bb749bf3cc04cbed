/** Previews and carries out reductions of a booking's price: an open payment at the older price is withdrawn first (decision 232). */
import { changeOnce } from "../booking/handle-once.ts";
import type { Reduction } from "../booking/payment/reduce-price.ts";
import type { Booking } from "../booking/state/booking-state.ts";
import type { Core } from "../context.ts";
import type { EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import type { IdempotentRequest } from "../log/idempotency.ts";
import { storePerson, textRow } from "../person/personal-data.ts";
import type { PaymentGateway } from "./gateway.ts";
import { carryOutChange, type Move, planChange } from "./planned-change.ts";

interface AskedReduction {
  bookingId: number;
  by: Reduction;
  reason: string;
}

const planReduction = (core: Core, { bookingId, by, reason }: AskedReduction) => {
  const person = textRow(reason);
  return planChange(core, { bookingId, roomId: null }, async (_, _room, { withdrawnIntentId, now }) => ({
    ok: true,
    command: { type: "ReducePrice", by, reasonId: person.id, withdrawnIntentId, now },
    people: [storePerson(person)],
  }));
};

/** What the reduction would make of the booking; it changes nothing. */
export async function previewReduction(core: Core, asked: AskedReduction): Promise<Outcome<Move>> {
  const planned = await planReduction(core, asked);
  if (!planned.ok) return planned;
  const { before, after, at } = planned;
  return { ok: true, value: { before, after }, position: at };
}

/** Reduces the price as `carryOutChange` says; a repeated request answers the booking as it is by then. */
export const reducePriceByStaff = (
  core: Core,
  gateway: PaymentGateway,
  asked: AskedReduction,
  request: IdempotentRequest & { meta: EventMeta },
): Promise<Outcome<Booking>> =>
  changeOnce(core, asked.bookingId, request, async ({ commandId, meta }) => {
    const { bookingId } = asked;
    const plan = () => planReduction(core, asked);
    const outcome = await carryOutChange(core, gateway, { bookingId, kind: "reduce", plan, commandId }, meta);
    return outcome.ok ? { ...outcome, value: outcome.value.after } : outcome;
  });
