/** Scenarios of visitors with a guest link, which the browser that booked also gets: read, cancel, move. */
import { addDays, HOUR_MS } from "../../../core/venue/venue-time.ts";
import type { OwnCancellation } from "../../contract/customer/customer.ts";
import { BOOKING, book, ownBooking, PAYING, payByCard } from "./booking-calls.ts";
import type { Actor, Scenario } from "./scenario.ts";
import type { Booked } from "./world.ts";

const LOOK = "GET /api/guest/{token}";

interface Linked {
  booked: Booked;
  token: string;
}

/** A booking, mostly paid, with its link. */
async function linkedBooking(who: Actor): Promise<Linked | null> {
  const booked = await book(who);
  if (!booked) return null;
  if (who.caller.random.chance(0.75)) await payByCard(who, booked);
  const own = await ownBooking(who, booked.id);
  const token = own?.manageUrl?.split("/").at(-1);
  return token === undefined ? null : { booked, token };
}

/** Cancels with the refund that was shown; without an answer it reads the booking's status. */
async function cancelByLink({ caller }: Actor, { token }: Linked): Promise<void> {
  const params = { token };
  const shown = await caller.call<{ refundAmount: string }>("GET /api/guest/{token}/cancellation", {
    params,
  });
  if (!shown.ok) return;
  const body: OwnCancellation = { refundAmount: shown.body.refundAmount };
  await caller.call("POST /api/guest/{token}/cancel", { params, body });
  await caller.call(LOOK, { params });
}

export const byLink: readonly Scenario[] = [
  {
    name: "cancels with the guest link",
    weight: 8,
    operations: [
      ...BOOKING,
      ...PAYING,
      LOOK,
      "GET /api/guest/{token}/cancellation",
      "POST /api/guest/{token}/cancel",
    ],
    async act(who) {
      const linked = await linkedBooking(who);
      if (linked) await cancelByLink(who, linked);
    },
  },
  {
    name: "moves with the guest link, downloads the calendar file, sometimes cancels",
    weight: 4,
    operations: [
      ...BOOKING,
      ...PAYING,
      LOOK,
      "POST /api/guest/{token}/reschedule",
      "GET /api/guest/{token}/calendar.ics",
    ],
    async act(who) {
      const linked = await linkedBooking(who);
      if (!linked) return;
      const { caller } = who;
      const params = { token: linked.token };
      const body = otherTime(who, linked.booked);
      await caller.call("POST /api/guest/{token}/reschedule", { params, body });
      await caller.call(LOOK, { params });
      await caller.call("GET /api/guest/{token}/calendar.ics", { params });
      if (caller.random.chance(0.5)) await cancelByLink(who, linked);
    },
  },
];

/** Another hour on one of the days to which a customer may move the booking. */
export function otherTime(
  { caller }: Actor,
  booked: Pick<Booked, "startTime" | "endTime">,
): { startDate: string; startTime: string } {
  const [start, end] = [new Date(booked.startTime), new Date(booked.endTime)];
  const hours = (end.getTime() - start.getTime()) / HOUR_MS;
  const later = addDays(booked.startTime.slice(0, 10), caller.random.between(1, 20));
  const hour = caller.random.between(0, 24 - hours);
  return { startDate: later, startTime: `${String(hour).padStart(2, "0")}:00` };
}
