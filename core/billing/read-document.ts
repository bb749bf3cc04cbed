/** Reads invoices and credit notes by their numbers: a number names an event (decision 263). */
import { accountStream } from "../booking/billing/account.ts";
import {
  documentNumber,
  documentStream,
  placeOfNumber,
  type RecordedDocument,
  yearOf,
} from "../booking/billing/invoice-documents.ts";
import { readEventsAt, readRawStreams, readStream } from "../log/read.ts";
import { eventsOf } from "../log/stream.ts";
import type { Sql } from "../platform/database/database.ts";
import type { VenueDay } from "../venue/time/venue-time.ts";

/** Null if no document has this number. */
export async function readDocument(sql: Sql, number: string): Promise<RecordedDocument | null> {
  return (await readDocuments(sql, [number])).get(number) ?? null;
}

/** The documents with these numbers, by number. */
export async function readDocuments(
  sql: Sql,
  numbers: readonly string[],
): Promise<Map<string, RecordedDocument>> {
  const places = numbers.flatMap((number) => {
    const place = placeOfNumber(number);
    return place ? [{ stream: documentStream.nameOf(place.year), version: place.version }] : [];
  });
  const documents = eventsOf(documentStream, await readEventsAt(sql, places));
  return new Map(documents.map((document) => [documentNumber(document.id, document.version), document]));
}

/** All documents that were issued on these venue days, both included, by number. */
export async function readDocumentsOf(
  sql: Sql,
  { from, to }: { from: VenueDay; to: VenueDay },
): Promise<RecordedDocument[]> {
  const years = Array.from({ length: yearOf(to) - yearOf(from) + 1 }, (_, at) => yearOf(from) + at);
  const documents = eventsOf(documentStream, await readRawStreams(sql, years.map(documentStream.nameOf)));
  return documents.filter(({ data }) => data.issuedOn >= from && data.issuedOn <= to);
}

/** The number of the document that a command of this account issued; null if it issued none. */
export async function numberIssuedBy(sql: Sql, accountId: number, commandId: string): Promise<string | null> {
  for (const event of await readStream(sql, accountStream, accountId)) {
    if (event.commandId !== commandId) continue;
    if (event.type === "InvoiceAdded" || event.type === "InvoiceCredited") return event.data.number;
  }
  return null;
}
