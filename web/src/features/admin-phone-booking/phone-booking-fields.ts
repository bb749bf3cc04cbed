/** The fields of a phone booking apart from place and time, and the request that is built from all of them (decision 105). */
import { z } from "zod";
import type { AccountChoice } from "../../../../bff/contract/billing/accounts.ts";
import type { StaffBookingSubmission as Submission } from "../../../../bff/contract/staff/bookings-by-staff.ts";
import { StaffBookingFields, withReachableGuest } from "../../../../bff/contract/staff/bookings-by-staff.ts";
import { toAmount, toCents } from "../../../../core/booking/rules/money.ts";
import { instantAt, isVenueDay, type VenueDay } from "../../../../core/venue/time/venue-time.ts";
import type { KnownGuest, PhoneBookingStart } from "./phone-booking-start.ts";
import type { StandardPrice } from "./standard-price.ts";

const { firstName, lastName, email, phone, eventType, payment } = StaffBookingFields.shape;

/** The account that is sent: only a booking on account names one. */
const accountIdOf = ({ payment, accountId }: { payment: string; accountId: string }): number | undefined =>
  payment === "account" && accountId !== "" ? Number(accountId) : undefined;

export const PhoneBookingFields = z
  .object({
    firstName,
    // As typed, they are empty texts rather than absent.
    lastName: lastName.unwrap().unwrap(),
    email: email.unwrap().unwrap(),
    phone: phone.unwrap().unwrap(),
    eventType,
    attendees: z
      .string()
      .trim()
      .refine(
        (text) => text === "" || /^[1-9]\d{0,5}$/.test(text),
        "Enter the number of people, or leave it empty",
      ),
    engineerRequired: z.boolean(),
    payment,
    /** As chosen in the list; kept while another payment is chosen. */
    accountId: z.string(),
    ownPrice: z.boolean(),
    totalAmount: z.string().trim(),
    priceReason: z.string().trim().max(2_000),
  })
  .superRefine((fields, context) =>
    withReachableGuest({ ...fields, accountId: accountIdOf(fields) }, context),
  )
  .superRefine(({ payment, ownPrice, totalAmount, priceReason }, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    const isFree = payment === "free";
    if (ownPrice && !isFree && !toCents(totalAmount)) refuse("totalAmount", "Enter an amount such as 150.00");
    if ((ownPrice || isFree) && priceReason === "") refuse("priceReason", "Enter a reason");
  });
export type PhoneBookingDraft = z.input<typeof PhoneBookingFields>;
export type PhoneBookingInput = z.output<typeof PhoneBookingFields>;

type AccountOfGuest = Pick<AccountChoice, "name" | "email">;

/**
 * The guest's name and email by the billing account that pays, where nothing was typed; what the account chosen before gave is replaced.
 */
export function guestOnAccount(
  { firstName, lastName, email }: Pick<PhoneBookingDraft, "firstName" | "lastName" | "email">,
  account: AccountOfGuest,
  before?: AccountOfGuest,
): Partial<Pick<PhoneBookingDraft, "firstName" | "email">> {
  const isFree = (typed: string, given: string | null | undefined) =>
    typed.trim() === "" || typed.trim() === given;
  return {
    ...(account.name && lastName.trim() === "" && isFree(firstName, before?.name)
      ? { firstName: account.name }
      : {}),
    ...(account.email && isFree(email, before?.email) ? { email: account.email } : {}),
  };
}

const NO_GUEST: KnownGuest = { firstName: "", lastName: "", email: "", phone: "" };

/** `payment`: a visit that begins soon is paid at the desk, since its guest is usually there. A known account pays instead. */
export function emptyDraft(
  { guest = NO_GUEST, account }: Pick<PhoneBookingStart, "guest" | "account">,
  { payment, eventType }: Pick<PhoneBookingDraft, "payment" | "eventType">,
): PhoneBookingDraft {
  return {
    ...guest,
    ...(account && guestOnAccount(guest, account)),
    eventType,
    attendees: "",
    engineerRequired: false,
    payment: account ? "account" : payment,
    accountId: account ? String(account.id) : "",
    ownPrice: false,
    totalAmount: "",
    priceReason: "",
  };
}

/** Where and when the visit is. */
export interface ChosenVisit {
  roomId: number;
  day: VenueDay;
  startsAt: Date;
  endsAt: Date;
}

/** The body of `POST /api/staff/bookings`. `holdUntil` applies only if a link is sent. */
export function submissionOf(
  fields: PhoneBookingInput,
  visit: ChosenVisit,
  { rules, holdUntil }: { rules: StandardPrice; holdUntil: Date | null },
): Submission {
  const { ownPrice, totalAmount, priceReason, attendees, payment, accountId: _, ...rest } = fields;
  const accountId = accountIdOf(fields);
  const isFree = payment === "free";
  const price = isFree ? "0.00" : ownPrice ? totalAmount : toAmount(rules.price.totalCents);
  return {
    ...rest,
    roomId: visit.roomId,
    startDate: visit.day,
    startTime: visit.startsAt.toISOString(),
    endTime: visit.endsAt.toISOString(),
    bookingDuration: rules.duration,
    attendees: attendees === "" ? null : Number(attendees),
    payment,
    ...(accountId === undefined ? {} : { accountId }),
    totalAmount: price,
    ...(isFree || ownPrice ? { priceReason } : {}),
    ...(payment === "link" && holdUntil ? { holdUntil: holdUntil.toISOString() } : {}),
  };
}

const HOUR_MS = 3_600_000;

/** A day from now, rounded to the full hour, but not after the visit's start; if the visit has begun, not after its end. */
export function usualHoldUntil(now: Date, visit: { startsAt: Date; endsAt: Date } | null): Date {
  const tomorrow = new Date(Math.ceil(now.getTime() / HOUR_MS) * HOUR_MS + 24 * HOUR_MS);
  if (visit === null || tomorrow <= visit.startsAt) return tomorrow;
  return visit.startsAt > now ? visit.startsAt : visit.endsAt;
}

/** The instant that the text means; null if it means none. */
export function instantOf(text: string, zone: string): Date | null {
  const [, day = "", hour, minute] = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})/.exec(text) ?? [];
  return isVenueDay(day) ? instantAt(day, Number(hour), zone, Number(minute)) : null;
}
