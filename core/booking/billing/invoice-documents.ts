/**
 * Defines the streams `invoices-<year>`: each event is an invoice or a credit note, and its version is the document's number, so that the
 * log itself has neither a gap nor a repeat (decision 263). Integer cents; venue days.
 */
import { z } from "zod";
import { defineEvent, type EventOf } from "../../log/event-definition.ts";
import { defineStream, type RecordedEvent } from "../../log/stream.ts";
import type { VenueDay } from "../../venue/time/venue-time.ts";

const day = z.iso.date();

const line = z.object({
  bookingId: z.number().int(),
  /** Which visit, and why less than its price is owed. Never the words of a person. */
  text: z.string(),
  cents: z.number().int(),
  /** Contained in the amount. */
  taxPercent: z.number(),
});

const document = {
  accountId: z.number().int(),
  /** The row of personal data that it was issued to: name, email and address of that day. */
  personId: z.uuid(),
  issuedOn: day,
  lines: z.array(line).readonly(),
};

const definitions = [
  /** `until`: the last venue day whose visits are on it. */
  defineEvent("InvoiceIssued", z.object({ ...document, dueOn: day, until: day })),
  /** `invoice`: the number of the invoice that it lowers. Staff's reason and their own words for a line are rows of personal data. */
  defineEvent(
    "CreditNoteIssued",
    z.object({
      ...document,
      invoice: z.string(),
      reasonId: z.uuid().optional(),
      /** The words for each line, in their order; null for a line that keeps its text. */
      noteId: z.array(z.uuid().nullable()).readonly().optional(),
    }),
  ),
] as const;

export type DocumentEvent = EventOf<(typeof definitions)[number]>;
export type DocumentLine = z.infer<typeof line>;
export type RecordedDocument = RecordedEvent<DocumentEvent>;

/** How many documents the year has. */
export const documentStream = defineStream({
  category: "invoices",
  events: definitions,
  initial: 0,
  evolve: (count: number): number => count + 1,
});

/** `2026-0001`: the year, and the version of its stream. */
export const documentNumber = (year: number, version: number): string =>
  `${year}-${String(version).padStart(4, "0")}`;

/** The year and the version that a number names; null for any other text. */
export function placeOfNumber(number: string): { year: number; version: number } | null {
  const [, year, version] = /^(\d{4})-(\d{4,9})$/.exec(number) ?? [];
  const place = { year: Number(year), version: Number(version) };
  // Another spelling of the same number, such as 2026-00001, is no number.
  return place.version > 0 && documentNumber(place.year, place.version) === number ? place : null;
}

export const yearOf = (day: VenueDay): number => Number(day.slice(0, 4));

/** The tax by rate, which the amounts contain. `round` as the venue's currency asks. */
export function taxesOf(
  lines: readonly Pick<DocumentLine, "cents" | "taxPercent">[],
  round: (cents: number) => number,
): { percent: number; grossCents: number; taxCents: number }[] {
  const gross = new Map<number, number>();
  for (const { cents, taxPercent } of lines) gross.set(taxPercent, (gross.get(taxPercent) ?? 0) + cents);
  return [...gross]
    .sort(([a], [b]) => a - b)
    .map(([percent, grossCents]) => ({
      percent,
      grossCents,
      taxCents: round((grossCents * percent) / (100 + percent)),
    }));
}
