/** Scenarios of bookings at the desk: make phone bookings, confirm, complete, cancel, restore, move, mark the visit. */
import type { BookingRecord } from "../../../bff/contract/booking-record.ts";
import type { StaffBookingCreated } from "../../../bff/contract/staff/bookings-by-staff.ts";
import { readVenue } from "./booking-calls.ts";
import { drawHours, hoursFields, venueHourNow } from "./client/hours.ts";
import { person } from "./made-up-people.ts";
import type { Scenario } from "./scenario.ts";
import type { KnownBooking } from "./shared-state.ts";
import type { Colleague } from "./staff-session.ts";

const STAFF_BOOKING = "POST /api/staff/bookings";
const READ = "GET /api/bookings/{id}";
const CHANGE = "PATCH /api/bookings/{id}";
const MOST_TRIES = 8;

export type StaffPayment = "link" | "desk" | "free" | "account";

/** Makes a phone booking, on account of `accountId`; `now` books the current hour, in any room where it is free. */
export async function makePhoneBooking(
  who: Colleague,
  payment: StaffPayment,
  { now = false, accountId }: { now?: boolean; accountId?: number } = {},
): Promise<KnownBooking | null> {
  const { client, world } = who;
  if (world.rooms.length === 0 || !world.settings) await readVenue(who);
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const wanted = drawHours(world, client.random);
    if (!wanted || !world.settings) return null;
    const {
      totalAmount: _t,
      downpaymentAmount: _d,
      remainingAmount: _r,
      ...hours
    } = hoursFields(now ? { ...wanted, ...venueHourNow(world, world.settings) } : wanted, world.settings);
    const reason = payment === "free" ? { priceReason: "A friend of the venue" } : {};
    const body = {
      roomId: wanted.room.id,
      ...person(client.random),
      ...hours,
      eventType: "Meeting",
      payment,
      ...(accountId === undefined ? {} : { accountId }),
    };
    const answer = await client.call<StaffBookingCreated>(STAFF_BOOKING, {
      body: { ...body, ...reason },
      once: true,
    });
    if (answer.ok) {
      const { id, roomId, startTime, endTime } = answer.body;
      const made = { id, roomId, startTime, endTime, email: body.email, owner: null };
      world.remember(made);
      await client.call(READ, { params: { id } });
      return made;
    }
    if (answer.status === null || answer.status >= 500) return null;
    if (answer.status === 400) await readVenue(who);
  }
  return null;
}

/** Changes a booking's status, then reads the booking whatever the answer was. */
async function change(who: Colleague, id: number, body: Record<string, unknown>): Promise<void> {
  await who.client.call(CHANGE, { params: { id }, body });
  await who.client.call<BookingRecord>(READ, { params: { id } });
}

const someBooking = async (who: Colleague): Promise<KnownBooking | null> =>
  who.world.anyBooking(who.client.random) ?? makePhoneBooking(who, "desk");

/** Carries out the open requests of customers. */
export async function doStaffTasks(who: Colleague): Promise<void> {
  for (let task = who.world.staffTasks.shift(); task; task = who.world.staffTasks.shift()) {
    await change(who, task.bookingId, { status: "completed" });
  }
}

export const deskScenarios: readonly Scenario<Colleague>[] = [
  ...(["link", "desk", "free"] as const).map(
    (payment): Scenario<Colleague> => ({
      name: `makes a phone booking: ${payment}`,
      weight: 2,
      operations: [STAFF_BOOKING, READ],
      async run(who) {
        await makePhoneBooking(who, payment);
      },
    }),
  ),
  {
    name: "confirms a booking, or marks its payment",
    weight: 2,
    operations: [CHANGE, READ],
    async run(who) {
      const booked = await someBooking(who);
      const changes = [{ status: "confirmed" }, { paymentStatus: "failed" }, { paymentStatus: "downpaid" }];
      if (booked) await change(who, booked.id, who.client.random.pick(changes));
    },
  },
  {
    name: "cancels for the venue or the customer, and sometimes restores the booking",
    weight: 8,
    operations: [CHANGE, READ, "GET /api/bookings/{id}/refund-preview"],
    async run(who) {
      const { random } = who.client;
      const booked = await someBooking(who);
      if (!booked) return;
      const params = { id: booked.id };
      const cancelledBy = random.pick(["venue", "customer"]);
      await who.client.call("GET /api/bookings/{id}/refund-preview", { params, query: { cancelledBy } });
      await change(who, booked.id, { status: "cancelled", cancelledBy, reason: "The heating failed" });
      if (random.chance(0.25)) await change(who, booked.id, { status: "confirmed" });
    },
  },
  {
    name: "moves a booking after a preview of the price",
    weight: 4,
    operations: ["POST /api/bookings/{id}/move", READ],
    async run(who) {
      const { client, world } = who;
      const booked = await someBooking(who);
      const wanted = drawHours(world, client.random);
      if (!booked || !wanted || !world.settings) return;
      const { startTime, endTime } = hoursFields(wanted, world.settings);
      const params = { id: booked.id };
      const body = {
        ...(client.random.chance(0.5) ? { roomId: wanted.room.id } : {}),
        startTime,
        ...(client.random.chance(0.3) ? { endTime } : {}),
      };
      await client.call("POST /api/bookings/{id}/move", { params, query: { dryRun: 1 }, body });
      await client.call("POST /api/bookings/{id}/move", { params, body });
      await client.call(READ, { params });
    },
  },
  {
    name: "marks late, which is undone, no-show, arrived and left",
    weight: 3,
    operations: [
      STAFF_BOOKING,
      "POST /api/bookings/{id}/late",
      "POST /api/bookings/{id}/undo-visit",
      "POST /api/bookings/{id}/no-show",
      "POST /api/bookings/{id}/arrived",
      "POST /api/bookings/{id}/left",
      READ,
      CHANGE,
    ],
    async run(who) {
      const booked = await makePhoneBooking(who, "desk", { now: true });
      if (!booked) return;
      const params = { id: booked.id };
      await who.client.call("POST /api/bookings/{id}/late", { params });
      await who.client.call("POST /api/bookings/{id}/undo-visit", { params });
      await who.client.call("POST /api/bookings/{id}/no-show", { params });
      // A no-show who comes after all is marked as arrived.
      await who.client.call("POST /api/bookings/{id}/arrived", { params });
      await who.client.call("POST /api/bookings/{id}/left", { params });
      await who.client.call(READ, { params });
      // Frees the hour for later bookings.
      await change(who, booked.id, { status: "cancelled" });
    },
  },
];
