/** Reads the waitlist's events from leaves of the log: what the check of the order needs of them. Null for what cannot be one. */

/** A leaf whose place in the log is proven. */
export interface ProvenLeaf {
  index: number;
  version: number;
  /** For faults: `event 12 waitlist-1 v3`. */
  name: string;
  type: unknown;
  schemaVersion: unknown;
  data: unknown;
  /** UTC instant, ISO 8601. */
  occurredAt: unknown;
}

interface Base {
  entryId: number;
  /** Its place in the waitlist's stream, from 1. */
  version: number;
  /** When it was decided: UTC instant, ISO 8601. */
  at: string;
}

export interface Joined extends Base {
  type: "WaitlistJoined";
  /** How many offers the waitlist had made by then. */
  offersBefore: number;
  roomIds: readonly number[];
  /** Another room will do, too, if it suits. */
  anyRoom: boolean;
  /** Venue days, and whole hours of the venue's clock. */
  day: string;
  until: string;
  from: number;
  to: number;
  hours: number;
}

export interface Offered extends Base {
  type: "HoursOffered";
  /** 1 for the first offer of the waitlist, then one more each. */
  number: number;
  bookingId: number;
  roomId: number;
  /** UTC instants, ISO 8601. */
  startTime: string;
  endTime: string;
  until: string;
  open: readonly { id: number; why: string | undefined }[];
  override: string | undefined;
}

export interface Answered extends Base {
  type: "OfferClaimed" | "OfferDeclined" | "OfferLapsed";
  bookingId: number;
}

export interface Left extends Base {
  type: "WaitlistLeft";
  why: string;
}

export type OrderEvent = Joined | Offered | Answered | Left;

/** No offer is longer. */
const MAX_HOURS = 24;
const HOUR_MS = 3_600_000;

export function eventIn({ version, type, schemaVersion, data, occurredAt }: ProvenLeaf): OrderEvent | null {
  if (schemaVersion !== 1 || !isObject(data) || !isInstant(occurredAt)) return null;
  const { entryId } = data;
  if (!isWhole(entryId)) return null;
  const base = { entryId, version, at: occurredAt };
  switch (type) {
    case "WaitlistJoined":
      return joinedIn(data, base);
    case "HoursOffered":
      return offeredIn(data, base);
    case "OfferClaimed":
    case "OfferDeclined":
    case "OfferLapsed":
      return isWhole(data.bookingId) ? { ...base, type, bookingId: data.bookingId } : null;
    case "WaitlistLeft":
      return isText(data.why) ? { ...base, type, why: data.why } : null;
    default:
      return null;
  }
}

function joinedIn(data: Fields, base: Base): Joined | null {
  const { offersBefore, roomIds, anyRoom, day, until, from, to, hours } = data;
  const isRead =
    isWhole(offersBefore) &&
    Array.isArray(roomIds) &&
    roomIds.every(isWhole) &&
    typeof anyRoom === "boolean" &&
    isText(day) &&
    isText(until) &&
    isWhole(from) &&
    isWhole(to) &&
    isWhole(hours) &&
    hours > 0;
  if (!isRead) return null;
  const window = { day, until, from, to, hours };
  return { ...base, type: "WaitlistJoined", offersBefore, roomIds, anyRoom, ...window };
}

function offeredIn(data: Fields, base: Base): Offered | null {
  const { number, bookingId, roomId, startTime, endTime, until, open, override } = data;
  if (!isWhole(number) || !isWhole(bookingId) || !isWhole(roomId) || !Array.isArray(open)) return null;
  if (!isInstant(startTime) || !isInstant(endTime) || !isInstant(until)) return null;
  const length = (Date.parse(endTime) - Date.parse(startTime)) / HOUR_MS;
  if (!isWhole(length) || length < 1 || length > MAX_HOURS) return null;
  if (override !== undefined && !isText(override)) return null;
  const list: { id: number; why: string | undefined }[] = [];
  for (const one of open) {
    if (!isObject(one)) return null;
    const { id, why } = one;
    if (!isWhole(id) || (why !== undefined && !isText(why))) return null;
    list.push({ id, why });
  }
  const hours = { roomId, startTime, endTime, until };
  return { ...base, type: "HoursOffered", number, bookingId, ...hours, open: list, override };
}

/** The starts of the whole hours that the offer has, in milliseconds. */
export function hoursOf({ startTime, endTime }: Pick<Offered, "startTime" | "endTime">): number[] {
  const start = Date.parse(startTime);
  return Array.from({ length: (Date.parse(endTime) - start) / HOUR_MS }, (_, n) => start + n * HOUR_MS);
}

type Fields = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const isText = (value: unknown): value is string => typeof value === "string";
export const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isInstant = (value: unknown): value is string => isText(value) && !Number.isNaN(Date.parse(value));
