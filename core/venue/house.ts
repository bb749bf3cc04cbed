/** Owns the house's own particulars and terms: its name, where it stands, how it is reached, when it is open, what is paid when (SPEC §2 contact, §9), and from which day each holds. Safe in a browser. */
import {
  FIRST_OPENING_HOURS,
  type OpeningHours,
  type OpeningSchedule,
  openingWords,
} from "./opening-hours.ts";
import type { VenueDay } from "./venue-time.ts";

/** Cancelled by its customer at least `hoursBefore` the visit: `refundPercent` of what was paid, less `feePercent` of the downpayment. */
interface RefundTerm {
  hoursBefore: number;
  refundPercent: number;
  feePercent: number;
}

/** What a booking keeps of the day on which it was made. */
export interface BookingTerms {
  /** Of the total, due at booking; the rest at the venue. */
  downpaymentPercent: number;
  /** Longest notice first; with less than the last nothing is given back. */
  refundTerms: readonly RefundTerm[];
  /** Contained in the price; 0: none is shown. */
  taxPercent: number;
}

/** SPEC §9: half down; 24 hours all but a tenth of the downpayment, 12 hours half. */
export const FIRST_TERMS: BookingTerms = {
  downpaymentPercent: 50,
  refundTerms: [
    { hoursBefore: 24, refundPercent: 100, feePercent: 10 },
    { hoursBefore: 12, refundPercent: 50, feePercent: 0 },
  ],
  taxPercent: 0,
};

/** Everything of the house that can be changed. */
export interface HouseSettings extends BookingTerms {
  /** In titles; in running text it is "the Hub". */
  name: string;
  address: { street: string; city: string };
  phone: string;
  /** Null: as the operator's `VENUE_EMAIL` says. */
  email: string | null;
  directions: string;
  social: readonly { name: string; url: string }[];
  openingHours: OpeningHours;
  /** How long an unpaid booking holds its hours; null: as the operator's `HOLD_MINUTES` says. */
  holdMinutes: number | null;
  /** Whose public holidays are suggested (ISO 3166); null: as the time zone says. */
  country: string | null;
  /** The part of the country (ISO 3166-2, without the country's letters); null: the holidays of all of it. */
  region: string | null;
}

/** As a new house opens. */
export const FIRST_SETTINGS: HouseSettings = {
  name: "The Hub",
  address: { street: "48 Grattan Street", city: "Brooklyn, NY 11237" },
  phone: "(718) 555-0142",
  email: null,
  directions: "Four minutes from the Morgan Avenue L, freight door on Bogart Street",
  social: [
    { name: "Instagram", url: "https://www.instagram.com/thehub.example" },
    { name: "YouTube", url: "https://www.youtube.com/@thehub.example" },
    { name: "Facebook", url: "https://www.facebook.com/thehub.example" },
  ],
  openingHours: FIRST_OPENING_HOURS,
  holdMinutes: null,
  country: null,
  region: null,
  ...FIRST_TERMS,
};

/** What the operator's settings say where the house says nothing. */
export interface Defaults {
  email: string;
  /** Where visitors reach the product; never ends in a slash. */
  url: string;
}

/** Settings as they were changed, in the order in which that was recorded. */
export type HouseChanges = readonly { from: VenueDay; changes: Partial<HouseSettings> }[];

/** The settings that hold on a venue day: of each, what was set from the latest day that has come, and last where several share it. */
export function termsOn(changes: HouseChanges, day: VenueDay): HouseSettings {
  const come = changes.filter(({ from }) => from <= day);
  let settings = FIRST_SETTINGS;
  for (const { changes: set } of come.toSorted((a, b) => (a.from < b.from ? -1 : Number(a.from > b.from)))) {
    settings = { ...settings, ...set };
  }
  return settings;
}

/** A day before any that can be booked. */
export const FROM_EVER: VenueDay = "1970-01-01";

/** The opening hours from ever to the last change that is known. */
export function scheduleOf(changes: HouseChanges): OpeningSchedule {
  const days = changes.filter((change) => change.changes.openingHours).map(({ from }) => from);
  return [...new Set([FROM_EVER, ...days])]
    .sort()
    .map((from) => ({ from, openingHours: termsOn(changes, from).openingHours }));
}

/** The house on a day, as its pages and mails speak of it. */
export interface House extends Omit<HouseSettings, "email"> {
  email: string;
  /** Of the first days in a row that are open, and when their doors are. */
  openDays: string;
  hours: string;
  mapUrl: string;
  url: string;
}

export function houseOn(changes: HouseChanges, day: VenueDay, defaults: Defaults): House {
  const settings = termsOn(changes, day);
  const open = openingWords(settings.openingHours).find(({ hours }) => hours !== null);
  const { street, city } = settings.address;
  return {
    ...settings,
    email: settings.email ?? defaults.email,
    openDays: open?.days ?? "",
    hours: open?.hours ?? "closed",
    mapUrl: `https://www.openstreetmap.org/search?query=${encodeURIComponent(`${street} ${city}`.replaceAll(",", ""))}`,
    url: defaults.url,
  };
}

/** A new house under the addresses that its operator gave it. */
export const houseAt = (addresses: Defaults): House => houseOn([], "", addresses);

/** A new house whose operator has said nothing. */
export const HOUSE: House = houseAt({ email: "hello@thehub.example", url: "" });

/** What a link calls; a number without a country's is an American one. */
export const phoneUrl = (phone: string): string =>
  `tel:+${phone.trim().startsWith("+") ? "" : "1"}${phone.replace(/\D/g, "")}`;

/** In what the house gives out worldwide unique names: those of mails and of calendar entries. */
export const hostOf = (house: Pick<House, "url">): string => new URL(house.url).hostname;
