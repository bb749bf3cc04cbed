/** Checks when feedback can be left, and what its event contains. */
import { describe, expect, it } from "vitest";
import { evolve } from "../booking/state/booking-evolve.ts";
import { type Booking, noBooking } from "../booking/state/booking-state.ts";
import { TEST_TERMS } from "../testing/terms.ts";
import {
  decideAnswer,
  decideFeedback,
  decideWithdrawal,
  FEEDBACK_WINDOW_MS,
  type Feedback,
  feedbackStream,
  isFeedbackOpen,
} from "./feedback.ts";

const endsAt = new Date("2026-12-12T17:00:00Z");
const since = (ms: number): Date => new Date(endsAt.getTime() + ms);

// The visit is completed or over, and ended less than 30 days ago; a cancelled booking was no visit (decision 139).
describe("feedback is open", () => {
  it.each([
    ["confirmed", "a millisecond before the end", -1, false],
    ["confirmed", "at the end", 0, true],
    ["confirmed", "within 30 days", FEEDBACK_WINDOW_MS - 1, true],
    ["confirmed", "30 days after", FEEDBACK_WINDOW_MS, false],
    ["completed", "before the end", -3_600_000, true],
    ["completed", "within 30 days", FEEDBACK_WINDOW_MS - 1, true],
    ["completed", "30 days after", FEEDBACK_WINDOW_MS, false],
    ["pending", "at the end", 0, true],
    ["cancelled", "at the end", 0, false],
  ] as const)("%s, %s: %#", (status, _, ms, open) => {
    expect(isFeedbackOpen({ status, endsAt, visit: null }, since(ms))).toBe(open);
  });

  it("is not open after a no-show", () =>
    expect(isFeedbackOpen({ status: "confirmed", endsAt, visit: "no-show" }, since(1))).toBe(false));
});

describe("leaving feedback", () => {
  const state = evolve(noBooking, {
    type: "BookingRequested",
    data: {
      roomId: 3,
      personId: "5f0c3c39-54b6-4d0a-a47b-3d2e0c7f3a11",
      userId: 1,
      heldBy: "mailbox",
      startsAt: "2026-12-12T15:00:00.000Z",
      endsAt: endsAt.toISOString(),
      duration: "hourly",
      hourCount: 2,
      eventType: "Rehearsal",
      attendees: null,
      engineerRequired: false,
      totalCents: 15_000,
      downpaymentCents: 7_500,
      holdUntil: "2026-12-01T15:30:00.000Z",
      terms: TEST_TERMS,
    },
  });
  const booking: Booking = { ...(state as Booking), status: "confirmed" }; // it was requested above
  const ratings = { rating: 5, experienceRating: 4, facilityRating: 3, serviceRating: 2, valueRating: 1 };
  const command = {
    bookingId: 42,
    roomId: 3,
    personId: "0b2a9c1e-6a55-4b1f-9f5e-2d1a1c7f0f3b",
    ratings,
    wouldRecommend: true,
    anonymous: true,
    lockedBooking: "under-a-lock",
    visitPurpose: "Rehearsal",
    mayPublish: false,
    now: since(0),
  } as const;

  it("is one event without text or name; if it is anonymous, also without its booking", () => {
    const { ratings: _, now: __, ...given } = command;
    expect(decideFeedback(command, booking)).toEqual({
      ok: true,
      events: [{ type: "FeedbackLeft", data: { ...given, ...ratings, bookingId: null } }],
    });
    expect(decideFeedback({ ...command, anonymous: false, lockedBooking: null }, booking)).toMatchObject({
      events: [{ data: { bookingId: 42, lockedBooking: null } }],
    });
  });

  it("is shown only with its author's leave, until that is withdrawn; only what is shown can be answered", () => {
    const left = (mayPublish: boolean): Feedback | null => {
      const decision = decideFeedback({ ...command, mayPublish }, booking);
      const [event] = decision.ok ? decision.events : [];
      return event ? feedbackStream.evolve(null, event) : null;
    };
    const answerId = "5f0c3c39-54b6-4d0a-a47b-3d2e0c7f3a11";
    expect(decideAnswer(answerId, left(false))).toMatchObject({ rejection: { code: "ReviewNotPublished" } });
    expect(decideAnswer(answerId, null)).toMatchObject({ rejection: { code: "FeedbackNotFound" } });
    expect(decideAnswer(answerId, left(true))).toMatchObject({ events: [{ data: { answerId } }] });
    expect(decideWithdrawal(left(false))).toEqual({ ok: true, events: [] });
    const shown = left(true);
    const withdrawn = feedbackStream.evolve(shown, { type: "ReviewWithdrawn", data: {} });
    expect([shown?.published, withdrawn?.published]).toEqual([true, false]);
  });

  it("is refused for another room, and while it is not open", () => {
    expect(decideFeedback({ ...command, roomId: 4 }, booking)).toMatchObject({
      rejection: { code: "InvalidFeedback", errors: [{ path: "roomId" }] },
    });
    expect(decideFeedback({ ...command, now: since(-1) }, booking)).toMatchObject({
      rejection: { code: "FeedbackNotOpen" },
    });
  });
});
