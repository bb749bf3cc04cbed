/** Reads one invoice or credit note by its number: the number names the event (decision 263). */
import {
  documentStream,
  placeOfNumber,
  type RecordedDocument,
  yearOf,
} from "../booking/billing/invoice-documents.ts";
import { type EventRow, toRawEvent } from "../log/read.ts";
import { eventsOf } from "../log/stream.ts";
import type { Sql } from "../platform/database/database.ts";
import type { VenueDay } from "../venue/time/venue-time.ts";

/** Null if no document has this number. */
export async function readDocument(sql: Sql, number: string): Promise<RecordedDocument | null> {
  return (await readDocuments(sql, [number])).get(number) ?? null;
}

/** The number of the document that a command of an account issued; null if it issued none. */
export async function numberIssuedBy(sql: Sql, commandId: string): Promise<string | null> {
  const [row] = await sql<{ number: string }[]>`
    select data ->> 'number' as number from events
    where command_id = ${commandId} and type in ('InvoiceAdded', 'InvoiceCredited') order by command_seq limit 1`;
  return row?.number ?? null;
}

/** All documents that were issued on these venue days, both included, by year and number. */
export async function readDocumentsOf(
  sql: Sql,
  { from, to }: { from: VenueDay; to: VenueDay },
): Promise<RecordedDocument[]> {
  const years = Array.from({ length: yearOf(to) - yearOf(from) + 1 }, (_, at) => yearOf(from) + at);
  const rows = await sql<EventRow[]>`
    select stream, version, type, schema_version, data, meta, command_id, occurred_at, epoch, xid, position
    from events where stream = any(${years.map(documentStream.nameOf)}) and data ->> 'issuedOn' between ${from} and ${to}
    order by stream, version`;
  return eventsOf(documentStream, rows.map(toRawEvent));
}

/** The documents with these numbers, by number. */
export async function readDocuments(
  sql: Sql,
  numbers: readonly string[],
): Promise<Map<string, RecordedDocument>> {
  const places = numbers.flatMap((number) => {
    const place = placeOfNumber(number);
    return place ? [{ number, stream: documentStream.nameOf(place.year), version: place.version }] : [];
  });
  if (places.length === 0) return new Map();
  const rows = await sql<(EventRow & { number: string })[]>`
    select wanted.number, e.stream, e.version, type, schema_version, data, meta, command_id, occurred_at, epoch, xid, position
    from unnest(${places.map(({ number }) => number)}::text[], ${places.map(({ stream }) => stream)}::text[],
      ${places.map(({ version }) => version)}::int[]) as wanted (number, stream, version)
    join events e on e.stream = wanted.stream and e.version = wanted.version`;
  return new Map(
    rows.flatMap(({ number, ...row }): [string, RecordedDocument][] => {
      const document = documentStream.decode(toRawEvent(row as EventRow));
      return document ? [[number, document]] : [];
    }),
  );
}
