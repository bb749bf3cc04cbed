/** The picker of room, day, start and end for staff, which shows the free and taken hours of that day. */

import {
  freeHours,
  type HourState,
  type RoomHour,
  takenWithin,
} from "../../../../core/calendar/room-hours.ts";
import { inksOf } from "../../../../core/venue/rooms/inks.ts";
import { isVenueDay, type VenueDay } from "../../../../core/venue/time/venue-time.ts";
import { hourName, hourRanges } from "../../format/hours.ts";
import { SelectField, TextField } from "../field.tsx";
import { HourMarks, HourStrip } from "./hour-strip.tsx";

/** Venue-local hours; null while they are not chosen. */
export interface VisitChoice {
  roomId: number;
  day: VenueDay;
  start: number | null;
  end: number | null;
}

const STATES: Record<HourState, string> = {
  free: "",
  past: " · past",
  booked: " · booked",
  held: " · held",
  own: " · booked",
  closed: " · closed",
};

interface PickedRoom {
  id: number;
  name: string;
  slug: string;
  bookable: boolean;
}

interface VisitPickerProps {
  rooms: readonly PickedRoom[];
  choice: VisitChoice;
  onChange(choice: VisitChoice): void;
  /** The day's hours; null while they are not known. */
  hours: readonly RoomHour[] | null;
  today: VenueDay;
  lastDay: VenueDay;
  /** The hours are those of every date of a series: they may be taken on this day. */
  repeats?: boolean | undefined;
  /** The ids and errors of the fields. */
  field(name: "roomId" | "startDate" | "startTime" | "endTime"): { id: string; error: string | undefined };
}

export function VisitPicker({
  rooms,
  choice,
  onChange,
  hours,
  today,
  lastDay,
  field,
  repeats = false,
}: VisitPickerProps) {
  const { roomId, day, start, end } = choice;
  const room = rooms.find(({ id }) => id === roomId);
  const span = start !== null && end !== null ? { start, end } : null;
  const inTheWay = span && hours ? takenWithin(hours, span) : [];
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      <SelectField
        {...field("roomId")}
        density="dense"
        label="Room"
        required
        className="col-span-2"
        value={roomId}
        onChange={({ target }) => onChange({ ...choice, roomId: Number(target.value) })}
        options={rooms.map(
          ({ id, name, bookable }) => [id, bookable ? name : `${name} (not open to visitors)`] as const,
        )}
      />
      <TextField
        {...field("startDate")}
        density="dense"
        label="Day"
        required
        className="col-span-2"
        type="date"
        min={today}
        max={lastDay}
        value={day}
        onChange={({ target: { value } }) => onChange({ ...choice, day: value })}
      />
      <SelectField
        {...field("startTime")}
        density="dense"
        label="Start"
        required
        className="sm:col-span-2"
        value={start ?? ""}
        onChange={({ target }) => {
          const chosen = target.value === "" ? null : Number(target.value);
          // The length stays the same, so that moving the visit by an hour is one change.
          const length = start !== null && end !== null ? end - start : 2;
          onChange({
            ...choice,
            start: chosen,
            end: chosen && Math.min(chosen + length, lastHour(hours)),
          });
        }}
      >
        {start === null && <option value="">Choose</option>}
        {(hours ?? []).map(({ hour, state, begun }) => (
          <option key={hour} value={hour} disabled={state !== "free" && hour !== start && !repeats}>
            {hourName(hour)}
            {state === "free" && begun ? " · begun" : STATES[state]}
          </option>
        ))}
        {start !== null && !hours?.some(({ hour }) => hour === start) && (
          <option value={start}>{hourName(start)}</option>
        )}
      </SelectField>
      <SelectField
        {...field("endTime")}
        density="dense"
        label="End"
        required
        className="sm:col-span-2"
        value={end ?? ""}
        onChange={({ target }) => onChange({ ...choice, end: Number(target.value) || null })}
        options={endsOf(hours, start, end).map(
          (hour) =>
            [hour, start === null ? hourName(hour) : `${hourName(hour)} · ${hour - start} h`] as const,
        )}
      >
        {end === null && <option value="">Choose</option>}
      </SelectField>
      <div className="col-span-2 grid gap-1 sm:col-span-4">
        {hours && hours.length > 0 && (
          <div>
            <HourStrip
              inks={inksOf(room?.slug ?? "")}
              freeHours={freeHours(hours)}
              inked={span ? { from: span.start, to: span.end } : { from: 0, to: 0 }}
            />
            <HourMarks />
          </div>
        )}
        <p aria-live="polite" className="figures min-h-10 text-sm text-muted">
          {dayWords(day, hours)}
          {inTheWay.length > 0 && (
            <strong className="block font-semibold text-danger">
              {hourRanges(inTheWay)} not available{repeats ? " on this day" : ": choose other hours"}
            </strong>
          )}
        </p>
      </div>
    </div>
  );
}

const lastHour = (hours: readonly RoomHour[] | null): number => (hours?.at(-1)?.hour ?? 23) + 1;

/** Every end after the start; an end that runs into taken hours is marked as such. */
function endsOf(hours: readonly RoomHour[] | null, start: number | null, end: number | null): number[] {
  const last = Math.max(lastHour(hours), end ?? 0);
  const from = start ?? hours?.[0]?.hour ?? 9;
  return Array.from({ length: Math.max(0, last - from) }, (_, at) => from + 1 + at);
}

function dayWords(day: VenueDay, hours: readonly RoomHour[] | null): string {
  if (!isVenueDay(day)) return "Choose a day";
  if (hours === null) return "Looking up what is free...";
  if (hours.length === 0) return "The venue is closed on this day.";
  const free = hourRanges(freeHours(hours));
  const taken = takenWords(hours);
  return `${free ? `Free ${free}` : "Nothing is free"}${taken && `. ${taken}`}.`;
}

/** The taken hours in words; empty if there are none. */
function takenWords(hours: readonly RoomHour[]): string {
  const of = (wanted: HourState, words: string) => {
    const starts = hours.filter(({ state }) => state === wanted).map(({ hour }) => hour);
    return starts.length === 0 ? [] : [`${words} ${hourRanges(starts)}`];
  };
  return [...of("booked", "Booked"), ...of("held", "Held"), ...of("closed", "Closed")].join("; ");
}
