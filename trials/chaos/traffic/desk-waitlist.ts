/** Scenarios of staff at the waitlist: read who waits, cancel offered bookings, and as managers offer hours out of turn. */
import type { StaffWaitlist } from "../../../bff/contract/visitor/waitlist.ts";
import { makePhoneBooking } from "./desk.ts";
import type { Scenario } from "./scenario.ts";
import type { Colleague } from "./staff-session.ts";
import { JOIN, joinFor } from "./waitlist-calls.ts";

const LIST = "GET /api/waitlist";
const OFFER = "POST /api/waitlist/{id}/offer";
const STAFF_BOOKING = "POST /api/staff/bookings";
const READ = "GET /api/bookings/{id}";
const CHANGE = "PATCH /api/bookings/{id}";

async function readList({ client }: Colleague, day?: string): Promise<StaffWaitlist> {
  const answer = await client.call<StaffWaitlist>(LIST, day === undefined ? {} : { query: { day } });
  return answer.ok ? answer.body : [];
}

const cancel = ({ client }: Colleague, id: number): Promise<unknown> => {
  const body = { status: "cancelled", cancelledBy: "venue", reason: "The heating failed" };
  return client.call(CHANGE, { params: { id }, body });
};

export const deskWaitlist: readonly Scenario<Colleague>[] = [
  {
    name: "reads who waits, and sometimes cancels an offered booking",
    weight: 3,
    operations: [LIST],
    async run(who) {
      const { random } = who.client;
      const list = await readList(who);
      const [first] = list;
      if (first) await readList(who, first.wish.day);
      const offered = list.flatMap(({ offer }) => offer ?? []);
      if (offered.length > 0 && random.chance(0.4)) await cancel(who, random.pick(offered).bookingId);
    },
  },
  {
    name: "cancels a visit that others wait for",
    weight: 4,
    operations: [STAFF_BOOKING, READ, JOIN, CHANGE, LIST],
    async run(who) {
      const booked = await makePhoneBooking(who, "desk");
      if (!booked) return;
      await joinFor(who, booked, { whole: true });
      await joinFor(who, booked);
      await cancel(who, booked.id);
      await readList(who);
    },
  },
];

/** Free hours that fit an entry are those of an offer that it let lapse. */
export const offersOutOfTurn: readonly Scenario<Colleague>[] = [
  {
    name: "offers hours out of turn, or sees to it that an offer can lapse",
    weight: 3,
    operations: [LIST, OFFER],
    async run(who) {
      const { client } = who;
      const [fitting] = (await readList(who)).filter(({ fitsNow }) => fitsNow.length > 0);
      if (fitting) {
        const body = { reason: "They helped at the last concert" };
        await client.call(OFFER, { params: { id: fitting.id }, body });
        return;
      }
      const booked = await makePhoneBooking(who, "desk");
      if (!booked) return;
      await joinFor(who, booked, { whole: true });
      await cancel(who, booked.id);
    },
  },
];
