/** Says in a few words what a line of an import is, so that its user finds it again: who, and for a booking where and when. Pure. */
import { dateAndTime } from "../venue/time/time-format.ts";
import type { CellOf, ImportedPerson } from "./read-line.ts";

/** A line can be a whole file long, if a quote is never closed. */
const MOST = 160;

const joined = (parts: readonly (string | null)[]): string => {
  const text = parts
    .map((part) => part?.replace(/\s+/gu, " ").trim())
    .filter(Boolean)
    .join(", ");
  return text.length > MOST ? `${text.slice(0, MOST - 1)}…` : text;
};

const nameOf = ({ firstName, lastName }: ImportedPerson): string => `${firstName} ${lastName ?? ""}`;

/** `Ada Byron, Rehearsal Room, Tue, Dec 15, 2026, 10:00 AM` */
export const bookingWords = (
  person: ImportedPerson,
  { room, startsAt, timeZone }: { room: string; startsAt: Date; timeZone: string },
): string => joined([nameOf(person), room, dateAndTime(startsAt, timeZone)]);

/** `Ada Byron, ada@example.org` */
export const customerWords = (person: ImportedPerson): string => joined([nameOf(person), person.email]);

/** Of a line that cannot be read: its cells as they are. */
export const givenWords = (cell: CellOf): string =>
  joined([
    [cell("first name"), cell("last name")].join(" ").trim() || cell("name") || cell("email"),
    cell("room"),
    [cell("date"), cell("start")].join(" "),
  ]);
