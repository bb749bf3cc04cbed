/** Checks staff's notes on a booking: they can be added in any of its states, are removed once, and affect nothing else. */

import { expect, it } from "vitest";
import { specification } from "../../testing/decider-specification.ts";
import { requestedBooking } from "../../testing/requested-booking.ts";
import { decide } from "../booking.ts";
import type { BookingEvent } from "../state/booking-events.ts";
import { evolve } from "../state/booking-evolve.ts";
import { type BookingState, noBooking } from "../state/booking-state.ts";

const { given } = specification({ initial: noBooking, evolve, decide });

const NOTE = "5f0c3c39-54b6-4d0a-a47b-3d2e0c7f3a12";
const requested: BookingEvent = requestedBooking();
const taken: BookingEvent = { type: "NoteTaken", data: { noteId: NOTE } };
const removed: BookingEvent = { type: "NoteRemoved", data: { noteId: NOTE } };
const ended: BookingEvent[] = [
  { type: "BookingExpired", data: {} },
  { type: "BookingCancelled", data: { cancelledBy: "venue" } },
  { type: "BookingCompleted", data: {} },
];

it("is added in any state, and the same one only once", () => {
  given(requested).when({ type: "TakeNote", noteId: NOTE }).expect(taken);
  for (const end of ended) given(requested, end).when({ type: "TakeNote", noteId: NOTE }).expect(taken);
  given(requested, taken).when({ type: "TakeNote", noteId: NOTE }).expectNothing();
});

it("is removed once, and only if it exists", () => {
  given(requested, taken).when({ type: "RemoveNote", noteId: NOTE }).expect(removed);
  given(requested).when({ type: "RemoveNote", noteId: NOTE }).expectRefused("NoteNotFound");
  given(requested, taken, removed).when({ type: "RemoveNote", noteId: NOTE }).expectRefused("NoteNotFound");
  given().when({ type: "TakeNote", noteId: NOTE }).expectRefused("BookingNotFound");
});

it("changes nothing else of the booking", () => {
  const state = (events: BookingEvent[]) => events.reduce<BookingState>(evolve, noBooking);
  expect(state([requested, taken, removed])).toEqual(state([requested]));
});
