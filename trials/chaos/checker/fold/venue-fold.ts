/** Folds which rooms visitors can book and when the venue is open, without any of the product's code. Pure; venue days and venue-local hours. */
import type { LogEvent } from "../evidence/evidence.ts";
import { centsOf, type Fields, fieldsOf, numberOf, textOf } from "../evidence/fields.ts";

export interface RoomFold {
  id: number;
  bookable: boolean;
  retired: boolean;
  capacity: number;
  engineer: boolean;
  leastHours: number;
  turnaroundHours: number;
}

export interface VenueFold {
  rooms: ReadonlyMap<number, RoomFold>;
  /** Opening hours by weekday, each set from a day on. */
  hours: readonly { version: number; from: string; openingHours: Fields }[];
  /** When a room or the venue was last changed, in milliseconds since 1970: processes know it a moment later. */
  changedAt: number;
}

export const FIRST_VENUE: VenueFold = { rooms: new Map(), hours: [], changedAt: 0 };

const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/** The hours of a venue that has set no others: nine to ten, closed on Sundays. */
const FIRST_HOURS = { open: "09:00", close: "22:00" };

export function nextVenue(venue: VenueFold, event: LogEvent): VenueFold {
  const { category, type, data, version, occurredAt } = event;
  if (category === "room") {
    const room = nextRoom(venue.rooms.get(event.id) ?? null, event);
    return {
      ...venue,
      changedAt: occurredAt,
      rooms: room ? new Map(venue.rooms).set(event.id, room) : venue.rooms,
    };
  }
  if (category !== "house") return venue;
  const changed = { ...venue, changedAt: occurredAt };
  if (type === "HouseHoursSet") {
    const set = { version, from: textOf(data, "from") ?? "", openingHours: fieldsOf(data.openingHours) };
    return { ...changed, hours: [...venue.hours, set] };
  }
  if (type !== "HouseChangeWithdrawn") return changed;
  return { ...changed, hours: venue.hours.filter((one) => one.version !== data.change) };
}

function nextRoom(room: RoomFold | null, { id, type, data }: LogEvent): RoomFold | null {
  if (type === "RoomAdded") {
    return {
      id,
      bookable: data.bookable !== false,
      retired: false,
      capacity: centsOf(data, "capacity"),
      engineer: typeof data.engineer === "object" && data.engineer !== null,
      leastHours: numberOf(data, "leastHours") ?? 1,
      turnaroundHours: centsOf(data, "turnaroundHours"),
    };
  }
  if (!room) return null;
  switch (type) {
    case "RoomDescribed":
      return { ...room, capacity: numberOf(data, "capacity") ?? room.capacity };
    case "RoomOpenedToBooking":
      return { ...room, bookable: true };
    case "RoomClosedToBooking":
      return { ...room, bookable: false };
    case "RoomRetired":
      return { ...room, retired: true };
    case "RoomReinstated":
      return { ...room, retired: false };
    case "RoomEngineerOffered":
      return { ...room, engineer: true };
    case "RoomEngineerWithdrawn":
      return { ...room, engineer: false };
    case "RoomLeastHoursSet":
      return { ...room, leastHours: centsOf(data, "leastHours") };
    case "RoomTurnaroundSet":
      return { ...room, turnaroundHours: centsOf(data, "turnaroundHours") };
    default:
      return room;
  }
}

/** The bookable hours of a day, `[open, close)`; null if the venue is closed. */
export function openingOn({ hours }: VenueFold, day: string): { open: number; close: number } | null {
  const weekday = WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? "sunday";
  const set = hours
    .filter(({ from, openingHours }) => from <= day && weekday in openingHours)
    .sort((a, b) => (a.from === b.from ? a.version - b.version : a.from < b.from ? -1 : 1))
    .at(-1);
  const opening = set ? set.openingHours[weekday] : weekday === "sunday" ? null : FIRST_HOURS;
  if (opening === null) return null;
  const hourOf = (name: string): number => Number((textOf(fieldsOf(opening), name) ?? "").slice(0, 2));
  return { open: hourOf("open"), close: hourOf("close") };
}
