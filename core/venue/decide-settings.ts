/** Decides on a change of the venue's settings, its withdrawal, the currency, the logo, and the steps of the setup. Pure. */
import type { Decision } from "../log/decision.ts";
import { refuse } from "../log/rejection.ts";
import { CURRENCIES, type Currency, MONEY_STYLES } from "./currency.ts";
import { isSameSetting, type Logo, settingsOn, type VenueSettings } from "./settings.ts";
import type { SettingsEvent, SettingsState } from "./settings-stream.ts";
import type { SetupStep } from "./setup.ts";
import { type OpeningHours, WEEKDAYS } from "./time/opening-hours.ts";
import type { VenueDay } from "./time/venue-time.ts";

export interface ChangeSettings {
  /** The day from which it applies: today or later. */
  from: VenueDay;
  today: VenueDay;
  /** Of the opening hours, only the days that change. */
  changes: { [Field in Exclude<keyof VenueSettings, "openingHours">]?: VenueSettings[Field] | undefined } & {
    openingHours?: { [Day in keyof OpeningHours]?: OpeningHours[Day] | undefined } | undefined;
  };
}

const TERMS = ["downpaymentPercent", "holdMinutes", "refundTerms", "taxPercent"] as const;
const PARTICULARS = [
  "name",
  "address",
  "phone",
  "taxNumber",
  "bankDetails",
  "email",
  "directions",
  "map",
  "social",
  "colors",
  "headline",
  "about",
  "questions",
  "guidelines",
  "termsText",
  "privacyText",
] as const;
/** A region belongs to its country, so they are always given together. */
const PLACE = ["country", "region"] as const;

/** A setting that already has this value on that day, and after every later scheduled change, makes no event. */
export function decideSettings(
  { from: day, today, changes: asked }: ChangeSettings,
  { changes }: Pick<SettingsState, "changes">,
): Decision<SettingsEvent> {
  if (day < today) {
    const message = "Choose today or a later day";
    return refuse("InvalidHouse", { errors: [{ path: "from", message }] });
  }
  const days = [day, ...changes.flatMap(({ from: coming }) => (coming > day ? [coming] : []))];
  const held = days.map((one) => settingsOn(changes, one));
  const differs = (field: Exclude<keyof VenueSettings, "openingHours">): boolean =>
    asked[field] !== undefined && held.some((settings) => !isSameSetting(settings[field], asked[field]));
  const named = (fields: readonly Parameters<typeof differs>[0][]) =>
    Object.fromEntries(fields.map((field) => [field, asked[field]]));
  const hours = Object.fromEntries(
    WEEKDAYS.flatMap((weekday) => {
      const set = asked.openingHours?.[weekday];
      return set !== undefined && held.some(({ openingHours: week }) => !isSameSetting(week[weekday], set))
        ? [[weekday, set]]
        : [];
    }),
  );
  const terms = named(TERMS.filter(differs));
  const particulars = named([...PARTICULARS.filter(differs), ...(PLACE.some(differs) ? PLACE : [])]);
  const events: SettingsEvent[] = [
    ...(isEmpty(hours) ? [] : [{ type: "HouseHoursSet" as const, data: { from: day, openingHours: hours } }]),
    ...(isEmpty(terms) ? [] : [{ type: "HouseTermsSet" as const, data: { from: day, ...terms } }]),
    ...(isEmpty(particulars)
      ? []
      : [{ type: "HouseDescribed" as const, data: { from: day, ...particulars } }]),
  ];
  return { ok: true, events };
}

/** `InvalidHouse` for an unknown currency. Whether it may still change is the append's to check (`guard.unless_booked`). */
export function decideCurrency(
  { currency, moneyStyle }: Currency,
  { fixed }: Pick<SettingsState, "fixed">,
): Decision<SettingsEvent> {
  if (!CURRENCIES.includes(currency)) {
    return refuse("InvalidHouse", {
      errors: [{ path: "currency", message: "Choose a currency of the list" }],
    });
  }
  if (!MONEY_STYLES.includes(moneyStyle)) {
    return refuse("InvalidHouse", { errors: [{ path: "moneyStyle", message: "Choose one of the list" }] });
  }
  const isSameAlready = fixed.currency === currency && fixed.moneyStyle === moneyStyle;
  return {
    ok: true,
    events: isSameAlready ? [] : [{ type: "HouseCurrencySet", data: { currency, moneyStyle } }],
  };
}

export const decideLogo = (
  logo: Logo | null,
  { fixed }: Pick<SettingsState, "fixed">,
): Decision<SettingsEvent> => ({
  ok: true,
  events: logo === null && fixed.logo === null ? [] : [{ type: "HouseLogoSet", data: { logo } }],
});

export const decideSetupStep = (
  { step, done }: { step: SetupStep; done: boolean },
  { fixed }: Pick<SettingsState, "fixed">,
): Decision<SettingsEvent> => ({
  ok: true,
  events: fixed.done.includes(step) === done ? [] : [{ type: "HouseSetupStepSet", data: { step, done } }],
});

const isEmpty = (set: object): boolean => Object.keys(set).length === 0;

/** Withdraws a change that has not begun: what it replaced applies again. `HouseChangeBegun` from its day on. */
export function withdrawChange(
  { change: id, today }: { change: number; today: VenueDay },
  { changes }: Pick<SettingsState, "changes">,
): Decision<SettingsEvent> {
  const change = changes.find((one) => one.id === id);
  if (!change) return refuse("HouseChangeNotFound");
  if (change.from <= today) return refuse("HouseChangeBegun");
  return {
    ok: true,
    events: [{ type: "HouseChangeWithdrawn", data: { change: id, from: change.from } }],
  };
}
