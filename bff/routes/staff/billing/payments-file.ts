/** The bookkeeper's file of payments: money of bookings and invoices, with the provider's fees (decision 264). */
import type { TypedResponse } from "hono";
import { z } from "zod";
import type { PaymentGateway } from "../../../../core/payment/gateway.ts";
import { MANAGERS } from "../../../../core/staff/staff.ts";
import { type PaymentEntry, readPayments } from "../../../../projections/views/payments.ts";
import { staffAndTokenCalls } from "../../../access/token-access.ts";
import type { App, Bff } from "../../../context.ts";
import { PeriodQuery } from "../../../contract/analytics/analytics-period.ts";
import { fileHeaders, streamText } from "../../../http/files/files.ts";
import { ReadAfter } from "../../../http/openapi.ts";
import { PAYMENT_HEADINGS, paymentCells } from "../../../wire/billing/payments-csv.ts";
import { CSV_TYPE } from "../../../wire/csv.ts";
import { pagedCsv } from "../../../wire/paged-csv.ts";

/** A payment is recorded at most so long after the provider charged it: the jobs ask for payments whose news was lost. */
const RECORDED_WITHIN_MS = 3 * 24 * 3_600_000;
const CLOCKS_DIFFER_MS = 60_000;

export function paymentsFileRoutes(app: App, bff: Bff): void {
  const { core, gateway, reads } = bff;
  const bookkeepers = staffAndTokenCalls(bff, "Staff: billing accounts", "analytics:read", MANAGERS);

  app.openapi(
    bookkeepers.get("/api/payments.csv", {
      summary: "All payments of a period, for the bookkeeper",
      description:
        "Payments, refunds, returns and disputes of bookings and invoices, with the billing account, what staff wrote down, and the provider's fee and id. A line for each movement, by the venue's day. UTF-8 with a byte order mark, RFC 4180; no text in it is a formula.",
      request: { query: PeriodQuery, headers: ReadAfter },
      responses: { 200: { description: "The file", content: { "text/csv": { schema: z.string() } } } },
      problems: ["InvalidData", "PaymentProviderUnavailable"],
    }),
    async (c) => {
      const period = c.req.valid("query");
      const { incoming } = c.env;
      const lines = await pagedCsv(PAYMENT_HEADINGS, async (last: PaymentEntry | null) => {
        const rows = await reads.read(incoming, ["takings", "bookings"], (sql) =>
          readPayments(sql, period, last),
        );
        const fees = await feesOf(gateway, rows);
        return { rows, cellsOf: paymentCells(rows, { fees, timeZone: core.timeZone }) };
      });
      const name = `payments-${period.from}-to-${period.to}.csv`;
      const response = c.body(streamText(lines), 200, fileHeaders(CSV_TYPE, name));
      return response as typeof response & TypedResponse<string, 200, "text">; // written while it is read
    },
  );
}

/** What the provider charged for these payments, in cents by payment. */
async function feesOf(
  gateway: PaymentGateway,
  entries: readonly PaymentEntry[],
): Promise<ReadonlyMap<string, number>> {
  const paid = entries.filter(({ paymentIntentId, cents }) => paymentIntentId !== null && cents > 0);
  const [first, last] = [paid[0], paid.at(-1)];
  if (!first || !last) return new Map();
  return gateway.fees({
    since: new Date(first.at.getTime() - RECORDED_WITHIN_MS),
    until: new Date(last.at.getTime() + CLOCKS_DIFFER_MS),
  });
}
