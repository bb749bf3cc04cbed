/** The sequences of what admins make for other programs: a token, which opens one scope until it ends, and a webhook. */
import { RECEIVER } from "../fuzz-world.ts";
import type { Sequence } from "../run-sequence.ts";
import { bearer, type FuzzCaller, type SequenceCalls } from "../sequence-calls.ts";
import { ALREADY_DONE, fieldOf, has, isGone, only, textOf, withId } from "./answer-fields.ts";
import { noStaff } from "./venue.ts";

const LAST_DAY = "2028-12-31";
/** A token that has ended is answered like one that never was. */
const NO_SESSION = [401];

/** Every caller who is not an admin. */
const noAdmins = (story: SequenceCalls): { by: FuzzCaller }[] => [
  ...noStaff(story),
  { by: story.staff("staff") },
  { by: story.staff("manager") },
];

export const token: Sequence = {
  name: "token",
  async begin(story) {
    const by = story.staff("admin");
    const refused = noAdmins(story);
    const make = (sent: { name: string; scopes: string[] }) =>
      story.must({ operation: "POST /api/tokens", by, body: { ...sent, expiresOn: LAST_DAY } });
    const sent = { name: `Program ${story.fresh()}`, scopes: ["events:read"] };
    const made = await make(sent);
    const other = await make({ name: `Program ${story.fresh()}`, scopes: ["bookings:read"] });
    const ids = { id: textOf(made, "id") };
    return {
      async read() {
        const list = await story.must({ operation: "GET /api/tokens", by });
        return only(withId(list, ids.id), "name", "scopes", "expiresOn", "state");
      },
      begun: (state) => has(state, { ...sent, expiresOn: LAST_DAY, state: "active" }),
      changes: [],
      uses: [
        {
          ask: { operation: "GET /api/events", by: bearer("program", textOf(made, "token")) },
          refused: [...refused, { by: bearer("program", textOf(other, "token")) }],
          gone: NO_SESSION,
        },
      ],
      end: {
        ask: { operation: "DELETE /api/tokens/{id}", by, ids },
        refused,
        shows: (state) => has(state, { state: "ended" }),
        gone: ALREADY_DONE,
      },
    };
  },
};

export const webhook: Sequence = {
  name: "webhook",
  async begin(story) {
    const by = story.staff("admin");
    const refused = noAdmins(story);
    const sent = { url: RECEIVER, events: ["booking.completed"], body: "thin" };
    const changed = { url: `${RECEIVER}/other`, events: ["booking.moved", "booking.paid"], body: "full" };
    const made = await story.must({ operation: "POST /api/webhooks", by, body: sent });
    const ids = { id: textOf(made, "id") };
    return {
      async read() {
        const list = await story.must({ operation: "GET /api/webhooks", by });
        return only(withId(list, ids.id), "url", "events", "body", "active", "bothSignUntil");
      },
      begun: (state) => has(state, { ...sent, active: true, bothSignUntil: null }),
      changes: [
        {
          ask: { operation: "PATCH /api/webhooks/{id}", by, ids, body: changed },
          refused,
          shows: (state) => has(state, changed),
        },
        {
          ask: { operation: "POST /api/webhooks/{id}/rotate", by, ids },
          refused,
          shows: (state) => fieldOf(state, "bothSignUntil") !== null,
        },
      ],
      uses: [
        { ask: { operation: "GET /api/webhooks/{id}", by, ids }, refused },
        { ask: { operation: "POST /api/webhooks/{id}/test", by, ids }, refused },
        { ask: { operation: "GET /api/webhooks/{id}/deliveries", by, ids }, refused },
        { ask: { operation: "POST /api/webhooks/{id}/replay", by, ids, body: { from: 0 } }, refused },
      ],
      end: {
        ask: { operation: "DELETE /api/webhooks/{id}", by, ids },
        refused,
        shows: isGone,
        gone: ALREADY_DONE,
      },
    };
  },
};
