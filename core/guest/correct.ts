/** Corrects a guest's name, email or phone in all of their bookings, so that their history stays together (decision 247). */
import { randomUUID } from "node:crypto";
import { planDetails } from "../booking/details/plan-details.ts";
import { handleBooking, loadBooking } from "../booking/handle.ts";
import type { Core } from "../context.ts";
import type { EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import type { LogPosition } from "../log/position.ts";
import { mailboxOf } from "../person/mailbox.ts";
import { changePerson } from "../person/personal-data.ts";

export interface CorrectGuest {
  /** Every booking of the guest; the one by which the caller knows them comes last, so that a repetition still finds it. */
  bookingIds: readonly number[];
  /** The rows of staff's notes on the guest, which are kept by mailbox. */
  noteIds: readonly string[];
  /** Fields that are absent stay. */
  asked: {
    firstName?: string | undefined;
    lastName?: string | undefined;
    email?: string | undefined;
    phone?: string | undefined;
  };
}

/**
 * Answers the row of personal data by which the guest is known from now on. Each booking is an append of its own: after a
 * failure the same call completes what is left. Bookings whose person was erased stay as they are; no mail is sent.
 */
export async function correctGuest(
  core: Core,
  { bookingIds, noteIds, asked }: CorrectGuest,
  meta: EventMeta,
): Promise<Outcome<{ personId: string | null; corrected: number }>> {
  const mailbox = asked.email === undefined ? null : mailboxOf(asked.email);
  let notes = mailbox === null ? [] : noteIds.map((id) => changePerson(id, { email: mailbox }));
  let personId: string | null = null;
  let corrected = 0;
  let position: LogPosition | null = null;
  for (const id of bookingIds) {
    const { state: booking } = await loadBooking(core, id);
    const room = booking.exists ? core.rooms.byId(booking.roomId) : undefined;
    if (!booking.exists || !room) continue;
    const planned = await planDetails(core.sql, booking, asked);
    if (!planned.ok) continue;
    personId = booking.personId;
    if (planned.details.changed.length === 0) continue;
    const outcome = await handleBooking(
      core,
      id,
      { type: "ChangeDetails", details: planned.details, room, now: core.clock.now(), byStaff: true },
      {
        commandId: `correct-guest:${randomUUID()}`,
        meta,
        people: [...planned.people, ...notes],
        newEmail: planned.newEmail,
      },
    );
    if (!outcome.ok) return outcome;
    notes = [];
    corrected += 1;
    personId = outcome.value.personId;
    position = outcome.position ?? position;
  }
  return { ok: true, value: { personId, corrected }, position };
}
