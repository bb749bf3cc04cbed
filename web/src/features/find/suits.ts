/** Which rooms suit what a visitor wants to do, by the words of their own descriptions (decision 221). Pure. */
import type { Room } from "../../../../bff/contract/room.ts";
import type { Activity } from "../../../../core/booking/rules/event-types.ts";

/** What the finder asks for, as a verb. */
export const ACTIVITIES = [
  ["Rehearsal", "Rehearse"],
  ["Recording Session", "Record"],
  ["Performance", "Perform"],
  ["Workshop", "Teach"],
  ["Meeting", "Meet"],
] as const satisfies readonly (readonly [Activity, string])[];

const WORDS: Readonly<Record<Activity, RegExp>> = {
  Rehearsal: /rehears|backline|drum|amplifier|mirror|barre|music stand/i,
  "Recording Session": /record|microphone|vocal|booth|pro tools|edit suite/i,
  Performance: /auditorium|theater|stage|\bseats?\b|audience|concert|risers/i,
  Workshop: /workshop|course|class|desks|craft|whiteboard/i,
  Meeting: /meeting|conference|table for|whiteboard/i,
};

/** A room's name says most about it; one line among its features or equipment is chance. */
const NAME = 4;
const DESCRIPTION = 2;
const LINE = 1;
const LEAST = 2;
const MOST_LINES = 2;

type Described = Pick<Room, "name" | "description" | "features" | "equipment">;

/** How well the room suits; 0 if it does not. */
export function suits(room: Described, activity: Activity): number {
  const said = (text: string, weight: number) => (WORDS[activity].test(text) ? weight : 0);
  const lines = [...room.features, ...room.equipment].reduce((sum, line) => sum + said(line, LINE), 0);
  const score = said(room.name, NAME) + said(room.description, DESCRIPTION) + lines;
  return score < LEAST ? 0 : score;
}

/** The room's own lines that say why it suits, at most two; null if it does not, or only by its name or description. */
export function whySuits(room: Described, activity: Activity): string | null {
  if (suits(room, activity) === 0) return null;
  const lines = [...room.features, ...room.equipment].filter((line) => WORDS[activity].test(line));
  return lines.slice(0, MOST_LINES).join("; ") || null;
}

/** The rooms that suit come first, the best before the others; the given order stays among equals. */
export function bySuiting<Time extends { roomId: number }>(
  times: readonly Time[],
  rooms: readonly (Described & { id: number })[],
  activity: Activity | undefined,
): readonly Time[] {
  if (activity === undefined) return times;
  const scores = new Map(rooms.map((room) => [room.id, suits(room, activity)]));
  return times.toSorted((a, b) => (scores.get(b.roomId) ?? 0) - (scores.get(a.roomId) ?? 0));
}
