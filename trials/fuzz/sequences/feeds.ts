/** The sequence of a calendar feed: made, listed, and ended by its owner alone. */
import type { Sequence } from "../run-sequence.ts";
import { has, isGone, only, textOf, withId } from "./answer-fields.ts";
import { noStaff } from "./venue.ts";

export const calendarFeed: Sequence = {
  name: "calendar feed",
  async begin(story) {
    const by = story.staff("staff");
    const sent = { scope: "room", roomId: 1 };
    const made = await story.must({ operation: "POST /api/feeds", by, body: sent });
    const ids = { id: textOf(made, "id") };
    return {
      async read() {
        return only(withId(await story.must({ operation: "GET /api/feeds", by }), ids.id), "scope", "roomId");
      },
      begun: (state) => has(state, sent),
      changes: [],
      end: {
        ask: { operation: "DELETE /api/feeds/{id}", by, ids },
        refused: [...noStaff(story), { by: story.staff("manager") }],
        shows: isGone,
        gone: [200],
      },
    };
  },
};
