/** The venue's details and terms: its name, address, how to reach it, when it is open, what is paid when, and from which day each holds (decisions 118, 120). Safe in a browser. */
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

/** Half down; 24 hours all but a tenth of the downpayment, 12 hours half (decisions 3, 67). */
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

/** What one decision has set: only what it names, of the opening hours only the days of the week that it names. */
export type SettingsChange = Partial<Omit<HouseSettings, "openingHours">> & {
  openingHours?: Partial<OpeningHours>;
};

interface HouseChange {
  /** The version of its event in the house's stream. */
  id: number;
  /** The venue day from which it holds. */
  from: VenueDay;
  changes: SettingsChange;
}

/** Settings as they were changed, in the order in which that was decided; without what was withdrawn. */
export type HouseChanges = readonly HouseChange[];

/** The settings that hold on a venue day: of each, what was decided last of all that holds from that day or an earlier one. */
export function termsOn(changes: HouseChanges, day: VenueDay): HouseSettings {
  let settings = FIRST_SETTINGS;
  for (const { from, changes: set } of changes) {
    if (from > day) continue;
    const openingHours: OpeningHours = { ...settings.openingHours, ...set.openingHours };
    settings = { ...settings, ...set, openingHours };
  }
  return settings;
}

/** What is to change after a day, in the order in which it was decided: of each change what no later decision has replaced by then. */
export function comingChanges(changes: HouseChanges, today: VenueDay): HouseChanges {
  return changes.flatMap(({ id, from, changes: set }, at) => {
    if (from <= today) return [];
    const later = changes.slice(at + 1).filter((change) => change.from <= from);
    const { openingHours, ...alone } = without(
      set,
      later.map((change) => change.changes),
    );
    const days = without(
      openingHours ?? {},
      later.map((change) => change.changes.openingHours ?? {}),
    );
    const left = { ...alone, ...(Object.keys(days).length > 0 ? { openingHours: days } : {}) };
    return Object.keys(left).length > 0 ? [{ id, from, changes: left }] : [];
  });
}

/** Opening hours are named day by day. */
const without = <Named extends object>(named: Named, replaced: readonly object[]): Partial<Named> => {
  const left: Partial<Named> = { ...named };
  for (const field of replaced.flatMap(Object.keys)) {
    if (field !== "openingHours") Reflect.deleteProperty(left, field);
  }
  return left;
};

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
