/** Sequences of what people write: notes on bookings and guests, messages to the venue, and feedback. */
import type { Sequence } from "../run-sequence.ts";
import { bearer, type SequenceCalls, SequenceEnded, VISITOR } from "../sequence-calls.ts";
import { registered } from "./accounts.ts";
import { fieldOf, has, isGone, only, textOf, withId } from "./answer-fields.ts";
import { noStaff } from "./venue.ts";

async function newBooking(story: SequenceCalls, by = VISITOR): Promise<{ id: number; email: string }> {
  const body = story.world.submission();
  const made = await story.must({ operation: "POST /api/bookings", by, body });
  return { id: Number(fieldOf(made, "id")), email: body.email };
}

export const bookingNote: Sequence = {
  name: "note on a booking",
  async begin(story) {
    const by = story.staff("staff");
    const { id } = await newBooking(story);
    const text = "Brings a cello";
    const made = await story.must({
      operation: "POST /api/bookings/{id}/notes",
      by,
      ids: { id },
      body: { text },
    });
    const ids = { id, noteId: textOf(made, "id") };
    return {
      async read() {
        const list = await story.must({ operation: "GET /api/bookings/{id}/notes", by, ids: { id } });
        return only(withId(list, ids.noteId), "text");
      },
      begun: (state) => has(state, { text }),
      changes: [],
      end: {
        ask: { operation: "DELETE /api/bookings/{id}/notes/{noteId}", by, ids },
        refused: noStaff(story),
        shows: isGone,
      },
    };
  },
};

export const guestNote: Sequence = {
  name: "note on a guest",
  async begin(story) {
    const by = story.staff("staff");
    const booking = await newBooking(story);
    const own = await story.must({ operation: "GET /api/bookings/{id}", by, ids: { id: booking.id } });
    const guest = { id: textOf(own, "guestId") };
    const text = "Likes the corner room";
    const made = await story.must({
      operation: "POST /api/staff/guests/{id}/notes",
      by,
      ids: guest,
      body: { text },
    });
    const ids = { ...guest, noteId: textOf(made, "id") };
    const refused = noStaff(story);
    return {
      async read() {
        const page = await story.must({ operation: "GET /api/staff/guests/{id}", by, ids: guest });
        return only(withId(fieldOf(page, "notes"), ids.noteId), "text");
      },
      begun: (state) => has(state, { text }),
      changes: [],
      uses: [{ ask: { operation: "GET /api/staff/guests/{id}", by, ids: guest }, refused, gone: [200] }],
      end: {
        ask: { operation: "DELETE /api/staff/guests/{id}/notes/{noteId}", by, ids },
        refused,
        shows: isGone,
      },
    };
  },
};

export const message: Sequence = {
  name: "message to the venue",
  async begin(story) {
    const by = story.staff("staff");
    const email = `life-${story.fresh()}@example.test`;
    const words = { firstName: "Mary", lastName: "Somerville", email, message: "Is the piano tuned?" };
    const made = await story.must({ operation: "POST /api/contact", by: VISITOR, body: words });
    const ids = { id: textOf(made, "id") };
    const refused = noStaff(story);
    const { id: bookingId } = await newBooking(story);
    return {
      async read() {
        const list = await story.must({
          operation: "GET /api/contact",
          by,
          query: { stage: "all", limit: "200" },
        });
        const one = withId(list, ids.id);
        const thread = fieldOf(one, "thread");
        const stored = only(one, "email", "message", "stage");
        return stored && { ...stored, said: Array.isArray(thread) ? thread.length : 0 };
      },
      begun: (state) => has(state, { email, message: words.message, stage: "new" }),
      changes: [
        {
          ask: { operation: "POST /api/contact/{id}/answers", by, ids, body: { text: "It is." } },
          refused,
          shows: (state) => Number(fieldOf(state, "said")) > 0,
        },
        {
          ask: { operation: "POST /api/contact/{id}/booking", by, ids, body: { bookingId } },
          refused,
          shows: (state) => Number(fieldOf(state, "said")) > 0,
          gone: [200],
        },
        {
          ask: { operation: "PATCH /api/contact/{id}", by, ids, body: { done: true } },
          refused,
          shows: () => true,
          gone: [200],
        },
      ],
      end: {
        ask: {
          operation: "POST /api/erasures",
          by: story.staff("admin"),
          body: { email, confirm: email },
        },
        refused: [...refused, { by: story.staff("staff") }, { by: story.staff("manager") }],
        shows: (state) => state === null || textOf(state, "email") !== email,
        gone: [200],
      },
    };
  },
};

export const feedback: Sequence = {
  name: "feedback",
  async begin(story) {
    const { who: by, email } = await registered(story);
    const staff = story.staff("staff");
    const { id } = await newBooking(story, by);
    await story.must({
      operation: "POST /api/bookings/{id}/payment",
      by: staff,
      ids: { id },
      body: { stripeToken: "tok_visa" },
    });
    await story.must({
      operation: "PATCH /api/bookings/{id}",
      by: staff,
      ids: { id },
      body: { status: "completed" },
    });
    const words = { comments: `Fine, ${story.fresh()} times.`, rating: 4 };
    const body = {
      bookingId: id,
      roomId: 5,
      customerEmail: email,
      customerName: "Ada",
      mayPublish: true,
      ...words,
    };
    const others = [{ by: VISITOR }, { by: bearer("customer", story.world.tokenOf("customer") ?? "") }];
    for (const other of others) {
      const said = await story.ask({ operation: "POST /api/feedback", ...other, body });
      if (said.status < 400) story.found("feedback is accepted from someone else", said.description);
    }
    const given = await story.ask({ operation: "POST /api/feedback", by, body });
    if (given.status >= 300) {
      story.found("POST /api/feedback is refused to an allowed caller", given.description);
      throw new SequenceEnded(given.description);
    }
    const ownReview = async (): Promise<unknown> => {
      const answer = await story.must({ operation: "GET /api/feedback", by: staff, query: { limit: "100" } });
      const list = fieldOf(answer, "feedback");
      return Array.isArray(list) ? list.find((one) => textOf(one, "bookingId") === String(id)) : null;
    };
    const review = { id: textOf(await ownReview(), "id") };
    const text = "Come again.";
    return {
      read: async () =>
        only(await ownReview(), "comments", "rating", "customerName", "customerEmail", "answer"),
      begun: (state) => has(state, words),
      changes: [
        {
          ask: { operation: "POST /api/feedback/{id}/answer", by: staff, ids: review, body: { text } },
          refused: noStaff(story),
          shows: (state) => textOf(fieldOf(state, "answer"), "text") === text,
        },
      ],
      uses: [
        { ask: { operation: "GET /api/feedback", by: staff }, refused: noStaff(story), gone: [200] },
        {
          ask: { operation: "DELETE /api/auth/bookings/{id}/review", by, ids: { id } },
          refused: [...others, { by: staff }],
          gone: [401],
        },
      ],
      end: {
        ask: {
          operation: "POST /api/erasures",
          by: story.staff("admin"),
          body: { email, confirm: email },
        },
        refused: [...noStaff(story), { by: staff }, { by: story.staff("manager") }],
        shows: (state) => textOf(state, "comments") !== words.comments,
        gone: [200],
      },
      async afterward() {
        const again = await story.ask({ operation: "POST /api/feedback", by, body });
        if (again.status !== 401) story.found("an erased person can leave feedback", again.description);
      },
    };
  },
};
