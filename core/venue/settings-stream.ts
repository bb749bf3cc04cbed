/** Defines the stream `house-1`: the venue's settings, each with the venue day from which it applies. Pure. */
import { z } from "zod";
import { defineEvent, type EventOf } from "../log/event-definition.ts";
import { defineStream } from "../log/stream.ts";
import type { MoneyStyle } from "./currency.ts";
import {
  type ChangedSettings,
  type DatedChanges,
  FIRST_FIXED,
  FIRST_SETTINGS,
  type FixedSettings,
  isSameSetting,
} from "./settings.ts";
import { type OpeningHours, WEEKDAYS } from "./time/opening-hours.ts";
import type { VenueDay } from "./time/venue-time.ts";

const percent = z.number().min(0).max(100);
const hours = z.object({ open: z.string(), close: z.string() }).nullable();
const openingHours = z.object({
  monday: hours,
  tuesday: hours,
  wednesday: hours,
  thursday: hours,
  friday: hours,
  saturday: hours,
  sunday: hours,
});
const termFields = z.object({
  downpaymentPercent: percent,
  holdMinutes: z.number().positive(),
  refundTerms: z
    .array(z.object({ hoursBefore: z.number().min(0), refundPercent: percent, feePercent: percent }))
    .readonly(),
  taxPercent: percent,
});
const particulars = z.object({
  name: z.string(),
  address: z.object({ street: z.string(), city: z.string() }),
  phone: z.string(),
  taxNumber: z.string(),
  bankDetails: z.string(),
  email: z.string(),
  directions: z.string(),
  map: z.array(z.string()).readonly(),
  social: z.array(z.object({ name: z.string(), url: z.string() })).readonly(),
});
const words = z.object({
  colors: z.object({ action: z.string(), poster: z.string() }),
  headline: z.string(),
  about: z.object({ title: z.string(), text: z.string() }).nullable(),
  questions: z
    .array(z.object({ question: z.string(), answer: z.string() }))
    .readonly()
    .nullable(),
  guidelines: z.array(z.string()).readonly().nullable(),
  termsText: z.string(),
  privacyText: z.string(),
});
const place = z.object({ country: z.string(), region: z.string().nullable() });
const from = z.iso.date();

const definitions = [
  /** The venue's first settings; for what they leave out, the operator's variables apply (`VENUE_EMAIL`, `HOLD_MINUTES`). */
  defineEvent(
    "HouseOpened",
    z.object({
      from,
      openingHours,
      ...termFields.omit({ holdMinutes: true }).shape,
      ...particulars.omit({ email: true, map: true, taxNumber: true, bankDetails: true }).shape,
    }),
  ),
  /** Only the weekdays that are named. `wholeWeek` is of the first version, which repeated the days that did not change. */
  defineEvent(
    "HouseHoursSet",
    z.object({
      from,
      openingHours: z.partialRecord(z.enum(WEEKDAYS), hours),
      wholeWeek: z.literal(true).optional(),
    }),
    [(data) => ({ ...data, wholeWeek: true })],
  ),
  /** For bookings that are made from that day on. */
  defineEvent("HouseTermsSet", z.object({ from, ...termFields.partial().shape })),
  defineEvent(
    "HouseDescribed",
    z.object({ from, ...particulars.partial().shape, ...words.partial().shape, ...place.partial().shape }),
  ),
  /** A change that had not begun has no effect: the version of its event, and the day from which it would have applied. */
  defineEvent("HouseChangeWithdrawn", z.object({ change: z.number().int().positive(), from })),
  /** The zone (IANA) in which every booking and closure since then counts its hours. */
  defineEvent("HouseZoneSet", z.object({ timeZone: z.string() })),
  /** The currency (ISO 4217, small letters) of every price, and how amounts are written (decision 241). */
  defineEvent("HouseCurrencySet", z.object({ currency: z.string(), moneyStyle: z.string() })),
  /** Null: the logo was removed. */
  defineEvent(
    "HouseLogoSet",
    z.object({
      logo: z.object({ photoId: z.string(), width: z.number(), height: z.number() }).nullable(),
    }),
  ),
  /** Staff called a step of the setup done, or open again (decision 243). */
  defineEvent("HouseSetupStepSet", z.object({ step: z.string(), done: z.boolean() })),
] as const;

export type SettingsEvent = EventOf<(typeof definitions)[number]>;

export interface SettingsState {
  /** The number of events in the stream. */
  version: number;
  changes: DatedChanges;
  /** Whole weeks as earlier versions stored them, in the order of the decisions. */
  weeks: readonly { from: VenueDay; week: OpeningHours }[];
  /** Null before a zone has been set. */
  timeZone: string | null;
  fixed: FixedSettings;
}

const UNOPENED: SettingsState = {
  version: 0,
  changes: [],
  weeks: [],
  timeZone: null,
  fixed: FIRST_FIXED,
};

export const settingsStream = defineStream({
  category: "house",
  events: definitions,
  initial: UNOPENED,
  evolve: (settings, event: SettingsEvent): SettingsState => {
    const version = settings.version + 1;
    const { changes, weeks } = settings;
    if (event.type === "HouseZoneSet") return { ...settings, version, timeZone: event.data.timeZone };
    if (isOfFixed(event)) return { ...settings, version, fixed: fixedAfter(settings.fixed, event) };
    if (event.type === "HouseChangeWithdrawn") {
      return { ...settings, version, changes: changes.filter(({ id }) => id !== event.data.change) };
    }
    const { from: day, set, week } = readChange(event, weeks);
    return {
      ...settings,
      version,
      changes: [...changes, { id: version, from: day, changes: set }],
      weeks: week ? [...weeks, { from: day, week }] : weeks,
    };
  },
});

const FIXED_EVENTS = ["HouseCurrencySet", "HouseLogoSet", "HouseSetupStepSet"] as const;
export type FixedEvent = Extract<SettingsEvent, { type: (typeof FIXED_EVENTS)[number] }>;

/** Whether the event has no first day. */
export const isOfFixed = (event: SettingsEvent): event is FixedEvent =>
  FIXED_EVENTS.some((type) => type === event.type);

function fixedAfter(fixed: FixedSettings, event: FixedEvent): FixedSettings {
  switch (event.type) {
    case "HouseCurrencySet":
      return { ...fixed, currency: event.data.currency, moneyStyle: event.data.moneyStyle as MoneyStyle };
    case "HouseLogoSet":
      return { ...fixed, logo: event.data.logo };
    case "HouseSetupStepSet": {
      const { step, done } = event.data;
      const others = fixed.done.filter((one) => one !== step);
      return { ...fixed, done: done ? [...others, step] : others };
    }
  }
}

type Change = Exclude<SettingsEvent, FixedEvent | { type: "HouseChangeWithdrawn" | "HouseZoneSet" }>;

/** The settings of an event; `week` if it stored a whole week. */
function readChange(
  event: Change,
  weeks: SettingsState["weeks"],
): { from: VenueDay; set: ChangedSettings; week: OpeningHours | null } {
  if (event.type === "HouseHoursSet") {
    const { from: day, openingHours: hours, wholeWeek } = event.data;
    if (!wholeWeek) return { from: day, set: { openingHours: hours }, week: null };
    const before = weekThen(weeks, day);
    const week = { ...before, ...hours };
    const named = WEEKDAYS.filter((weekday) => !isSameSetting(week[weekday], before[weekday]));
    const set = { openingHours: Object.fromEntries(named.map((weekday) => [weekday, week[weekday]])) };
    return { from: day, set, week };
  }
  // A setting that an event leaves out is absent, not undefined.
  const { from: day, ...set } = event.data;
  return {
    from: day,
    set: set as ChangedSettings,
    week: event.type === "HouseOpened" ? event.data.openingHours : null,
  };
}

/**
 * The week that applied when a whole week was decided: that of the latest day that had come, and the last decision if
 * several have the same day.
 */
const weekThen = (weeks: SettingsState["weeks"], day: VenueDay): OpeningHours =>
  weeks
    .filter(({ from }) => from <= day)
    .toSorted((a, b) => (a.from < b.from ? -1 : Number(a.from > b.from)))
    .at(-1)?.week ?? FIRST_SETTINGS.openingHours;

/** There is one venue. */
export const SETTINGS_ID = 1;
