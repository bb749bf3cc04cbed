/** Sequences of what managers maintain: closures, rooms, their photos, and scheduled changes of the settings. */
import { addDays } from "../../../core/venue/time/venue-time.ts";
import { framedForm } from "../forms.ts";
import type { Sequence } from "../run-sequence.ts";
import { bearer, type FuzzCaller, type SequenceCalls, VISITOR } from "../sequence-calls.ts";
import { ALREADY_DONE, fieldOf, has, isGone, only, textOf, withId } from "./answer-fields.ts";

const ROOM = 5;

/** Every caller who is not a manager. */
function noManagers(story: SequenceCalls): { by: FuzzCaller }[] {
  return [...noStaff(story), { by: story.staff("staff") }];
}

/** Every caller who is not signed in as staff. */
export function noStaff({ world }: SequenceCalls): { by: FuzzCaller }[] {
  const callers = ["stranger", "customer"] as const;
  return [{ by: VISITOR }, ...callers.map((caller) => ({ by: bearer(caller, world.tokenOf(caller) ?? "") }))];
}

export const closedHours: Sequence = {
  name: "closed hours",
  async begin(story) {
    const by = story.staff("manager");
    const day = addDays("2028-03-01", story.fresh());
    const sent = { roomIds: [ROOM], reason: "Repairs", public: true };
    const hours = { startTime: `${day}T15:00:00.000Z`, endTime: `${day}T17:00:00.000Z` };
    const made = await story.must({ operation: "POST /api/blocks", by, body: { ...sent, ...hours } });
    const ids = { id: textOf(made, "id") };
    const refused = noManagers(story);
    return {
      async read() {
        const query = { from: day, to: addDays(day, 1) };
        const list = await story.must({ operation: "GET /api/blocks", by, query });
        return only(withId(list, ids.id), "roomIds", "reason", "public", "startTime", "endTime");
      },
      begun: (state) => has(state, sent),
      changes: [
        {
          ask: { operation: "PATCH /api/blocks/{id}", by, ids, body: { reason: "A new floor" } },
          refused,
          shows: (state) => has(state, { reason: "A new floor" }),
          // A closure that was reopened can be changed too, because its texts may name a person.
          gone: [200],
        },
      ],
      end: {
        ask: { operation: "DELETE /api/blocks/{id}", by, ids },
        refused,
        shows: isGone,
        gone: ALREADY_DONE,
      },
    };
  },
};

export const room: Sequence = {
  name: "room",
  async begin(story) {
    const by = story.staff("manager");
    const sent = { name: `Room of a sequence ${story.fresh()}`, description: "Bare.", capacity: 4 };
    const rates = { hourlyRate: "10.00", halfDayRate: "30.00", fullDayRate: "50.00" };
    const made = await story.must({ operation: "POST /api/rooms", by, body: { ...sent, ...rates } });
    const ids = { id: textOf(made, "id") };
    const refused = noManagers(story);
    const change = (body: Record<string, unknown>) => ({
      ask: { operation: "PATCH /api/rooms/{id}", by, ids, body },
      refused,
      shows: (state: unknown) => has(state, body),
      // A manager who retires a room may still change it, and undo that.
      gone: [200],
    });
    return {
      async read() {
        const list = await story.must({ operation: "GET /api/staff/rooms", by });
        const names = ["name", "capacity", "hourlyRate", "overlay", "features", "bookable", "retired"];
        return only(withId(list, ids.id), ...names);
      },
      begun: (state) => has(state, { name: sent.name, capacity: 4, hourlyRate: "10.00", retired: false }),
      changes: [
        change({ capacity: 12 }),
        change({ hourlyRate: "12.50" }),
        change({ features: ["A lamp"], overlay: "SOON" }),
        change({ bookable: false }),
      ],
      uses: [
        {
          ask: { operation: "GET /api/rooms/{slug}", by: VISITOR, ids: { slug: textOf(made, "slug") } },
          refused: [],
          gone: [404],
        },
      ],
      end: change({ retired: true }),
    };
  },
};

export const photo: Sequence = {
  name: "photo",
  async begin(story) {
    const by = story.staff("manager");
    const form = framedForm([
      { name: "photo", content: story.world.photo, file: "room.png" },
      { name: "alt", content: Buffer.from("The room by day") },
    ]);
    const room = { id: ROOM };
    const made = await story.must({ operation: "POST /api/rooms/{id}/photos", by, ids: room, raw: form });
    const ids = { ...room, photoId: textOf(made, "id") };
    const refused = noManagers(story);
    return {
      async read() {
        const list = await story.must({ operation: "GET /api/staff/rooms", by });
        return only(withId(fieldOf(withId(list, ROOM), "photos"), ids.photoId), "alt", "width", "height");
      },
      begun: (state) => has(state, { alt: "The room by day" }),
      changes: [
        {
          ask: { operation: "PATCH /api/rooms/{id}/photos/{photoId}", by, ids, body: { alt: "By night" } },
          refused,
          shows: (state) => has(state, { alt: "By night" }),
        },
      ],
      end: {
        ask: { operation: "DELETE /api/rooms/{id}/photos/{photoId}", by, ids },
        refused,
        shows: isGone,
      },
    };
  },
};

export const houseChange: Sequence = {
  name: "scheduled change of the settings",
  async begin(story) {
    const by = story.staff("manager");
    const from = addDays("2031-01-01", story.fresh());
    const upcoming = (settings: unknown): unknown[] => {
      const list = fieldOf(settings, "upcoming");
      return Array.isArray(list) ? list : [];
    };
    const made = await story.must({
      operation: "PATCH /api/house",
      by,
      body: { from, holdMinutes: 25 },
    });
    const own = upcoming(made).find((change) => fieldOf(change, "from") === from);
    const ids = { id: textOf(own, "id") };
    return {
      async read() {
        const settings = await story.must({ operation: "GET /api/staff/house", by });
        return only(withId(upcoming(settings), ids.id), "from");
      },
      begun: (state) => has(state, { from }),
      changes: [],
      end: {
        ask: { operation: "DELETE /api/house/changes/{id}", by, ids },
        refused: noManagers(story),
        shows: isGone,
      },
    };
  },
};
