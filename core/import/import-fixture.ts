/** Makes files for tests of imports, and what the user says about them. */
import type { Core } from "../context.ts";
import { ROOM_SEEDS } from "../venue/rooms/seed-rooms.ts";
import { addDays, type VenueDay } from "../venue/time/venue-time.ts";
import { applyImport, beginImport } from "./apply.ts";
import type { Assignment, ImportKind } from "./columns.ts";
import { type LineResult, resultText } from "./line-result.ts";
import { type PlannedImport, planImport } from "./plan.ts";
import type { FileAnswers } from "./read-file.ts";
import type { DayOrder } from "./read-values.ts";

export const importMetaOfTests = { actor: { kind: "system" }, requestId: "import test" } as const;

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

export const csvOf = (headers: string, lines: readonly string[]): Uint8Array =>
  bytesOf([headers, ...lines, ""].join("\n"));

export const BOOKING_HEADERS = "room,date,start,end,first name,last name,email,total,paid,note,reference";

export const answersOf = ({
  kind = "bookings",
  columns = {},
  dayOrder = null,
}: {
  kind?: ImportKind;
  columns?: Record<string, Assignment>;
  dayOrder?: DayOrder | null;
} = {}): FileAnswers => ({ kind, columns: new Map(Object.entries(columns)), dayOrder });

export const textsOf = (results: readonly LineResult[]): string[] => results.map(resultText);

/** Throws the reason if the file cannot be read. */
export async function planned(core: Core, bytes: Uint8Array, answers = answersOf()): Promise<PlannedImport> {
  const plan = await planImport(core, bytes, answers);
  if (!plan.ok) throw new Error(plan.message);
  return plan;
}

/** Plans and applies the file, as an operator does. */
export async function imported(
  core: Core,
  bytes: Uint8Array,
  answers = answersOf(),
): Promise<{ id: number; lines: string[] }> {
  const plan = await planned(core, bytes, answers);
  const begun = await beginImport(core, { bytes, fileName: "test.csv", answers }, plan, {
    meta: importMetaOfTests,
    keepFile: false,
  });
  if (!begun.ok) throw new Error(begun.rejection.code);
  return { id: begun.value, lines: textsOf(await applyImport(core, begun.value, plan, importMetaOfTests)) };
}

/** `count` lines of one hour each, over the rooms and days from this one; no two of them clash. */
export function manyLines(count: number, from: VenueDay): string[] {
  const HOURS = [9, 11, 13, 15, 17, 19];
  const rooms = ROOM_SEEDS.map(({ slug }) => slug);
  const perDay = HOURS.length * rooms.length;
  const days = openDays(from, Math.ceil(count / perDay));
  return Array.from({ length: count }, (_, n) => {
    const hour = HOURS[n % HOURS.length] ?? 9;
    const room = rooms[Math.floor(n / HOURS.length) % rooms.length];
    return `${room},${days[Math.floor(n / perDay)]},${hour}:00,${hour + 1}:00,Ada,Byron,ada-${n}@import.example.test,100.00,40.00,note ${n},R-${n}`;
  });
}

/** Without the Sundays, on which the venue is closed. */
export function openDays(from: VenueDay, count: number): VenueDay[] {
  const days: VenueDay[] = [];
  for (let n = 0; days.length < count; n++) {
    const day = addDays(from, n);
    if (new Date(`${day}T00:00:00Z`).getUTCDay() !== 0) days.push(day);
  }
  return days;
}
