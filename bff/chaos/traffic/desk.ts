/** Scenarios of bookings at the desk: make phone bookings, confirm, complete, cancel, restore, move, mark the visit. */
import type { BookingRecord } from "../../contract/booking-record.ts";
import type { StaffBookingMade } from "../../contract/staff/bookings-by-staff.ts";
import { lookAround } from "./booking-calls.ts";
import { hoursFields, venueHourNow, wantedHours } from "./hours.ts";
import { person } from "./people.ts";
import type { Scenario } from "./scenario.ts";
import type { Colleague } from "./staff-session.ts";
import type { Booked } from "./world.ts";

const STAFF_BOOKING = "POST /api/staff/bookings";
const READ = "GET /api/bookings/{id}";
const CHANGE = "PATCH /api/bookings/{id}";
const MOST_TRIES = 8;

export type StaffPayment = "link" | "desk" | "free";

/** Makes a phone booking; `now` books the current hour, in any room where it is free. */
export async function bookFor(
  who: Colleague,
  payment: StaffPayment,
  { now = false }: { now?: boolean } = {},
): Promise<Booked | null> {
  const { caller, world } = who;
  if (world.rooms.length === 0 || !world.settings) await lookAround(who);
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const wanted = wantedHours(world, caller.random);
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
      ...person(caller.random),
      ...hours,
      eventType: "Meeting",
      payment,
    };
    const answer = await caller.call<StaffBookingMade>(STAFF_BOOKING, {
      body: { ...body, ...reason },
      once: true,
    });
    if (answer.ok) {
      const { id, roomId, startTime, endTime } = answer.body;
      const made = { id, roomId, startTime, endTime, email: body.email, owner: null };
      world.remember(made);
      await caller.call(READ, { params: { id } });
      return made;
    }
    if (answer.status === null || answer.status >= 500) return null;
    if (answer.status === 400) await lookAround(who);
  }
  return null;
}

/** Changes a booking's status, then reads the booking whatever the answer was. */
async function change(who: Colleague, id: number, body: Record<string, unknown>): Promise<void> {
  await who.caller.call(CHANGE, { params: { id }, body });
  await who.caller.call<BookingRecord>(READ, { params: { id } });
}

const someBooking = async (who: Colleague): Promise<Booked | null> =>
  who.world.anyBooking(who.caller.random) ?? bookFor(who, "desk");

/** Carries out the open requests of customers. */
export async function doStaffTasks(who: Colleague): Promise<void> {
  for (let task = who.world.staffTasks.shift(); task; task = who.world.staffTasks.shift()) {
    await change(who, task.bookingId, { status: "completed" });
  }
}

export const atTheDesk: readonly Scenario<Colleague>[] = [
  ...(["link", "desk", "free"] as const).map(
    (payment): Scenario<Colleague> => ({
      name: `makes a phone booking: ${payment}`,
      weight: 2,
      operations: [STAFF_BOOKING, READ],
      async act(who) {
        await bookFor(who, payment);
      },
    }),
  ),
  {
    name: "confirms a booking, or marks its payment",
    weight: 2,
    operations: [CHANGE, READ],
    async act(who) {
      const booked = await someBooking(who);
      const changes = [{ status: "confirmed" }, { paymentStatus: "failed" }, { paymentStatus: "downpaid" }];
      if (booked) await change(who, booked.id, who.caller.random.pick(changes));
    },
  },
  {
    name: "cancels for the venue or the customer, and sometimes restores the booking",
    weight: 8,
    operations: [CHANGE, READ, "GET /api/bookings/{id}/refund-preview"],
    async act(who) {
      const { random } = who.caller;
      const booked = await someBooking(who);
      if (!booked) return;
      const params = { id: booked.id };
      const cancelledBy = random.pick(["venue", "customer"]);
      await who.caller.call("GET /api/bookings/{id}/refund-preview", { params, query: { cancelledBy } });
      await change(who, booked.id, { status: "cancelled", cancelledBy, reason: "The heating failed" });
      if (random.chance(0.25)) await change(who, booked.id, { status: "confirmed" });
    },
  },
  {
    name: "moves a booking after a preview of the price",
    weight: 4,
    operations: ["POST /api/bookings/{id}/move", READ],
    async act(who) {
      const { caller, world } = who;
      const booked = await someBooking(who);
      const wanted = wantedHours(world, caller.random);
      if (!booked || !wanted || !world.settings) return;
      const { startTime, endTime } = hoursFields(wanted, world.settings);
      const params = { id: booked.id };
      const body = {
        ...(caller.random.chance(0.5) ? { roomId: wanted.room.id } : {}),
        startTime,
        ...(caller.random.chance(0.3) ? { endTime } : {}),
      };
      await caller.call("POST /api/bookings/{id}/move", { params, query: { dryRun: 1 }, body });
      await caller.call("POST /api/bookings/{id}/move", { params, body });
      await caller.call(READ, { params });
    },
  },
  {
    name: "marks no-show, arrived and left",
    weight: 3,
    operations: [
      STAFF_BOOKING,
      "POST /api/bookings/{id}/no-show",
      "POST /api/bookings/{id}/arrived",
      "POST /api/bookings/{id}/left",
      READ,
      CHANGE,
    ],
    async act(who) {
      const booked = await bookFor(who, "desk", { now: true });
      if (!booked) return;
      const params = { id: booked.id };
      await who.caller.call("POST /api/bookings/{id}/no-show", { params });
      // A no-show who comes after all is marked as arrived.
      await who.caller.call("POST /api/bookings/{id}/arrived", { params });
      await who.caller.call("POST /api/bookings/{id}/left", { params });
      await who.caller.call(READ, { params });
      // Frees the hour for later bookings.
      await change(who, booked.id, { status: "cancelled" });
    },
  },
];
