/**
 * Defines the venue's settings: name, address, directions, opening hours and terms, and from which day each applies
 * (decisions 118, 120). Safe in a browser.
 */
import { type Currency, FIRST_CURRENCY } from "./currency.ts";
import { FIRST_COLORS, type VenueColors } from "./look/colors.ts";
import {
  describeOpeningHours,
  FIRST_OPENING_HOURS,
  type OpeningHours,
  type OpeningSchedule,
} from "./time/opening-hours.ts";
import type { VenueDay } from "./time/venue-time.ts";

/**
 * For a booking that its customer cancels at least `hoursBefore` hours before the visit: `refundPercent` of what was
 * paid, less `feePercent` of the downpayment.
 */
interface RefundTerm {
  hoursBefore: number;
  refundPercent: number;
  feePercent: number;
}

/** The terms that a booking keeps from the day on which it was made. */
export interface BookingTerms {
  /** Share of the total that is due at booking; the rest is paid at the venue. */
  downpaymentPercent: number;
  /** Longest notice first; with less notice than the last one nothing is refunded. */
  refundTerms: readonly RefundTerm[];
  /** Contained in the price; with 0 no tax is shown. */
  taxPercent: number;
}

/**
 * Half of the price as downpayment; refunds with 24 hours' notice (all but a tenth of the downpayment) and with 12
 * hours' notice (half) (decisions 3, 67).
 */
export const FIRST_TERMS: BookingTerms = {
  downpaymentPercent: 50,
  refundTerms: [
    { hoursBefore: 24, refundPercent: 100, feePercent: 10 },
    { hoursBefore: 12, refundPercent: 50, feePercent: 0 },
  ],
  taxPercent: 0,
};

/** All settings of the venue that can be changed. */
export interface VenueSettings extends BookingTerms {
  /** Used in titles; running text says "the Hub". */
  name: string;
  address: { street: string; city: string };
  phone: string;
  /** The number under which the venue pays tax, for receipts; empty if it has none. */
  taxNumber: string;
  /** Where a transfer for an invoice goes, in lines; empty: invoices say to ask by mail (decision 270). */
  bankDetails: string;
  /** Null: the operator's `VENUE_EMAIL` applies. */
  email: string | null;
  directions: string;
  /** The lines of the map (decision 227); null: the first map, while the address is the first one. */
  map: readonly string[] | null;
  social: readonly { name: string; url: string }[];
  colors: VenueColors;
  /** The front page's first words; empty: made of the number of rooms. */
  headline: string;
  /** What the venue says of itself; null: the sample's text, or one that is made of its rooms and terms. */
  about: { title: string; text: string } | null;
  /** Questions with answers; null: those that are made of the terms. */
  questions: readonly { question: string; answer: string }[] | null;
  /** What visitors should know before they come, a line each; null: those that are made of the terms. */
  guidelines: readonly string[] | null;
  /** In the form of `policy-text`; empty: the usual text. */
  termsText: string;
  privacyText: string;
  openingHours: OpeningHours;
  /** How long an unpaid booking holds its hours; null: the operator's `HOLD_MINUTES` applies. */
  holdMinutes: number | null;
  /** The country (ISO 3166) whose public holidays are suggested; null: the country of the time zone. */
  country: string | null;
  /** The part of the country (ISO 3166-2, without the country's letters); null: the holidays of the whole country. */
  region: string | null;
}

/** The settings of a new venue. */
export const FIRST_SETTINGS: VenueSettings = {
  name: "The Hub",
  address: { street: "48 Grattan Street", city: "Brooklyn, NY 11237" },
  phone: "(718) 555-0142",
  taxNumber: "",
  bankDetails: "",
  email: null,
  directions: "Four minutes from the Morgan Avenue L, freight door on Bogart Street",
  map: null,
  social: [
    { name: "Instagram", url: "https://www.instagram.com/thehub.example" },
    { name: "YouTube", url: "https://www.youtube.com/@thehub.example" },
    { name: "Facebook", url: "https://www.facebook.com/thehub.example" },
  ],
  colors: FIRST_COLORS,
  headline: "",
  about: null,
  questions: null,
  guidelines: null,
  termsText: "",
  privacyText: "",
  openingHours: FIRST_OPENING_HOURS,
  holdMinutes: null,
  country: null,
  region: null,
  ...FIRST_TERMS,
};

/** The operator's values for what the venue's settings leave out. */
export interface OperatorDefaults {
  email: string;
  /** Where visitors reach the product; never ends in a slash. */
  url: string;
}

/** The settings of one decision: only the fields that it names, and of the opening hours only the weekdays that it names. */
export type ChangedSettings = Partial<Omit<VenueSettings, "openingHours">> & {
  openingHours?: Partial<OpeningHours>;
};

interface DatedChange {
  /** The version of its event in the stream of settings. */
  id: number;
  /** The venue day from which it applies. */
  from: VenueDay;
  changes: ChangedSettings;
}

/** Changes of settings in the order of the decisions, without withdrawn ones. */
export type DatedChanges = readonly DatedChange[];

/** The settings on a venue day: for each field, the last decision of all that apply from that day or an earlier one. */
export function settingsOn(changes: DatedChanges, day: VenueDay): VenueSettings {
  let settings = FIRST_SETTINGS;
  for (const { from, changes: set } of changes) {
    if (from > day) continue;
    const openingHours: OpeningHours = { ...settings.openingHours, ...set.openingHours };
    settings = { ...settings, ...set, openingHours };
  }
  return settings;
}

/**
 * The changes scheduled after a day, in the order of the decisions: of each change, the part that no later decision has
 * replaced by then.
 */
export function scheduledChanges(changes: DatedChanges, today: VenueDay): DatedChanges {
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

/** Without the fields that were replaced. Opening hours stay, because they are replaced weekday by weekday. */
const without = <Named extends object>(named: Named, replaced: readonly object[]): Partial<Named> => {
  const stays = ([field]: [string, unknown]) =>
    field === "openingHours" || !replaced.some((one) => field in one);
  return Object.fromEntries(Object.entries(named).filter(stays)) as Partial<Named>; // some of its fields
};

/** A day before any that can be booked. */
export const FIRST_DAY: VenueDay = "1970-01-01";

/** The opening hours from the beginning to the last scheduled change. */
export function scheduleOf(changes: DatedChanges): OpeningSchedule {
  const days = changes.filter((change) => change.changes.openingHours).map(({ from }) => from);
  return [...new Set([FIRST_DAY, ...days])]
    .sort()
    .map((from) => ({ from, openingHours: settingsOn(changes, from).openingHours }));
}

/** Whether two values of a setting say the same. */
export const isSameSetting = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The picture of a logo: its pixels are served like those of a room's photo. */
export interface Logo {
  photoId: string;
  /** Pixels. */
  width: number;
  height: number;
}

/** What of the venue has no first day: it applies at once. */
export interface FixedSettings extends Currency {
  logo: Logo | null;
  /** The steps of the setup that staff have called done. */
  done: readonly string[];
}

export const FIRST_FIXED: FixedSettings = { ...FIRST_CURRENCY, logo: null, done: [] };

/** The venue on a day, as its pages and mails describe it. */
export interface VenueDetails extends Omit<VenueSettings, "email">, FixedSettings {
  email: string;
  /** The first span of open days; `hours` is when the entrance is open on them. */
  openDays: string;
  hours: string;
  mapUrl: string;
  url: string;
}

export function venueOn(
  { changes, fixed }: { changes: DatedChanges; fixed: FixedSettings },
  day: VenueDay,
  defaults: OperatorDefaults,
): VenueDetails {
  const settings = settingsOn(changes, day);
  const open = describeOpeningHours(settings.openingHours).find(({ hours }) => hours !== null);
  const { street, city } = settings.address;
  return {
    ...settings,
    ...fixed,
    email: settings.email ?? defaults.email,
    openDays: open?.days ?? "",
    hours: open?.hours ?? "closed",
    mapUrl: `https://www.openstreetmap.org/search?query=${encodeURIComponent(`${street} ${city}`.replaceAll(",", ""))}`,
    url: defaults.url,
  };
}

/** A new venue with the addresses that its operator gave it. */
export const newVenueAt = (addresses: OperatorDefaults): VenueDetails =>
  venueOn({ changes: [], fixed: FIRST_FIXED }, "", addresses);

/** The mailbox of a venue whose operator has set none. */
export const SAMPLE_EMAIL = "hello@thehub.example";

/** A new venue whose operator has set nothing. */
export const NEW_VENUE: VenueDetails = newVenueAt({ email: SAMPLE_EMAIL, url: "" });

/** The target of a telephone link; a number without a country code is an American one, unless it begins with the zero of others. */
export function phoneUrl(phone: string): string {
  const digits = phone.replace(/\D/g, "");
  if (phone.trim().startsWith("+")) return `tel:+${digits}`;
  return digits.startsWith("0") ? `tel:${digits}` : `tel:+1${digits}`;
}

/** The domain in which the venue makes worldwide unique names, for mails and calendar entries. */
export const hostOf = (venue: Pick<VenueDetails, "url">): string => new URL(venue.url).hostname;
