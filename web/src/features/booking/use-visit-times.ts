/** Keeps the dialog's start and end fields: valid input moves the calendar's choice at once; otherwise the field says why not. */

import { useState } from "react";
import type { VenueDay } from "../../../../core/venue/time/venue-time.ts";
import { fieldTimeOf } from "../../format/field-time.ts";
import { useZone } from "../../format/venue.ts";
import { type BookingChoice, type BookingSpan, hoursOf } from "../../session/booking-choice.ts";
import type { FieldMessages } from "./submission/booking-fields.ts";
import { readEnd, readStart } from "./visit-times.ts";

export interface VisitTimesLimits {
  today: VenueDay;
  lastDay: VenueDay;
  /** Why the chosen hours cannot be booked, and which of the two fields can fix it. */
  trouble: { field: "startTime" | "endTime"; message: string } | null;
  /** Moves the choice without adding a step for Back, because every typed key can call it. */
  onMove(next: Partial<BookingChoice>): void;
}

interface Typed {
  text: string;
  /** The choice at that time: once it differs, the choice is shown. */
  at: string;
  message: string | null;
}

interface VisitTimesProps {
  choice: BookingChoice;
  span: BookingSpan | null;
  minHours: number;
  limits: VisitTimesLimits | undefined;
}

export function useVisitTimes({ choice, span, minHours, limits }: VisitTimesProps) {
  const zone = useZone();
  const [typedStart, setTypedStart] = useState<Typed | null>(null);
  const [typedEnd, setTypedEnd] = useState<Typed | null>(null);
  if (limits === undefined) return null;

  const at = span === null ? "" : `${fieldTimeOf(span.startsAt, zone)} ${fieldTimeOf(span.endsAt, zone)}`;
  const [chosenStart = "", chosenEnd = ""] = at.split(" ");
  const start = typedStart?.at === at ? typedStart : null;
  const end = typedEnd?.at === at ? typedEnd : null;

  const typeStart = (text: string) => {
    const read = readStart(text, { now: new Date(), lastDay: limits.lastDay, zone });
    setTypedStart({ text, at, message: read.ok ? null : read.message });
    if (read.ok) limits.onMove(read.value);
  };

  const typeEnd = (text: string) => {
    const { day, startHour } = choice;
    if (day === null || startHour === null) return;
    const read = readEnd(text, { day, startHour }, minHours);
    setTypedEnd({ text, at, message: read.ok ? null : read.message });
    // A half or full day stays one while its length stays the same.
    if (read.ok && read.value !== hoursOf(choice)) {
      limits.onMove({ duration: "hourly", hourCount: read.value });
    }
  };

  const messages: FieldMessages = {};
  if (limits.trouble) messages[limits.trouble.field] = limits.trouble.message;
  if (start?.message) messages.startTime = start.message;
  if (end?.message) messages.endTime = end.message;

  return {
    /** Messages about typed times that cannot be chosen, and about chosen times that cannot be booked. */
    messages,
    earliest: `${limits.today}T00:00`,
    latest: `${limits.lastDay}T23:00`,
    start: { value: start?.text ?? chosenStart, type: typeStart },
    end: { value: end?.text ?? chosenEnd, type: typeEnd },
  };
}

export type VisitTimes = NonNullable<ReturnType<typeof useVisitTimes>>;
