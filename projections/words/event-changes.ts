/** Tells what an event changed, value by value: what held before it, and what holds from it on. For auditors; no text about a person. */
import { formatMoney } from "../../core/booking/rules/money.ts";
import type { BookingEvent } from "../../core/booking/state/booking-events.ts";
import type { Booking, BookingState } from "../../core/booking/state/booking-state.ts";
import { bookingStream } from "../../core/booking/state/booking-stream.ts";
import {
  type AnyEvent,
  fold,
  type RawEvent,
  type RecordedEvent,
  type StreamDefinition,
} from "../../core/log/stream.ts";
import type { ExistingRoom, RoomEvent, RoomState } from "../../core/venue/rooms/room.ts";
import { roomStream } from "../../core/venue/rooms/room.ts";
import type { Rates } from "../../core/venue/rooms/room-rates.ts";
import { settingsOn } from "../../core/venue/settings.ts";
import {
  isOfFixed,
  type SettingsEvent,
  type SettingsState,
  settingsStream,
} from "../../core/venue/settings-stream.ts";
import { capitalizeWeekday, WEEKDAYS } from "../../core/venue/time/opening-hours.ts";
import { shortDayAndTime } from "../../core/venue/time/time-format.ts";

/** One value in words, before the event and after it. */
export interface ValueChange {
  what: string;
  before: string;
  after: string;
}

interface Surroundings {
  timeZone: string;
  roomName(id: number): string;
}

/** Streams whose events set values. */
const STREAMS = [bookingStream, roomStream, settingsStream] as const;

/** Events that set a value; reading the streams of all others would be in vain. */
const SETTERS: ReadonlySet<string> = new Set<
  BookingEvent["type"] | RoomEvent["type"] | SettingsEvent["type"]
>([
  "BookingMoved",
  "BookingRescheduled",
  "HoldChanged",
  "PriceReduced",
  "DetailsChanged",
  "RoomDescribed",
  "RoomPriced",
  "RoomOrdered",
  "RoomOverlaid",
  "RoomEngineerOffered",
  "RoomTurnaroundSet",
  "HouseHoursSet",
  "HouseTermsSet",
  "HouseDescribed",
]);

export const setsValues = ({ type, stream, version }: RawEvent): boolean =>
  version > 1 && SETTERS.has(type) && STREAMS.some((one) => one.idOf(stream) !== null);

/** What the event changed, given all events of its stream before it, the oldest first; empty if nothing that has a value. */
export function changesOf(
  raw: RawEvent,
  earlier: readonly RawEvent[],
  surroundings: Surroundings,
): ValueChange[] {
  const told =
    around(bookingStream, raw, earlier, (before, event, after) =>
      bookingValues(before, event, after, surroundings),
    ) ??
    around(roomStream, raw, earlier, (before, _, after) => roomValues(before, after)) ??
    around(settingsStream, raw, earlier, settingsValues) ??
    [];
  return told.filter(({ before, after }) => before !== after);
}

/** Null for an event of another category. */
function around<State, Event extends AnyEvent>(
  stream: StreamDefinition<string, State, Event>,
  raw: RawEvent,
  earlier: readonly RawEvent[],
  values: (before: State, event: RecordedEvent<Event>, after: State) => ValueChange[],
): ValueChange[] | null {
  const event = stream.decode(raw);
  if (!event) return null;
  const before = fold(
    stream,
    earlier.flatMap((one) => stream.decode(one) ?? []),
  );
  return values(before, event, stream.evolve(before, event));
}

const NONE = "none";
const orNone = (text: string | number | null | undefined): string => String(text || NONE);

function bookingValues(
  before: BookingState,
  _event: BookingEvent,
  after: BookingState,
  { timeZone, roomName }: Surroundings,
): ValueChange[] {
  if (!before.exists || !after.exists) return [];
  const pairs: [string, (booking: Booking) => string][] = [
    ["Room", ({ roomId }) => roomName(roomId)],
    ["Time", ({ startsAt, endsAt }) => shortDayAndTime(startsAt, endsAt, timeZone)],
    ["Price", ({ totalCents }) => formatMoney(totalCents)],
    ["Downpayment", ({ downpaymentCents }) => formatMoney(downpaymentCents)],
    ["People", ({ attendees }) => orNone(attendees)],
    ["Engineer", ({ engineerRequired }) => (engineerRequired ? "yes" : "no")],
  ];
  return pairs.map(([what, say]) => ({ what, before: say(before), after: say(after) }));
}

const rate = (rates: Rates | null | undefined, length: keyof Rates): string =>
  rates ? formatMoney(rates[length]) : NONE;

function roomValues(before: RoomState, after: RoomState): ValueChange[] {
  if (!before.exists || !after.exists) return [];
  const feet = ({ widthFeet, depthFeet, heightFeet }: ExistingRoom): string =>
    widthFeet === null ? NONE : [widthFeet, depthFeet, heightFeet].filter((one) => one !== null).join(" x ");
  const pairs: [string, (room: ExistingRoom) => string][] = [
    ["Name", ({ name }) => name],
    ["Description", ({ description }) => description],
    ["People at most", ({ capacity }) => String(capacity)],
    ["Category", ({ category }) => category],
    ["Features", ({ features }) => orNone(features.join("; "))],
    ["Equipment", ({ equipment }) => orNone(equipment.join("; "))],
    ["Size in feet", feet],
    ["Plan", ({ plan }) => orNone(plan.join("; "))],
    ["Sound", ({ sound }) => orNone(sound)],
    ["Look", ({ look }) => orNone(look)],
    ["Price of an hour", ({ rates }) => rate(rates, "hourlyCents")],
    ["Price of half a day", ({ rates }) => rate(rates, "halfDayCents")],
    ["Price of a full day", ({ rates }) => rate(rates, "fullDayCents")],
    ["Place in the list", ({ displayOrder }) => String(displayOrder)],
    ["Overlay", ({ overlay }) => orNone(overlay)],
    ["Engineer for an hour", ({ engineer }) => rate(engineer, "hourlyCents")],
    ["Engineer for half a day", ({ engineer }) => rate(engineer, "halfDayCents")],
    ["Engineer for a full day", ({ engineer }) => rate(engineer, "fullDayCents")],
    ["Hours between two visits", ({ turnaroundHours }) => String(turnaroundHours)],
    ["Price rules", ({ priceRules }) => priceRules.join("; ") || NONE],
    [
      "Prices from a day on",
      ({ laterPrices }) =>
        laterPrices
          .map(({ from, hourlyCents }) => `${from}: ${formatMoney(hourlyCents)} an hour`)
          .join("; ") || NONE,
    ],
    ["Shortest booking in hours", ({ leastHours }) => String(leastHours)],
  ];
  return pairs.map(([what, say]) => ({ what, before: say(before), after: say(after) }));
}

const LABELS: Readonly<Record<string, string>> = {
  downpaymentPercent: "Downpayment in percent",
  holdMinutes: "Minutes to pay",
  refundTerms: "Refunds",
  taxPercent: "Tax in percent",
  name: "Name",
  address: "Address",
  phone: "Phone",
  email: "Email",
  directions: "Directions",
  map: "Map",
  social: "Social media",
  country: "Country",
  region: "Region",
  colors: "Colors",
  headline: "Headline",
  about: "About the venue",
  questions: "Questions and answers",
  guidelines: "Guidelines",
  termsText: "Terms of service",
  privacyText: "Privacy policy",
};

const FIXED_LABELS = {
  currency: "Currency",
  moneyStyle: "Way of writing amounts",
  logo: "Logo",
  done: "Steps of the setup that are done",
} as const;

/** As they apply on the day from which the event sets them. */
function settingsValues(before: SettingsState, event: SettingsEvent, after: SettingsState): ValueChange[] {
  if (event.type === "HouseZoneSet" || event.type === "HouseChangeWithdrawn") return [];
  if (isOfFixed(event)) {
    return Object.entries(FIXED_LABELS).map(([field, what]) => ({
      what,
      before: valueText(before.fixed[field as keyof typeof FIXED_LABELS]),
      after: valueText(after.fixed[field as keyof typeof FIXED_LABELS]),
    }));
  }
  const { from } = event.data;
  const [old, next] = [settingsOn(before.changes, from), settingsOn(after.changes, from)];
  const days = WEEKDAYS.map((day) => ({
    what: `Hours on ${capitalizeWeekday(day)}`,
    before: hoursText(old.openingHours[day]),
    after: hoursText(next.openingHours[day]),
  }));
  const fields = Object.keys(event.data).filter((field) => field !== "from" && field !== "openingHours");
  const values = fields.map((field) => ({
    what: LABELS[field] ?? field,
    before: valueText(old[field as keyof typeof old]),
    after: valueText(next[field as keyof typeof next]),
  }));
  return [...days, ...values];
}

const hoursText = (hours: { open: string; close: string } | null): string =>
  hours ? `${hours.open} to ${hours.close}` : "closed";

/** Any setting's value: lists and objects with their parts in order. */
function valueText(value: unknown): string {
  if (value === null || value === undefined || value === "") return NONE;
  if (Array.isArray(value)) return value.length === 0 ? NONE : value.map(valueText).join("; ");
  if (typeof value === "object") {
    return Object.entries(value)
      .map(([name, part]) => (typeof part === "number" ? `${spaced(name)} ${part}` : valueText(part)))
      .join(", ");
  }
  return String(value);
}

/** `hoursBefore` as `hours before`. */
const spaced = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
