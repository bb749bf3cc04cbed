/** Turns a refused booking into the text that the visitor reads (decision 175), and the server's errors into errors of fields. */
import {
  INVALID_BOOKING_DATA,
  MISSING_BOOKING_INFORMATION,
  SLOT_TAKEN,
} from "../../../../../bff/contract/fixed-messages.ts";
import { shortDay } from "../../../../../core/venue/time/time-format.ts";
import type { VenueDay } from "../../../../../core/venue/time/venue-time.ts";
import { fieldErrors } from "../../../api/refusal.ts";
import { RequestError } from "../../../api/request.ts";
import { type FieldMessages, isFieldName } from "./booking-fields.ts";
import { MISSING_SLOT_TEXT, SLOT_TAKEN_TEXT } from "./booking-texts.ts";

const DEFAULT_TEXT = "Please try again later.";

/** A part of the server's message, and the text of the toast 'Booking Failed' for it (decision 175). */
const TEXTS: ReadonlyArray<readonly [serverSays: string, text: string]> = [
  [MISSING_BOOKING_INFORMATION, MISSING_SLOT_TEXT],
  [SLOT_TAKEN, SLOT_TAKEN_TEXT],
  [INVALID_BOOKING_DATA, "Please check all required fields are filled correctly."],
];

/** Refusals of a booking on account, which say what to do. */
const ACCOUNT_CODES = ["AccountSuspended", "AccountOverdue", "CreditLimitExceeded", "AccountNotYours"];

/** Why nothing can be booked on the billing account, in the server's words; null for any other failure. */
export const accountRefusalOf = (error: unknown): string | null =>
  error instanceof RequestError && ACCOUNT_CODES.includes(error.problem?.code ?? "")
    ? `${error.problem?.message}.`
    : null;

export function describeBookingFailure(error: unknown): string {
  const refusal = accountRefusalOf(error);
  if (refusal !== null) return refusal;
  if (!(error instanceof Error)) return DEFAULT_TEXT;
  return TEXTS.find(([serverSays]) => error.message.includes(serverSays))?.[1] ?? DEFAULT_TEXT;
}

/** The days of a series that were taken by others; empty for any other failure. */
export const lostDatesOf = (error: unknown): readonly VenueDay[] =>
  (error instanceof RequestError && error.problem?.dates) || [];

/** `"Nothing is held: Tue, Dec 8; Tue, Dec 15 were just taken. Swap or skip each, and try again."` */
export function lostText(days: readonly VenueDay[]): string {
  const [verb, each] = days.length === 1 ? ["was", "it"] : ["were", "each"];
  return `Nothing is held: ${days.map(shortDay).join("; ")} ${verb} just taken. Swap or skip ${each}, and try again.`;
}

interface Complaints {
  fields: FieldMessages;
  /** Errors without a control in this form: a price that has changed, or a reason that has no fixed text. */
  others: string[];
}

/** Sorts the server's field errors (`problem.errors`); a field shows its first one. */
export function fieldErrorsOf(error: unknown): Complaints {
  const complaints: Complaints = { fields: {}, others: [] };
  for (const [path, message] of fieldErrors(error)) {
    if (isFieldName(path)) complaints.fields[path] = message;
    else complaints.others.push(message);
  }
  const unexplained = describeBookingFailure(error) === DEFAULT_TEXT;
  if (unexplained && error instanceof RequestError && error.problem && error.status < 500)
    complaints.others.push(error.problem.message);
  return complaints;
}
