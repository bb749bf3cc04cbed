/** Scenarios of customers with an account: book signed in, look, cancel, move, leave feedback. */
import type { OwnBooking, OwnCancellation } from "../../../bff/contract/customer/customer.ts";
import type { MadeFeed } from "../../../bff/contract/open/feeds.ts";
import { BOOKING_OPERATIONS, book, ownBooking, PAYMENT_OPERATIONS, payByCard } from "./booking-calls.ts";
import type { Customer } from "./customer-session.ts";
import { otherTime, whoComes } from "./guest-link.ts";
import type { Scenario } from "./scenario.ts";
import type { KnownBooking } from "./shared-state.ts";

const OWN = ["GET /api/auth/bookings", "GET /api/user/bookings"] as const;
/** How often a customer checks whether staff have completed a visit. */
const MOST_LOOKS = 60;

async function paidBooking(who: Customer): Promise<KnownBooking | null> {
  const { email } = who.account;
  const booked = await book(who, { owner: email, email });
  if (!booked) return null;
  if (who.client.random.chance(0.5)) {
    const params = { id: booked.id };
    const body = { stripeToken: who.client.random.pick(["tok_visa", "tok_visa", "tok_chargeDeclined"]) };
    await who.client.call("POST /api/bookings/{id}/payment", { params, body });
  } else await payByCard(who, booked);
  return booked;
}

async function ownBookings({ client }: Customer): Promise<readonly OwnBooking[]> {
  const answer = await client.call<OwnBooking[]>(client.random.pick(OWN));
  return answer.ok ? answer.body : [];
}

async function cancelOwn({ client }: Customer, id: number): Promise<void> {
  const shown = await client.call<{ refundAmount: string }>("GET /api/auth/bookings/{id}/cancellation", {
    params: { id },
  });
  if (!shown.ok) return;
  const body: OwnCancellation = { refundAmount: shown.body.refundAmount };
  await client.call("POST /api/auth/bookings/{id}/cancel", { params: { id }, body });
}

export const customerScenarios: readonly Scenario<Customer>[] = [
  {
    name: "books signed in and lists their bookings",
    weight: 6,
    operations: [...BOOKING_OPERATIONS, ...PAYMENT_OPERATIONS, ...OWN, "GET /api/bookings/held"],
    async run(who) {
      const booked = await paidBooking(who);
      for (const operation of OWN) await who.client.call(operation);
      if (booked) await ownBooking(who, booked.id);
      await who.client.call("GET /api/bookings/held");
    },
  },
  {
    name: "cancels a booking",
    weight: 6,
    operations: [
      ...BOOKING_OPERATIONS,
      ...PAYMENT_OPERATIONS,
      "GET /api/auth/bookings/{id}/cancellation",
      "POST /api/auth/bookings/{id}/cancel",
    ],
    async run(who) {
      const { random } = who.client;
      const own = random.chance(0.4) ? await ownBookings(who) : [];
      const standing = own.filter(({ cancellable }) => cancellable);
      const id = standing.length > 0 ? random.pick(standing).id : (await paidBooking(who))?.id;
      if (id === undefined) return;
      await cancelOwn(who, id);
      await ownBooking(who, id);
    },
  },
  {
    name: "moves a booking, and says who comes",
    weight: 4,
    operations: [
      ...BOOKING_OPERATIONS,
      ...PAYMENT_OPERATIONS,
      "POST /api/auth/bookings/{id}/reschedule",
      "PUT /api/auth/bookings/{id}/details",
      "GET /api/auth/bookings/{id}/calendar.ics",
    ],
    async run(who) {
      const booked = await paidBooking(who);
      if (!booked) return;
      const body = otherTime(who, booked);
      const params = { id: booked.id };
      await who.client.call("POST /api/auth/bookings/{id}/reschedule", { params, body });
      await who.client.call("PUT /api/auth/bookings/{id}/details", { params, body: whoComes(who) });
      await ownBooking(who, booked.id);
      await who.client.call("GET /api/auth/bookings/{id}/calendar.ics", { params });
      if (who.client.random.chance(0.5)) await cancelOwn(who, booked.id);
    },
  },
  {
    name: "subscribes to their bookings, and sometimes ends it",
    weight: 1,
    operations: ["POST /api/feeds", "GET /api/feeds", "GET /calendar/{token}.ics", "DELETE /api/feeds/{id}"],
    async run({ client }) {
      const made = await client.call<MadeFeed>("POST /api/feeds", { body: { scope: "mine" } });
      const token = made.ok ? /([^/]+)\.ics$/.exec(made.body.url)?.[1] : undefined;
      if (token !== undefined) await client.call("GET /calendar/{token}.ics", { params: { token } });
      await client.call("GET /api/feeds");
      if (made.ok && client.random.chance(0.7))
        await client.call("DELETE /api/feeds/{id}", { params: { id: made.body.id }, repeatable: true });
    },
  },
  {
    name: "leaves feedback once staff have completed the visit, and sometimes withdraws it",
    weight: 1,
    operations: [
      ...BOOKING_OPERATIONS,
      ...PAYMENT_OPERATIONS,
      "GET /api/auth/bookings",
      "POST /api/feedback",
      "GET /api/rooms/{slug}/reviews",
      "DELETE /api/auth/bookings/{id}/review",
    ],
    async run(who) {
      const { client, world, account } = who;
      const booked = await paidBooking(who);
      if (!booked) return;
      world.staffTasks.push({ kind: "complete", bookingId: booked.id });
      for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
        const own = await client.call<OwnBooking[]>("GET /api/auth/bookings");
        const mine = own.ok ? own.body.find(({ id }) => id === booked.id) : undefined;
        if (mine?.status === "completed") break;
        if (mine?.status === "cancelled" || client.signedOut()) return;
      }
      const body = {
        bookingId: booked.id,
        roomId: booked.roomId,
        customerEmail: account.email,
        customerName: "Ada Byron",
        rating: client.random.between(1, 5),
        comments: "The room was warm.",
        mayPublish: true,
      };
      await client.call("POST /api/feedback", { body });
      const room = world.rooms.find(({ id }) => id === booked.roomId);
      if (room) await client.call("GET /api/rooms/{slug}/reviews", { params: { slug: room.slug } });
      if (client.random.chance(0.3)) {
        await client.call("DELETE /api/auth/bookings/{id}/review", { params: { id: booked.id } });
      }
    },
  },
];
