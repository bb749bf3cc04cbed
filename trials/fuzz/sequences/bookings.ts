/** Sequences of bookings: by a customer with an account, by a guest's link, held by a browser, and made by staff. */
import { instantAt } from "../../../core/venue/time/venue-time.ts";
import type { Sequence } from "../run-sequence.ts";
import { bearer, type FuzzCaller, type SequenceCalls, SequenceEnded, VISITOR } from "../sequence-calls.ts";
import type { Submission } from "../submissions.ts";
import { registered } from "./accounts.ts";
import { ALREADY_DONE, fieldOf, has, only, textOf, withId } from "./answer-fields.ts";
import { noStaff } from "./venue.ts";

const ZONE = "America/New_York";
const STATE = ["status", "paymentStatus", "startTime", "roomId", "attendees"] as const;
const WHO_COMES = { firstName: "Grace", lastName: "Hopper", phone: "+1 212 555 0142", attendees: 2 };
/** The status of reads of a cancelled booking. */
const STILL_READ = [200];

/** Books as a visitor; answers the booking's number and hours, and the browser that holds it. */
export async function booked(
  story: SequenceCalls,
  by: FuzzCaller,
): Promise<{ id: number; email: string; holder: FuzzCaller; hours: Submission }> {
  const body = story.world.submission();
  const said = await story.ask({ operation: "POST /api/bookings", by, body });
  if (said.status !== 201) {
    story.found("POST /api/bookings is refused to an allowed caller", said.description);
    throw new SequenceEnded(said.description);
  }
  const cookies = said.headers["set-cookie"] ?? [];
  const cookie = [cookies].flat().map((set) => set.split(";")[0] ?? "");
  const holder: FuzzCaller = { caller: "visitor", session: { cookie: cookie.join("; ") } };
  return { id: Number(fieldOf(said.body, "id")), email: body.email, holder, hours: body };
}

const pay = (story: SequenceCalls, id: number): Promise<unknown> =>
  story.must({
    operation: "POST /api/bookings/{id}/payment",
    by: story.staff("staff"),
    ids: { id },
    body: { stripeToken: "tok_visa" },
  });

const asStaffSee = async (story: SequenceCalls, id: number): Promise<unknown> =>
  only(
    await story.must({ operation: "GET /api/bookings/{id}", by: story.staff("staff"), ids: { id } }),
    ...STATE,
  );

const isCancelled = (state: unknown): boolean => has(state, { status: "cancelled" });

function anotherHour({ world }: SequenceCalls): { startDate: string; startTime: string } {
  const { startDate, startTime } = world.submission();
  return { startDate, startTime };
}

const startsAt = ({ startDate, startTime }: { startDate: string; startTime: string }): string =>
  instantAt(startDate, Number.parseInt(startTime, 10), ZONE).toISOString();

export const customersBooking: Sequence = {
  name: "customer's booking",
  async begin(story) {
    const { who: by } = await registered(story);
    const { id } = await booked(story, by);
    await pay(story, id);
    const ids = { id };
    const staff = story.staff("staff");
    const other = bearer("customer", story.world.tokenOf("customer") ?? "");
    const refused = [{ by: VISITOR }, { by: other }, { by: staff }];
    const hour = anotherHour(story);
    return {
      async read() {
        const list = await story.must({ operation: "GET /api/auth/bookings", by });
        return only(withId(list, id), ...STATE);
      },
      begun: (state) => has(state, { status: "confirmed" }),
      changes: [
        {
          ask: { operation: "POST /api/auth/bookings/{id}/reschedule", by, ids, body: hour },
          refused,
          shows: (state) => has(state, { startTime: startsAt(hour) }),
        },
        {
          ask: { operation: "PUT /api/auth/bookings/{id}/details", by, ids, body: WHO_COMES },
          refused,
          shows: (state) => has(state, { attendees: WHO_COMES.attendees }),
        },
        {
          ask: { operation: "PATCH /api/bookings/{id}", by: staff, ids, body: { paymentStatus: "paid" } },
          refused: noStaff(story),
          shows: (state) => has(state, { paymentStatus: "paid" }),
          gone: STILL_READ,
        },
      ],
      uses: [
        {
          ask: { operation: "GET /api/auth/bookings/{id}/cancellation", by, ids },
          refused,
          gone: STILL_READ,
        },
        {
          ask: { operation: "GET /api/auth/bookings/{id}/calendar.ics", by, ids },
          refused,
          gone: STILL_READ,
        },
        {
          ask: { operation: "GET /api/bookings/{id}/history", by: staff, ids },
          refused: noStaff(story),
          gone: STILL_READ,
        },
        {
          ask: { operation: "GET /api/bookings/{id}/receipt", by: staff, ids },
          refused: noStaff(story),
          gone: STILL_READ,
        },
      ],
      end: {
        ask: { operation: "POST /api/auth/bookings/{id}/cancel", by, ids, body: {} },
        refused,
        shows: isCancelled,
        gone: ALREADY_DONE,
      },
    };
  },
};

export const guestsBooking: Sequence = {
  name: "guest's booking",
  async begin(story) {
    const { id } = await booked(story, VISITOR);
    await pay(story, id);
    const token = await story.world.guestToken(id);
    const ids = { token };
    const forged = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
    const refused = [{ ids: { token: forged } }, { ids: { token: `${token}A` } }, { ids: { token: "x" } }];
    const hour = anotherHour(story);
    return {
      read: () => asStaffSee(story, id),
      begun: (state) => has(state, { status: "confirmed" }),
      changes: [
        {
          ask: { operation: "POST /api/guest/{token}/reschedule", by: VISITOR, ids, body: hour },
          refused,
          shows: (state) => has(state, { startTime: startsAt(hour) }),
        },
        {
          ask: { operation: "PUT /api/guest/{token}/details", by: VISITOR, ids, body: WHO_COMES },
          refused,
          shows: (state) => has(state, { attendees: WHO_COMES.attendees }),
        },
      ],
      uses: [
        { ask: { operation: "GET /api/guest/{token}", by: VISITOR, ids }, refused, gone: STILL_READ },
        {
          ask: { operation: "GET /api/guest/{token}/cancellation", by: VISITOR, ids },
          refused,
          gone: STILL_READ,
        },
        {
          ask: { operation: "GET /api/guest/{token}/calendar.ics", by: VISITOR, ids },
          refused,
          gone: STILL_READ,
        },
      ],
      end: {
        ask: { operation: "POST /api/guest/{token}/cancel", by: VISITOR, ids, body: {} },
        refused,
        shows: isCancelled,
        gone: ALREADY_DONE,
      },
    };
  },
};

export const hold: Sequence = {
  name: "held booking",
  async begin(story) {
    const { id, email, holder: by } = await booked(story, VISITOR);
    const ids = { id };
    const { holder: other } = await booked(story, VISITOR);
    const refused = [{ by: VISITOR }, { by: other }, { by: story.staff("staff") }];
    const { startDate, startTime, endTime, totalAmount, downpaymentAmount, remainingAmount, hourCount } =
      story.world.submission();
    const hours = { startDate, startTime, endTime, hourCount };
    const amounts = { totalAmount, downpaymentAmount, remainingAmount };
    return {
      read: () => asStaffSee(story, id),
      begun: (state) => has(state, { status: "pending" }),
      changes: [
        {
          ask: { operation: "PUT /api/bookings/{id}/hold", by, ids, body: { ...hours, ...amounts } },
          refused,
          shows: (state) => has(state, { startTime: startsAt({ startDate, startTime }) }),
        },
      ],
      uses: [
        {
          ask: {
            operation: "POST /api/create-payment-intent",
            by,
            body: { bookingId: id, customerEmail: email },
          },
          refused: [{ body: { bookingId: id, customerEmail: "someone-else@example.test" } }],
        },
        { ask: { operation: "GET /api/bookings/{id}/own", by, ids }, refused, gone: STILL_READ },
      ],
      end: {
        ask: { operation: "POST /api/bookings/{id}/release", by, ids, body: {} },
        refused,
        shows: isCancelled,
        gone: ALREADY_DONE,
      },
    };
  },
};

export const staffsBooking: Sequence = {
  name: "booking by staff",
  async begin(story) {
    const by = story.staff("staff");
    const body = { ...story.world.submission(), payment: "desk" };
    const made = await story.must({ operation: "POST /api/staff/bookings", by, body });
    const id = Number(fieldOf(made, "id"));
    const ids = { id };
    const refused = noStaff(story);
    const moved = startsAt(anotherHour(story));
    return {
      read: () => asStaffSee(story, id),
      begun: (state) => textOf(state, "status") !== "cancelled",
      changes: [
        {
          ask: { operation: "POST /api/bookings/{id}/move", by, ids, body: { startTime: moved } },
          refused,
          shows: (state) => has(state, { startTime: moved }),
        },
        {
          ask: {
            operation: "POST /api/bookings/{id}/money",
            by,
            ids,
            body: { kind: "received", method: "cash", amount: "5.00" },
          },
          refused,
          shows: () => true,
        },
      ],
      uses: [
        {
          ask: {
            operation: "GET /api/bookings/{id}/refund-preview",
            by,
            ids,
            query: { cancelledBy: "venue" },
          },
          refused,
          gone: STILL_READ,
        },
      ],
      end: {
        ask: {
          operation: "PATCH /api/bookings/{id}",
          by,
          ids,
          body: { status: "cancelled", cancelledBy: "venue" },
        },
        refused,
        shows: isCancelled,
        gone: ALREADY_DONE,
      },
    };
  },
};
