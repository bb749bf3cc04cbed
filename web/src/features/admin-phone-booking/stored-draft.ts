/** Keeps an unfinished phone booking in this tab, for the colleague who typed it: through Escape, a reload and the end of a session. */
import { useState } from "react";
import { z } from "zod";
import { STAFF_PAYMENTS } from "../../../../core/booking/rules/statuses.ts";
import { isVenueDay, type VenueDay } from "../../../../core/venue/time/venue-time.ts";
import { tryStorage } from "../../browser/device-storage.ts";
import { clockOf } from "../../format/hours.ts";
import { REPEAT_RULES } from "../../format/series/repeat-choice.ts";
import { staffDraftKey } from "../../session/staff-session.ts";
import type { PhoneBookingDraft } from "./phone-booking-fields.ts";
import type { PhoneBookingStart } from "./phone-booking-start.ts";
import type { SeriesDraft } from "./series/use-series.ts";

const NAME = "phone-booking";

const Stored = z.object({
  fields: z.object({
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string(),
    eventType: z.string(),
    attendees: z.string(),
    engineerRequired: z.boolean(),
    payment: z.enum(STAFF_PAYMENTS),
    accountId: z.string().default(""),
    ownPrice: z.boolean(),
    totalAmount: z.string(),
    priceReason: z.string(),
  }),
  series: z
    .object({
      repeat: z.object({
        rule: z.enum(REPEAT_RULES),
        end: z.union([z.object({ count: z.string() }), z.object({ until: z.string() })]),
      }),
      choices: z.object({
        skip: z.array(z.string()).readonly(),
        swaps: z
          .record(
            z.string(),
            z.object({
              roomId: z.number(),
              startTime: z.string(),
              endTime: z.string(),
              totalAmount: z.string(),
            }),
          )
          .readonly(),
      }),
      lost: z.array(z.string()).readonly(),
    })
    .optional(),
  start: z.object({
    roomId: z.number().optional(),
    day: z.string().refine(isVenueDay).optional(),
    startTime: z.string().optional(),
    endTime: z.string().optional(),
  }),
  /** The dialog was open: it opens again after a login. */
  open: z.boolean(),
});

interface Draft {
  fields: PhoneBookingDraft;
  series?: SeriesDraft | undefined;
  start: PhoneBookingStart & { day?: VenueDay | undefined };
}

function read(staffId: number): z.output<typeof Stored> | null {
  const text = tryStorage(() => sessionStorage.getItem(staffDraftKey(staffId, NAME)));
  if (!text) return null;
  try {
    return Stored.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

const write = (staffId: number, draft: z.input<typeof Stored>): void =>
  void tryStorage(() => sessionStorage.setItem(staffDraftKey(staffId, NAME), JSON.stringify(draft)));

/** The unfinished booking; null if there is none, or the booking of another guest or on another account is asked for. */
export function readDraft(staffId: number, { guest, account }: PhoneBookingStart): Draft | null {
  const stored = read(staffId);
  if (!stored || (guest && guest.email !== stored.fields.email)) return null;
  if (account && String(account.id) !== stored.fields.accountId) return null;
  return { fields: stored.fields, series: stored.series, start: stored.start };
}

/** Keeps what is typed, once anything is. */
export function storeDraft(staffId: number, { isTouched, ...draft }: Draft & { isTouched: boolean }): void {
  if (isTouched) write(staffId, { ...draft, open: true });
}

/** The dialog was closed by its user: it does not open again by itself. */
export function markClosed(staffId: number): void {
  const stored = read(staffId);
  if (stored) write(staffId, { ...stored, open: false });
}

export const forgetDraft = (staffId: number): void =>
  void tryStorage(() => sessionStorage.removeItem(staffDraftKey(staffId, NAME)));

/** Where to continue, if the page went away while the dialog was open: its session had ended, or it was reloaded. */
export function useInterruptedBooking(staffId: number): PhoneBookingStart | null {
  const [start] = useState(() => {
    const stored = read(staffId);
    return stored?.open ? {} : null;
  });
  return start;
}

/** `"18:00"`; undefined while no hour is chosen. */
export const clockIfChosen = (hour: number | null): string | undefined =>
  hour === null ? undefined : clockOf(hour);

/** Without the fields that are undefined, so that they replace nothing. */
export const definedOf = (start: PhoneBookingStart): PhoneBookingStart =>
  Object.fromEntries(Object.entries(start).filter(([, value]) => value !== undefined));
