/** The calls for the holder of an invoice's mailed link: the invoice, its PDF, and its payment by card (decisions 263, 264). */
import { z } from "zod";
import { linkedInvoice } from "../../../core/billing/linked-invoice.ts";
import type { RecordedDocument } from "../../../core/booking/billing/invoice-documents.ts";
import { loadAccount } from "../../../core/booking/billing/load-account.ts";
import { confirmInvoicePayment, invoiceDueCents } from "../../../core/payment/invoice-payments.ts";
import { visitorMeta } from "../../access/customer-access.ts";
import { PAYING_PROBLEMS } from "../../access/payers.ts";
import type { App, Bff } from "../../context.ts";
import {
  InvoiceNumber,
  InvoicePayment,
  InvoicePaymentRecorded,
  LinkedInvoice,
} from "../../contract/billing/invoices.ts";
import { logPositionHeader, problem, refusal, tooMany } from "../../http/answers.ts";
import { calls, FORM_PROBLEMS, jsonAnswer, jsonAnswerOfWrite, jsonBody } from "../../http/openapi.ts";
import { invoicePdf } from "../../wire/billing/invoice-pdf.ts";
import { invoicesOf } from "../../wire/billing/read-billing.ts";
import { setNoStore } from "./booking-access.ts";

const PDF = ".pdf";

const ByToken = z.object({ token: z.string().meta({ description: "From the link in the invoice's mail" }) });

export function invoiceLinkRoutes(app: App, bff: Bff): void {
  const { core, gateway, limits, uncachedReads } = bff;
  const visitors = calls("Invoices", { middleware: setNoStore, problems: ["LinkInvalid"] });

  /** What the holder sees of the document now. */
  async function read(number: string, document: RecordedDocument): Promise<LinkedInvoice | null> {
    const { state } = await loadAccount(core.sql, document.data.accountId);
    if (!state.exists) return null;
    const [invoice] = await invoicesOf(core, [document], () => state);
    const own = state.invoices[number];
    if (!invoice) return null;
    const payable = own !== undefined && invoiceDueCents(own).ok;
    return { ...invoice, payable, bankDetails: core.settings.now().bankDetails };
  }

  app.openapi(
    visitors.get("/api/invoice-links/{token}", {
      summary: "The invoice of a mailed link",
      request: { params: ByToken },
      responses: { 200: jsonAnswer("The invoice, and whether a card can pay it", LinkedInvoice) },
      problems: ["InvoiceNotFound"],
    }),
    async (c) => {
      const linked = await linkedInvoice(core, c.req.valid("param").token);
      if (!linked.ok) return refusal(c, linked.rejection);
      const invoice = await read(linked.number, linked.document);
      return invoice ? c.json(invoice, 200) : problem(c, "InvoiceNotFound");
    },
  );

  // Beside the page that the link opens, so it is no call of the API.
  app.get("/invoice/:file{[^/]+\\.pdf}", setNoStore, async (c) => {
    const linked = await linkedInvoice(core, c.req.param("file").slice(0, -PDF.length));
    if (!linked.ok) return refusal(c, linked.rejection);
    const { number, document } = linked;
    // A long document takes a while to print.
    const wait = await uncachedReads.waitMs(limits.addressHashOf(c), `pdf ${number}`);
    if (wait !== null) return tooMany(c, wait);
    const invoice = await read(number, document);
    if (!invoice) return problem(c, "InvoiceNotFound");
    const pdf = await invoicePdf(invoice, core.settings.on(invoice.issuedOn), invoice.url);
    return new Response(new Uint8Array(pdf), {
      headers: {
        "Content-Type": "application/pdf",
        "Content-Disposition": `inline; filename="${invoice.kind}-${number}.pdf"`,
        "Cache-Control": "no-store",
      },
    });
  });

  app.openapi(
    visitors.post("/api/invoices/{number}/payment", {
      summary: "Confirm that an invoice is paid",
      description:
        "The payment provider is asked, and its answer decides. A repeat gets the same answer. What is more than was due is refunded by itself.",
      middleware: limits.payments,
      request: { params: z.object({ number: InvoiceNumber }), ...jsonBody(InvoicePayment) },
      responses: { 200: jsonAnswerOfWrite("The money is recorded", InvoicePaymentRecorded) },
      problems: [
        ...FORM_PROBLEMS,
        "InvoiceNotFound",
        "PaymentMismatch",
        "PaymentNotSucceeded",
        ...PAYING_PROBLEMS,
      ],
    }),
    async (c) => {
      const { number } = c.req.valid("param");
      const { paymentIntentId, token } = c.req.valid("json");
      const linked = await linkedInvoice(core, token);
      if (!linked.ok) return refusal(c, linked.rejection);
      if (linked.number !== number) return problem(c, "LinkInvalid");
      const outcome = await confirmInvoicePayment(core, gateway, { number, paymentIntentId }, visitorMeta(c));
      if (!outcome.ok) return refusal(c, outcome.rejection);
      const invoice = await read(number, linked.document);
      if (!invoice) return problem(c, "InvoiceNotFound");
      const message =
        invoice.status === "paid" ? "Payment successful! The invoice is paid." : "Payment successful!";
      return c.json({ success: true as const, message, invoice }, 200, logPositionHeader(outcome.position));
    },
  );
}
