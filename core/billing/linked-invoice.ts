/** Finds the invoice or credit note of a mailed link (decision 263). */
import type { RecordedDocument } from "../booking/billing/invoice-documents.ts";
import type { Core } from "../context.ts";
import { isEqualInConstantTime } from "../links.ts";
import { type Refused, refuse } from "../log/rejection.ts";
import { readDocument } from "./read-document.ts";

/** `LinkInvalid` for a token that is not this document's, and for a number that does not exist. */
export async function linkedInvoice(
  { sql, links }: Pick<Core, "sql" | "links">,
  token: string,
): Promise<{ ok: true; number: string; document: RecordedDocument } | Refused> {
  const number = links.readInvoice(token);
  const document = number === null ? null : await readDocument(sql, number);
  if (number === null || !document) return refuse("LinkInvalid");
  const own = links.invoice({ number, personId: document.data.personId });
  return isEqualInConstantTime(own.token, token) ? { ok: true, number, document } : refuse("LinkInvalid");
}
