/** Sequences of entries of the waitlist, which their link alone opens: one that leaves, and one that is offered hours and declines them. */
import type { Sequence } from "../run-sequence.ts";
import { type SequenceCalls, VISITOR } from "../sequence-calls.ts";
import { fieldOf, has, only } from "./answer-fields.ts";
import { booked } from "./bookings.ts";
import { noStaff } from "./venue.ts";

const READ = "GET /api/waitlist/{token}";
const STILL_READ = [200];
const REASON = { reason: "A mistake of the fuzz" };

const clock = (time: string): string => time.padStart(5, "0");

/** Waits for the hour of a visit that a browser has just made. */
async function joined(story: SequenceCalls) {
  const { holder, id: bookingId, hours } = await booked(story, VISITOR);
  const { roomId, startDate, startTime, endTime } = hours;
  const body = {
    roomIds: [roomId],
    day: startDate,
    from: clock(startTime),
    to: clock(endTime),
    hours: 1,
    firstName: "Ida",
    email: `waits-${story.fresh()}@example.test`,
    terms: true,
  };
  const entry = await story.must({ operation: "POST /api/waitlist", by: VISITOR, body });
  const token = String(fieldOf(entry, "token"));
  const ids = { token };
  const read = async () =>
    only(await story.must({ operation: READ, by: VISITOR, ids }), "state", "lapses", "joinedAt");
  const refused = [{ ids: { token: `${token.slice(0, -4)}AAAA` } }];
  return { id: Number(fieldOf(entry, "id")), ids, read, refused, holder, bookingId };
}

export const waitingEntry: Sequence = {
  name: "entry of the waitlist",
  async begin(story) {
    const { ids, read, refused } = await joined(story);
    return {
      read,
      begun: (state) => has(state, { state: "waiting" }),
      changes: [],
      uses: [{ ask: { operation: READ, by: VISITOR, ids }, refused, gone: STILL_READ }],
      end: {
        ask: { operation: "POST /api/waitlist/{token}/withdraw", by: VISITOR, ids },
        refused,
        shows: (state) => has(state, { state: "withdrawn" }),
        gone: STILL_READ,
      },
    };
  },
};

export const offeredEntry: Sequence = {
  name: "offer of the waitlist",
  async begin(story) {
    const { id, ids, read, refused, holder, bookingId } = await joined(story);
    const offer = { operation: "POST /api/waitlist/{id}/offer", ids: { id }, body: REASON };
    const callers = [...noStaff(story), { by: story.staff("staff") }, { by: story.staff("manager") }];
    for (const { by } of callers) {
      const said = await story.ask({ ...offer, by });
      if (![401, 403, 409].includes(said.status)) {
        story.found(`${offer.operation} answers ${said.status} while nothing fits`, said.description);
      }
    }
    await story.must({
      operation: "POST /api/bookings/{id}/release",
      by: holder,
      ids: { id: bookingId },
      body: {},
    });
    const take = await story.ask({ operation: "POST /api/waitlist/{token}/take", by: VISITOR, ids });
    if (take.status !== 409) {
      story.found(`An offer with a downpayment was taken unpaid: ${take.status}`, take.description);
    }
    return {
      read,
      begun: (state) => has(state, { state: "offered" }),
      changes: [],
      uses: [{ ask: { operation: READ, by: VISITOR, ids }, refused, gone: STILL_READ }],
      end: {
        ask: { operation: "POST /api/waitlist/{token}/decline", by: VISITOR, ids },
        refused,
        shows: (state) => has(state, { state: "declined" }),
        gone: STILL_READ,
      },
    };
  },
};
