/** Owns the stream `house-1`: the house's settings as they were changed, each with the venue day from which it holds, and what a change decides. Pure. */
import { z } from "zod";
import type { Decision } from "../log/decision.ts";
import { defineEvent, type EventOf } from "../log/event-definition.ts";
import { defineStream } from "../log/stream.ts";
import { refuse } from "../rejection.ts";
import { type HouseChanges, type HouseSettings, termsOn } from "./house.ts";
import type { OpeningHours } from "./opening-hours.ts";
import type { VenueDay } from "./venue-time.ts";

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
const terms = z.object({
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
  email: z.string(),
  directions: z.string(),
  social: z.array(z.object({ name: z.string(), url: z.string() })).readonly(),
});
const place = z.object({ country: z.string(), region: z.string().nullable() });
const from = z.iso.date();

const definitions = [
  /** Its first settings; what they leave out is the operator's to set (`VENUE_EMAIL`, `HOLD_MINUTES`). */
  defineEvent(
    "HouseOpened",
    z.object({
      from,
      openingHours,
      ...terms.omit({ holdMinutes: true }).shape,
      ...particulars.omit({ email: true }).shape,
    }),
  ),
  defineEvent("HouseHoursSet", z.object({ from, openingHours })),
  /** For bookings that are made from that day on. */
  defineEvent("HouseTermsSet", z.object({ from, ...terms.partial().shape })),
  defineEvent("HouseDescribed", z.object({ from, ...particulars.partial().shape, ...place.partial().shape })),
] as const;

export type HouseEvent = EventOf<(typeof definitions)[number]>;

export const houseStream = defineStream({
  category: "house",
  events: definitions,
  initial: [] as HouseChanges,
  evolve: (changes, { data: { from: day, ...set } }): HouseChanges => [
    ...changes,
    // What an event leaves out is not undefined but not there.
    { from: day, changes: set as Partial<HouseSettings> },
  ],
});

/** There is one house. */
export const HOUSE_ID = 1;

export interface ChangeHouse {
  /** From which day it holds; today's or a later one. */
  from: VenueDay;
  today: VenueDay;
  /** Of the opening hours, only the days that change. */
  changes: { [Field in Exclude<keyof HouseSettings, "openingHours">]?: HouseSettings[Field] | undefined } & {
    openingHours?: { [Day in keyof OpeningHours]?: OpeningHours[Day] | undefined } | undefined;
  };
}

const TERMS = ["downpaymentPercent", "holdMinutes", "refundTerms", "taxPercent"] as const;
const PARTICULARS = [
  "name",
  "address",
  "phone",
  "email",
  "directions",
  "social",
  "country",
  "region",
] as const;

/** What holds on that day already is no event. */
export function decideHouse(
  { from: day, today, changes }: ChangeHouse,
  house: HouseChanges,
): Decision<HouseEvent> {
  if (day < today) {
    const message = "Choose today or a later day: what was agreed before stays";
    return refuse("InvalidHouse", { errors: [{ path: "from", message }] });
  }
  const before = termsOn(house, day);
  const set = Object.entries(changes.openingHours ?? {}).filter(([, hours]) => hours !== undefined);
  const week: OpeningHours = { ...before.openingHours, ...Object.fromEntries(set) };
  const differs = (field: keyof HouseSettings, value: unknown): boolean =>
    value !== undefined && JSON.stringify(value) !== JSON.stringify(before[field]);
  const asked: Partial<Record<keyof HouseSettings, unknown>> = changes;
  const only = (fields: readonly (keyof HouseSettings)[]) =>
    Object.fromEntries(
      fields.filter((field) => differs(field, asked[field])).map((field) => [field, asked[field]]),
    );
  const [newTerms, newParticulars] = [only(TERMS), only(PARTICULARS)];
  const events: HouseEvent[] = [
    ...(changes.openingHours && !sameWeek(week, before.openingHours)
      ? [{ type: "HouseHoursSet" as const, data: { from: day, openingHours: week } }]
      : []),
    ...(Object.keys(newTerms).length > 0
      ? [{ type: "HouseTermsSet" as const, data: { from: day, ...newTerms } }]
      : []),
    ...(Object.keys(newParticulars).length > 0
      ? [{ type: "HouseDescribed" as const, data: { from: day, ...newParticulars } }]
      : []),
  ];
  return { ok: true, events };
}

const sameWeek = (a: OpeningHours, b: OpeningHours): boolean =>
  (Object.keys(a) as (keyof OpeningHours)[]).every(
    (day) => JSON.stringify(a[day]) === JSON.stringify(b[day]),
  );
