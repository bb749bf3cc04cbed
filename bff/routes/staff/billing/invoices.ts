/** The calls of invoices by staff: reading one, its money, credit notes, and the bookkeeper's list (decisions 263 to 265). */
import type { TypedResponse } from "hono";
import { z } from "zod";
import { creditInvoice } from "../../../../core/billing/credit-invoice.ts";
import { recordInvoiceMoney } from "../../../../core/billing/invoice-money.ts";
import { numberIssuedBy } from "../../../../core/billing/read-document.ts";
import { MANAGERS } from "../../../../core/staff/staff.ts";
import { staffCalls, staffMeta } from "../../../access/staff-access.ts";
import { staffAndTokenCalls } from "../../../access/token-access.ts";
import type { App, Bff } from "../../../context.ts";
import { PeriodQuery } from "../../../contract/analytics/analytics-period.ts";
import {
  CreditRequest,
  Invoice,
  InvoiceMoney,
  InvoiceNumber,
  StaffInvoice,
} from "../../../contract/billing/invoices.ts";
import { logPositionHeader, problem, refusal } from "../../../http/answers.ts";
import { fileHeaders } from "../../../http/files/files.ts";
import { IDEMPOTENCY_KEY_PARAMETER, REPEAT_PROBLEMS, readRepeatable } from "../../../http/idempotency.ts";
import {
  BODY_PROBLEMS,
  CREATED_HEADERS,
  json,
  jsonAnswer,
  jsonAnswerOfWrite,
  jsonBody,
} from "../../../http/openapi.ts";
import { invoicesCsv } from "../../../wire/billing/invoices-csv.ts";
import { readInvoices, readInvoicesOf, readStaffInvoice } from "../../../wire/billing/read-billing.ts";
import { CSV_TYPE } from "../../../wire/csv.ts";

const ByNumber = z.object({ number: InvoiceNumber });

const CHANGE_PROBLEMS = [
  ...BODY_PROBLEMS,
  ...REPEAT_PROBLEMS,
  "InvalidData",
  "InvoiceNotFound",
  "NotAnInvoice",
  "ConcurrentChange",
] as const;

export function invoiceRoutes(app: App, bff: Bff): void {
  const { core } = bff;
  const managers = staffCalls(bff, "Staff: billing accounts", MANAGERS);
  const bookkeepers = staffAndTokenCalls(bff, "Staff: billing accounts", "analytics:read", MANAGERS);
  const staff = staffCalls(bff, "Staff: billing accounts");

  app.openapi(
    bookkeepers.get("/api/invoices.csv", {
      summary: "The invoices and credit notes of a period, for the bookkeeper",
      description:
        "A line for each document and tax rate, with what became of it. UTF-8 with a byte order mark, RFC 4180; no text in it is a formula.",
      request: { query: PeriodQuery },
      responses: { 200: { description: "The file", content: { "text/csv": { schema: z.string() } } } },
      problems: ["InvalidData"],
    }),
    async (c) => {
      const period = c.req.valid("query");
      const file = invoicesCsv(await readInvoicesOf(core, period));
      const name = `invoices-${period.from}-to-${period.to}.csv`;
      const response = c.body(file, 200, fileHeaders(CSV_TYPE, name));
      return response as typeof response & TypedResponse<string, 200, "text">; // the text of the file
    },
  );

  app.openapi(
    staff.get("/api/invoices/{number}", {
      summary: "An invoice or credit note",
      request: { params: ByNumber },
      responses: { 200: jsonAnswer("The document, its money, and its link", StaffInvoice) },
      problems: ["InvalidData", "InvoiceNotFound"],
    }),
    async (c) => {
      const invoice = await readStaffInvoice(core, c.req.valid("param").number);
      return invoice ? c.json(invoice, 200) : problem(c, "InvoiceNotFound");
    },
  );

  app.openapi(
    staff.post("/api/invoices/{number}/money", {
      summary: "Record money received or returned for an invoice",
      description:
        "In parts if need be; at most what is due. Paid in full, its bookings are `paid`. At most what staff received can be returned.",
      parameters: [IDEMPOTENCY_KEY_PARAMETER],
      request: { params: ByNumber, ...jsonBody(InvoiceMoney) },
      responses: { 200: jsonAnswerOfWrite("The invoice", StaffInvoice) },
      problems: [...CHANGE_PROBLEMS, "NothingDue", "MoreThanDue", "ReturnTooHigh"],
    }),
    async (c) => {
      const { number } = c.req.valid("param");
      const body = c.req.valid("json");
      const repeatable = readRepeatable(c, core, { number, ...body });
      if (!repeatable.ok) return repeatable.response;
      const { kind, method, amount: amountCents, reference } = body;
      const { idempotencyKey, bodyHash } = repeatable;
      const asked = {
        number,
        kind,
        method,
        amountCents,
        reference: reference || null,
        idempotencyKey,
        bodyHash,
      };
      const outcome = await recordInvoiceMoney(core, asked, staffMeta(c));
      if (!outcome.ok) return refusal(c, outcome.rejection);
      const invoice = await readStaffInvoice(core, number);
      if (!invoice) return problem(c, "InvoiceNotFound");
      return c.json(invoice, 200, logPositionHeader(outcome.position));
    },
  );

  app.openapi(
    managers.post("/api/invoices/{number}/credit", {
      summary: "Issue a credit note",
      description:
        "An invoice is never changed: the credit note has a number of its own and lowers what the visits owe. A card is refunded by itself what is then paid too much.",
      parameters: [IDEMPOTENCY_KEY_PARAMETER],
      request: { params: ByNumber, ...jsonBody(CreditRequest) },
      responses: {
        201: { description: "The credit note", headers: CREATED_HEADERS, content: json(Invoice) },
      },
      problems: [...CHANGE_PROBLEMS, "CreditTooHigh"],
    }),
    async (c) => {
      const { number } = c.req.valid("param");
      const body = c.req.valid("json");
      const repeatable = readRepeatable(c, core, { number, ...body });
      if (!repeatable.ok) return repeatable.response;
      const { idempotencyKey, bodyHash } = repeatable;
      const lines = body.lines.map(({ bookingId, text = null, amount: cents }) => ({
        bookingId,
        text,
        cents,
      }));
      const asked = { number, lines, reason: body.reason, idempotencyKey, bodyHash };
      const outcome = await creditInvoice(core, asked, staffMeta(c));
      if (!outcome.ok) return refusal(c, outcome.rejection);
      const { value, plan, commandId } = outcome.value;
      const issued = value?.number ?? (await numberIssuedBy(core.sql, plan.id, commandId));
      const [credit] = issued === null ? [] : await readInvoices(core, plan.after, [issued]);
      if (!credit) return problem(c, "InvoiceNotFound");
      return c.json(credit, 201, {
        Location: `/api/invoices/${issued}`,
        ...logPositionHeader(outcome.position),
      });
    },
  );
}
