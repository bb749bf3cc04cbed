/** Scenarios of visitors with a guest link, which the browser that booked also gets: read, cancel, move. */

import type { OwnCancellation } from "../../../bff/contract/customer/customer.ts";
import type { DetailsChange } from "../../../bff/contract/customer/held-booking.ts";
import { addDays, HOUR_MS } from "../../../core/venue/time/venue-time.ts";
import { BOOKING_OPERATIONS, book, ownBooking, PAYMENT_OPERATIONS, payByCard } from "./booking-calls.ts";
import { person } from "./made-up-people.ts";
import type { Scenario, ScenarioContext } from "./scenario.ts";
import type { KnownBooking } from "./shared-state.ts";

const LOOK = "GET /api/guest/{token}";

interface Linked {
  booked: KnownBooking;
  token: string;
  /** The token of the link to share. */
  shared: string;
}

/** A booking, mostly paid, with its link. */
async function linkedBooking(who: ScenarioContext): Promise<Linked | null> {
  const booked = await book(who);
  if (!booked) return null;
  if (who.client.random.chance(0.75)) await payByCard(who, booked);
  const own = await ownBooking(who, booked.id);
  const token = own?.manageUrl?.split("/").at(-1);
  const shared = own?.shareUrl?.split("/").at(-1);
  return token === undefined || shared === undefined ? null : { booked, token, shared };
}

/** Cancels with the refund that was shown; without an answer it reads the booking's status. */
async function cancelByLink({ client }: ScenarioContext, { token }: Linked): Promise<void> {
  const params = { token };
  const shown = await client.call<{ refundAmount: string }>("GET /api/guest/{token}/cancellation", {
    params,
  });
  if (!shown.ok) return;
  const body: OwnCancellation = { refundAmount: shown.body.refundAmount };
  await client.call("POST /api/guest/{token}/cancel", { params, body });
  await client.call(LOOK, { params });
}

export const guestLinkScenarios: readonly Scenario[] = [
  {
    name: "cancels with the guest link",
    weight: 8,
    operations: [
      ...BOOKING_OPERATIONS,
      ...PAYMENT_OPERATIONS,
      LOOK,
      "GET /api/guest/{token}/cancellation",
      "POST /api/guest/{token}/cancel",
    ],
    async run(who) {
      const linked = await linkedBooking(who);
      if (linked) await cancelByLink(who, linked);
    },
  },
  {
    name: "moves with the guest link, says who comes, downloads the calendar file, sometimes cancels",
    weight: 4,
    operations: [
      ...BOOKING_OPERATIONS,
      ...PAYMENT_OPERATIONS,
      LOOK,
      "POST /api/guest/{token}/reschedule",
      "PUT /api/guest/{token}/details",
      "GET /api/visits/{token}",
      "GET /api/visits/{token}/calendar.ics",
      "GET /api/guest/{token}/calendar.ics",
    ],
    async run(who) {
      const linked = await linkedBooking(who);
      if (!linked) return;
      const { client } = who;
      const params = { token: linked.token };
      const body = otherTime(who, linked.booked);
      await client.call("POST /api/guest/{token}/reschedule", { params, body });
      await client.call("PUT /api/guest/{token}/details", { params, body: whoComes(who) });
      await client.call(LOOK, { params });
      await client.call("GET /api/guest/{token}/calendar.ics", { params });
      const shared = { token: linked.shared };
      await client.call("GET /api/visits/{token}", { params: shared });
      await client.call("GET /api/visits/{token}/calendar.ics", { params: shared });
      if (client.random.chance(0.5)) await cancelByLink(who, linked);
    },
  },
];

/** Other people who come; the email stays. */
export function whoComes({ client }: ScenarioContext): DetailsChange {
  const { email: _stays, ...who } = person(client.random);
  return { ...who, attendees: client.random.between(1, 2) };
}

/** Another hour on one of the days to which a customer may move the booking. */
export function otherTime(
  { client }: ScenarioContext,
  booked: Pick<KnownBooking, "startTime" | "endTime">,
): { startDate: string; startTime: string } {
  const [start, end] = [new Date(booked.startTime), new Date(booked.endTime)];
  const hours = (end.getTime() - start.getTime()) / HOUR_MS;
  const later = addDays(booked.startTime.slice(0, 10), client.random.between(1, 20));
  const hour = client.random.between(0, 24 - hours);
  return { startDate: later, startTime: `${String(hour).padStart(2, "0")}:00` };
}
