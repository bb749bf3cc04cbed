/** Fills the booking form at first, so that nothing is typed twice. */
import { knownEventType } from "../../../../../core/booking/rules/event-types.ts";
import { readDraft } from "../../../session/booking-draft.ts";
import { readPersonFields } from "../../../session/signed-in-customer.ts";
import { type BookingFieldsInput, EMPTY_FIELDS } from "./booking-fields.ts";

/** What was typed before in this tab. Signed-in customers need not type what their account knows, nor anyone what they searched with. */
export function firstValues(roomSlug: string): BookingFieldsInput {
  const searched = new URLSearchParams(window.location.search);
  const people = /^[1-9]\d{0,4}$/.exec(searched.get("people") ?? "");
  const known = {
    ...EMPTY_FIELDS,
    attendees: people?.[0] ?? "",
    eventType: knownEventType(searched.get("for") ?? "") ?? "",
    ...readPersonFields(localStorage),
  };
  const typed = Object.entries(readDraft(roomSlug).fields ?? {}).filter(([, value]) => value !== "");
  return { ...known, ...Object.fromEntries(typed) };
}
