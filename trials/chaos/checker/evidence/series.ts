/** Reads by the log alone which bookings belong together, and how they came into the log. */
import type { Finding } from "./claims.ts";
import { type Evidence, type LogEvent, streamsIn } from "./evidence.ts";
import { fieldsOf, listOf, numberOf, textOf } from "./fields.ts";

/** A booking's place in a series; the number counts from 1. */
export interface SeriesPlace {
  id: number;
  number: number;
}

/** Null for a booking by itself, and for every other stream. */
export function seriesOf(stream: readonly LogEvent[] | undefined): SeriesPlace | null {
  const series = fieldsOf(stream?.[0]?.data.series);
  const [id, number] = [numberOf(series, "id"), numberOf(series, "number")];
  return id === null || number === null ? null : { id, number };
}

/** The bookings that an event of a series adds, in their order. */
export const datesIn = ({ type, data }: LogEvent): number[] =>
  type === "SeriesBooked" || type === "SeriesExtended"
    ? listOf(data.dates).flatMap((date) => numberOf(fieldsOf(date), "bookingId") ?? [])
    : [];

/** The name of a series outside of the product; null if it is not in the log. */
export const referenceOf = ({ streams }: Evidence, id: number): string | null =>
  textOf(streams.get(`series-${id}`)?.[0]?.data ?? {}, "reference");

/** Each date that a series names was requested in the same transaction under its number, and no booking claims to be a date that is not named. */
export function checkSeries(evidence: Evidence): Finding[] {
  const { streams } = evidence;
  const named = new Map<number, SeriesPlace>();
  const findings: Finding[] = [];
  const found = (subject: string, words: string): void => {
    findings.push({ claim: "streams.series", subject, words });
  };
  for (const events of streamsIn(evidence, "series")) {
    let number = 0;
    for (const event of events) {
      const subject = `${event.stream} v${event.version} ${event.type}`;
      for (const bookingId of datesIn(event)) {
        number += 1;
        named.set(bookingId, { id: event.id, number });
        const date = streams.get(`booking-${bookingId}`);
        const [begun] = date ?? [];
        if (!begun) found(subject, `names booking-${bookingId}, which is not in the log`);
        else if (begun.xid !== event.xid || begun.epoch !== event.epoch) {
          found(subject, `names booking-${bookingId}, which was requested in another transaction`);
        }
      }
    }
  }
  for (const events of streamsIn(evidence, "booking")) {
    const [begun] = events;
    const place = seriesOf(events);
    const known = begun && named.get(begun.id);
    if (!begun || (!place && !known)) continue;
    if (place?.id === known?.id && place?.number === known?.number) continue;
    const textOfPlace = (one: SeriesPlace | null | undefined) =>
      one ? `date ${one.number} of series-${one.id}` : "of no series";
    found(begun.stream, `is ${textOfPlace(place)}, by the series it is ${textOfPlace(known)}`);
  }
  return findings;
}
