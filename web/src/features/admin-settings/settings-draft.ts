/** Holds the venue's settings as a form, and computes what to send: only what differs from the settings of that day. Pure. */
import type { z } from "zod";
import type {
  ScheduledChange,
  Venue,
  VenueChange,
  VenueWithChanges,
} from "../../../../bff/contract/venue/venue-record.ts";
import type { VenueDay } from "../../../../core/venue/time/venue-time.ts";
import { typedLines } from "../../form/typed-lines.ts";

export const WEEK = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
export type Weekday = (typeof WEEK)[number];

/** All settings of the venue. */
type Settable = Omit<ScheduledChange, "id" | "from" | "country" | "openingHours">;
type Settings = { [Field in keyof Settable]-?: Exclude<Settable[Field], undefined> } & {
  openingHours: Venue["openingHours"];
  country: string | null;
};

type DayHours = { open: string; close: string };

/** Numbers are held as they are typed. */
export interface SettingsDraft {
  openingHours: Record<Weekday, DayHours | null>;
  downpaymentPercent: string;
  holdMinutes: string;
  taxPercent: string;
  refundTerms: { hoursBefore: string; refundPercent: string; feePercent: string }[];
  name: string;
  address: { street: string; city: string };
  phone: string;
  taxNumber: string;
  bankDetails: string;
  email: string;
  directions: string;
  /** One line each. */
  map: string;
  social: { name: string; url: string }[];
  colors: { action: string; poster: string };
  headline: string;
  /** Both empty: made of the rooms. */
  about: { title: string; text: string };
  /** None: the usual ones. */
  questions: { question: string; answer: string }[];
  /** One line each; none: the usual ones. */
  guidelines: string;
  termsText: string;
  privacyText: string;
  country: string;
  region: string;
}

/** The settings that apply on a day: today's, changed by the scheduled changes up to that day in the order in which they were decided. */
export function settingsOn(
  { house: venue, upcoming, bankDetails, place }: VenueWithChanges,
  day: VenueDay,
): Settings {
  const { openingHours, downpaymentPercent, holdMinutes, taxPercent, refundTerms } = venue;
  const { name, address, phone, taxNumber, email, directions, map, social } = venue;
  const { colors, headline, about, questions, guidelines, termsText = "", privacyText = "" } = venue;
  let settings: Settings = {
    ...{ openingHours, downpaymentPercent, holdMinutes, taxPercent, refundTerms },
    ...{ name, address, phone, taxNumber, bankDetails, email, directions, map, social: [...social] },
    ...{ colors, headline, about, questions, guidelines, termsText, privacyText },
    country: place?.country ?? null,
    region: place?.region ?? null,
  };
  for (const { id: _id, from, openingHours: days, ...set } of upcoming) {
    if (from > day) continue;
    settings = { ...settings, ...present(set), openingHours: { ...settings.openingHours, ...days } };
  }
  return settings;
}

/** The object without its undefined fields. */
const present = <Given extends object>(
  given: Given,
): { [Key in keyof Given]: Exclude<Given[Key], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Given]: Exclude<Given[Key], undefined>;
  };

export function draftOf(settings: Settings): SettingsDraft {
  const { country, region, downpaymentPercent, holdMinutes, taxPercent, refundTerms, ...words } = settings;
  const { about, questions, guidelines, ...alike } = words;
  return {
    ...alike,
    map: alike.map.join("\n"),
    social: [...alike.social],
    about: about ?? { title: "", text: "" },
    questions: [...(questions ?? [])],
    guidelines: (guidelines ?? []).join("\n"),
    downpaymentPercent: String(downpaymentPercent),
    holdMinutes: String(holdMinutes),
    taxPercent: String(taxPercent),
    refundTerms: refundTerms.map((term) => ({
      hoursBefore: String(term.hoursBefore),
      refundPercent: String(term.refundPercent),
      feePercent: String(term.feePercent),
    })),
    country: country ?? "",
    region: region ?? "",
  };
}

/** Text that is no number becomes NaN, which is refused at its field. */
const numberOf = (typed: string): number => (typed.trim() === "" ? Number.NaN : Number(typed));

export type SettingsChange = z.input<typeof VenueChange>;

type Edits = Partial<Omit<SettingsDraft, "openingHours">> & {
  openingHours?: Partial<SettingsDraft["openingHours"]>;
};

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const differing = <Fields extends object>(typed: Fields, before: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => !same(value, Reflect.get(before, name))),
  ) as Partial<Fields>;

/** The edited settings. Their opening hours have only the edited weekdays; the others keep the hours of the change's first day. */
export function editsOf(typed: SettingsDraft, before: SettingsDraft): Edits {
  const { openingHours, ...edits } = differing(typed, before);
  return openingHours ? { ...edits, openingHours: differing(openingHours, before.openingHours) } : edits;
}

/** Applies edits to the settings of another day. */
export const edited = (draft: SettingsDraft, edits: Edits): SettingsDraft => ({
  ...draft,
  ...edits,
  openingHours: { ...draft.openingHours, ...edits.openingHours },
});

/** The change as the API takes it; only `from` if nothing differs. */
export function changeOf(typed: SettingsDraft, before: SettingsDraft, from: VenueDay): SettingsChange {
  const { downpaymentPercent, holdMinutes, taxPercent, refundTerms, country, region, map, ...words } =
    editsOf(typed, before);
  const { about, questions, guidelines, ...alike } = words;
  return {
    from,
    ...alike,
    ...(downpaymentPercent === undefined ? {} : { downpaymentPercent: numberOf(downpaymentPercent) }),
    ...(holdMinutes === undefined ? {} : { holdMinutes: numberOf(holdMinutes) }),
    ...(taxPercent === undefined ? {} : { taxPercent: numberOf(taxPercent) }),
    ...(map === undefined ? {} : { map: typedLines(map) }),
    ...(about ? { about: about.title.trim() === "" && about.text.trim() === "" ? null : about } : {}),
    ...(questions ? { questions: questions.length === 0 ? null : questions } : {}),
    ...(guidelines === undefined
      ? {}
      : { guidelines: guidelines.trim() === "" ? null : typedLines(guidelines) }),
    ...(refundTerms ? { refundTerms: refundTermsOf(typed) } : {}),
    ...(country === undefined && region === undefined
      ? {}
      : { country: typed.country, region: typed.region === "" ? null : typed.region }),
  };
}

/** In the order in which they are typed, so that an error finds its row. */
export const refundTermsOf = ({ refundTerms }: Pick<SettingsDraft, "refundTerms">) =>
  refundTerms.map((term) => ({
    hoursBefore: numberOf(term.hoursBefore),
    refundPercent: numberOf(term.refundPercent),
    feePercent: numberOf(term.feePercent),
  }));
