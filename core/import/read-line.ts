/** Reads a line's cells as a booking or a customer, or says which column cannot be read and why (decision 308). Pure; integer cents, UTC instants. */
import { z } from "zod";
import { toAmount } from "../booking/rules/money.ts";
import { addDays, instantAt, parseVenueTime, type VenueDay, venueDayOf } from "../venue/time/venue-time.ts";
import type { ImportColumn } from "./columns.ts";
import {
  type Clock,
  type DayOrder,
  isTooLong,
  readAmount,
  readClock,
  readDay,
  splitDateTime,
} from "./read-values.ts";

export interface ImportedPerson {
  firstName: string;
  lastName: string | null;
  email: string | null;
  phone: string | null;
}

export interface BookingLine extends ImportedPerson {
  room: string;
  startsAt: Date;
  endsAt: Date;
  /** One of the six event types, or other words. */
  eventType: string;
  /** Null if the file does not say: the price list then does. */
  totalCents: number | null;
  /** What was paid elsewhere. */
  paidCents: number;
  note: string | null;
  reference: string | null;
  /** Cancelled where it comes from. */
  cancelled: boolean;
}

export type CustomerLine = ImportedPerson & { email: string };

export type ReadLine<Line> = { ok: true; value: Line } | { ok: false; problems: string[] };

export type CellOf = (column: ImportColumn) => string;

interface Reading {
  order: DayOrder | null;
  timeZone: string;
  /** Whether the date column has something, also what cannot be read. */
  hasDate?: boolean;
}

const CANCELLED = /^(?:cancel|reject|declin|delet|no[- ]?show|refus|void|storn|abgesagt|annul)/i;
const UNPRINTABLE = /[^\P{Cc}\t\n\r]|\p{Cs}/u;
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const PHONE = /^[\d\p{Zs}()+./#x-]*$/iu;
const MOST = { name: 200, email: 254, phone: 40, note: 2_000, reference: 200, "event type": 200 } as const;

/** Problems are gathered, so that a line tells all of them. No problem repeats what a person's column says. */
type Add = (column: string, message: string) => void;

export function readBookingLine(cell: CellOf, reading: Reading): ReadLine<BookingLine> {
  const problems: string[] = [];
  const add: Add = (column, message) => void problems.push(`${column}: ${message}`);
  const room = cell("room");
  if (room === "") add("room", "is missing");
  const times = readTimes(cell, reading, add);
  const person = readPerson(cell, add);
  const totalCents = amount(cell, "total", add);
  const paidCents = amount(cell, "paid", add) ?? 0;
  if (totalCents !== null && paidCents > totalCents)
    add("paid", `is more than the total of ${toAmount(totalCents)}`);
  const eventType = text(cell, "event type", MOST["event type"], add) ?? "Other";
  const note = text(cell, "note", MOST.note, add);
  const reference = text(cell, "reference", MOST.reference, add);
  if (problems.length > 0 || times === null || person === null) return { ok: false, problems };
  const cancelled = CANCELLED.test(cell("status"));
  const value = { room, ...times, ...person, eventType, totalCents, paidCents, note, reference, cancelled };
  return { ok: true, value };
}

export function readCustomerLine(cell: CellOf): ReadLine<CustomerLine> {
  const problems: string[] = [];
  const add: Add = (column, message) => void problems.push(`${column}: ${message}`);
  if (cell("email") === "") add("email", "is missing");
  const person = readPerson(cell, add);
  if (problems.length > 0 || person?.email == null) return { ok: false, problems };
  return { ok: true, value: { ...person, email: person.email } };
}

/** A whole name is divided before its last word; a single word is a first name. */
function divided(whole: string): readonly [string, string] {
  const at = whole.lastIndexOf(" ");
  return at < 0 ? [whole, ""] : [whole.slice(0, at).trim(), whole.slice(at + 1)];
}

function readPerson(cell: CellOf, add: Add): ImportedPerson | null {
  const own = [cell("first name"), cell("last name")] as const;
  const [given, family] = own.every((part) => part === "") ? divided(cell("name")) : own;
  const [firstName, lastName] = given === "" ? [family, ""] : [given, family];
  if (firstName === "") add("first name", "is missing");
  for (const [column, value] of [
    ["first name", firstName],
    ["last name", lastName],
  ] as const) {
    if (value.length > MOST.name) add(column, `is longer than ${MOST.name} characters`);
    if (CONTROL.test(value)) add(column, "is not one line of plain text");
  }
  const email = cell("email");
  if (email !== "" && (email.length > MOST.email || !z.email().safeParse(email).success))
    add("email", "is no email address");
  const phone = cell("phone");
  if (
    phone !== "" &&
    (phone.length > MOST.phone || !PHONE.test(phone) || phone.replace(/\D/g, "").length < 5)
  ) {
    add("phone", "is no phone number with at least five digits");
  }
  if (firstName === "") return null;
  return { firstName, lastName: lastName || null, email: email || null, phone: phone || null };
}

function text(cell: CellOf, column: ImportColumn, most: number, add: Add): string | null {
  const value = cell(column);
  if (value.length > most) add(column, `is longer than ${most} characters`);
  else if (UNPRINTABLE.test(value)) add(column, "contains characters that cannot be printed");
  return value === "" ? null : value;
}

function amount(cell: CellOf, column: "total" | "paid", add: Add): number | null {
  const value = cell(column);
  if (value === "") return null;
  const cents = readAmount(value);
  if (cents === null) {
    add(column, `"${shown(value)}" cannot be read as an amount. Write it like 1500.00`);
  } else if (cents > 100_000_000) add(column, "is more than 1000000.00");
  return cents;
}

const shown = (value: string): string => (value.length > 40 ? `${value.slice(0, 40)}…` : value);

/** Start and end may have the date with them. An end at 00:00 is the end of that day. */
function readTimes(cell: CellOf, reading: Reading, add: Add): { startsAt: Date; endsAt: Date } | null {
  const { timeZone } = reading;
  const before = { count: 0 };
  const problem: Add = (column, message) => {
    before.count += 1;
    add(column, message);
  };
  const dateCell = cell("date");
  // A date column may have the time too, and is then as good as a start.
  const own =
    dateCell === "" ? null : dayIn("date", splitDateTime(dateCell).date ?? dateCell, reading, problem);
  const start = momentIn("start", cell("start"), own, { ...reading, hasDate: dateCell !== "" }, problem);
  const end = momentIn(
    "end",
    cell("end"),
    start === null ? own : venueDayOf(start, timeZone),
    reading,
    problem,
  );
  if (before.count > 0 || start === null || end === null) return null;
  const isMidnight =
    end <= start && splitDateTime(cell("end")).date === null && readClock(cell("end"))?.hour === 0;
  const endsAt = isMidnight ? instantAt(addDays(venueDayOf(start, timeZone), 1), 0, timeZone) : end;
  if (endsAt <= start) add("end", "is not after the start");
  else return { startsAt: start, endsAt };
  return null;
}

function dayIn(
  column: "date" | "start" | "end",
  value: string,
  { order }: Reading,
  add: Add,
): VenueDay | null {
  const day = readDay(value, order);
  if (day === "ambiguous") add(column, `"${shown(value)}" can be read in two ways`);
  else if (day === null) add(column, `"${shown(value)}" cannot be read as a date. Write it like 2026-12-31`);
  else return day;
  return null;
}

function momentIn(
  column: "start" | "end",
  value: string,
  day: VenueDay | null,
  reading: Reading,
  add: Add,
): Date | null {
  if (value === "") {
    add(column, "is missing");
    return null;
  }
  const { timeZone } = reading;
  // With an offset, it is an instant already.
  if (!isTooLong(value) && /T.*(?:Z|[+-]\d{2}:?\d{2})$/i.test(value)) {
    const instant = parseVenueTime("", value, timeZone);
    if (instant === null) add(column, `"${shown(value)}" cannot be read as a time`);
    return instant;
  }
  const { date, time } = splitDateTime(value);
  const clock: Clock | null = time === null ? null : readClock(time);
  if (clock === null) {
    add(column, `"${shown(value)}" cannot be read as a time. Write it like 14:00`);
    return null;
  }
  if (date === null && day === null) {
    if (column === "start" && !reading.hasDate) add("date", "is missing");
    return null;
  }
  const on = date === null ? day : dayIn(column, date, reading, add);
  return on === null ? null : instantAt(on, clock.hour, timeZone, clock.minute);
}
