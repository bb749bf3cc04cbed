/** The call by which a signed-in customer sees their own billing account (decision 262). */
import { loadAccount } from "../../../core/booking/billing/load-account.ts";
import { venueToday } from "../../../core/venue/time/venue-time.ts";
import { readAccounts } from "../../../projections/views/billing-accounts.ts";
import { customerCalls } from "../../access/customer-access.ts";
import type { App, Bff } from "../../context.ts";
import { OwnAccount } from "../../contract/billing/accounts.ts";
import { jsonAnswer, ReadAfter } from "../../http/openapi.ts";
import { accountFigures } from "../../wire/billing/billing-json.ts";
import { numbersOf, readInvoices } from "../../wire/billing/read-billing.ts";

export function billingAccountRoutes(app: App, bff: Bff): void {
  const { core, reads } = bff;
  app.openapi(
    customerCalls(bff, "Customers: billing account").get("/api/billing-account", {
      summary: "The customer's own billing account",
      description: "The one whose email is the customer's verified email; null if there is none.",
      request: { headers: ReadAfter },
      responses: { 200: jsonAnswer("What it owes, and its invoices", OwnAccount) },
      problems: [],
    }),
    async (c) => {
      const customer = c.get("customer");
      if (!customer.emailVerified) return c.json({ account: null }, 200);
      const { email } = customer;
      const rows = await reads.read(c.env.incoming, ["bookings"], (sql) =>
        readAccounts(sql, { today: venueToday(core), email }),
      );
      const row = rows.find(({ selfBooking }) => selfBooking) ?? rows[0];
      const { state } = row ? await loadAccount(core.sql, row.accountId) : { state: null };
      if (!row || !state?.exists) return c.json({ account: null }, 200);
      const { accountId: id, name } = row;
      const figures = accountFigures(state, venueToday(core));
      const invoices = await readInvoices(core, state, numbersOf(state));
      return c.json({ account: { id, name, ...figures, invoices } }, 200);
    },
  );
}
