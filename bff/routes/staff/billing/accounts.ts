/** The calls of billing accounts: opened and changed by managers, chosen by staff (decisions 260 to 262). */
import { z } from "zod";
import { changeAccountTerms, openAccount } from "../../../../core/billing/accounts.ts";
import { issueInvoice } from "../../../../core/billing/issue-invoice.ts";
import { numberIssuedBy } from "../../../../core/billing/read-document.ts";
import { toAmount } from "../../../../core/booking/rules/money.ts";
import { MANAGERS } from "../../../../core/staff/staff.ts";
import { venueToday } from "../../../../core/venue/time/venue-time.ts";
import { readAccounts } from "../../../../projections/views/billing-accounts.ts";
import { staffCalls, staffMeta } from "../../../access/staff-access.ts";
import type { App, Bff } from "../../../context.ts";
import {
  Account,
  AccountChange,
  AccountChoice,
  AccountSubmission,
  AccountSummary,
} from "../../../contract/billing/accounts.ts";
import { Invoice, InvoicePreview, InvoiceRequest } from "../../../contract/billing/invoices.ts";
import { DryRunQuery } from "../../../contract/fields.ts";
import { logPositionHeader, problem, refusal } from "../../../http/answers.ts";
import { IDEMPOTENCY_KEY_PARAMETER, REPEAT_PROBLEMS, readRepeatable } from "../../../http/idempotency.ts";
import {
  BODY_PROBLEMS,
  ById,
  CREATED_HEADERS,
  json,
  jsonAnswer,
  jsonAnswerOfWrite,
  jsonBody,
  ReadAfter,
} from "../../../http/openapi.ts";
import { accountChoiceJson, accountSummaryJson, sumsJson } from "../../../wire/billing/billing-json.ts";
import { readAccount, readInvoices } from "../../../wire/billing/read-billing.ts";

const CHANGE_PROBLEMS = [...BODY_PROBLEMS, "InvalidData", "ConcurrentChange"] as const;

export function accountRoutes(app: App, bff: Bff): void {
  const { core, reads } = bff;
  const managers = staffCalls(bff, "Staff: billing accounts", MANAGERS);
  const staff = staffCalls(bff, "Staff: billing accounts");

  app.openapi(
    managers.get("/api/accounts", {
      summary: "All billing accounts",
      request: { headers: ReadAfter },
      responses: { 200: jsonAnswer("By name, with what each owes", z.array(AccountSummary)) },
      problems: [],
    }),
    async (c) => {
      const rows = await reads.read(c.env.incoming, ["bookings"], (sql) =>
        readAccounts(sql, { today: venueToday(core) }),
      );
      return c.json(rows.map(accountSummaryJson), 200);
    },
  );

  app.openapi(
    staff.get("/api/account-choices", {
      summary: "The billing accounts that staff can book on",
      description: "For every role that books. Addresses and limits are for managers.",
      request: { headers: ReadAfter },
      responses: { 200: jsonAnswer("By name, with what can still be booked", z.array(AccountChoice)) },
      problems: [],
    }),
    async (c) => {
      const rows = await reads.read(c.env.incoming, ["bookings"], (sql) =>
        readAccounts(sql, { today: venueToday(core) }),
      );
      return c.json(rows.filter(({ name }) => name !== null).map(accountChoiceJson), 200);
    },
  );

  app.openapi(
    managers.get("/api/accounts/{id}", {
      summary: "A billing account with its invoices",
      request: { params: ById },
      responses: { 200: jsonAnswer("What it owes, and what is on no invoice yet", Account) },
      problems: ["AccountNotFound"],
    }),
    async (c) => {
      const account = await readAccount(core, c.req.valid("param").id);
      return account ? c.json(account, 200) : problem(c, "AccountNotFound");
    },
  );

  app.openapi(
    managers.post("/api/accounts", {
      summary: "Open a billing account",
      description:
        "For regulars who pay by invoice. Its bookings are confirmed at once, up to the credit limit. With `selfBooking` the customer whose verified email is the account's can book on it too.",
      parameters: [IDEMPOTENCY_KEY_PARAMETER],
      request: jsonBody(AccountSubmission),
      responses: {
        201: { description: "The account is open", headers: CREATED_HEADERS, content: json(Account) },
      },
      problems: [...CHANGE_PROBLEMS, ...REPEAT_PROBLEMS],
    }),
    async (c) => {
      const body = c.req.valid("json");
      const repeatable = readRepeatable(c, core, body);
      if (!repeatable.ok) return repeatable.response;
      const { name, email, address, creditLimit, paymentDays, selfBooking } = body;
      const terms = { creditLimitCents: creditLimit, paymentDays, selfBooking };
      const { idempotencyKey, bodyHash } = repeatable;
      const asked = { holder: { name, email, address }, terms, idempotencyKey, bodyHash };
      const outcome = await openAccount(core, asked, staffMeta(c));
      if (!outcome.ok) return refusal(c, outcome.rejection);
      const { id } = outcome.value;
      const account = await readAccount(core, id);
      if (!account) return problem(c, "AccountNotFound");
      return c.json(account, 201, {
        Location: `/api/accounts/${id}`,
        ...logPositionHeader(outcome.position),
      });
    },
  );

  app.openapi(
    managers.patch("/api/accounts/{id}", {
      summary: "Change a billing account",
      description:
        "Name, email and address hold for later invoices: those that were issued keep theirs. A lower credit limit leaves the bookings that were made. While `suspended` nothing can be booked on it.",
      request: { params: ById, ...jsonBody(AccountChange) },
      responses: { 200: jsonAnswerOfWrite("The account", Account) },
      problems: [...CHANGE_PROBLEMS, "AccountNotFound", "PersonErased"],
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      const { creditLimit: creditLimitCents, ...change } = c.req.valid("json");
      const outcome = await changeAccountTerms(core, id, { ...change, creditLimitCents }, staffMeta(c));
      if (!outcome.ok) return refusal(c, outcome.rejection);
      const account = await readAccount(core, id);
      if (!account) return problem(c, "AccountNotFound");
      return c.json(account, 200, logPositionHeader(outcome.position));
    },
  );

  app.openapi(
    managers.post("/api/accounts/{id}/invoices", {
      summary: "Issue an invoice",
      description:
        "Of every visit until that venue day that is on no invoice yet: no-shows and late cancellations at what is owed. Its number follows the last one of the year, without a gap. A job does the same on the first of each month.",
      parameters: [IDEMPOTENCY_KEY_PARAMETER],
      request: { params: ById, query: DryRunQuery, ...jsonBody(InvoiceRequest) },
      responses: {
        200: jsonAnswer("With `dryRun=1`: the invoice as it would be", InvoicePreview),
        201: {
          description: "The invoice is issued and mailed",
          headers: CREATED_HEADERS,
          content: json(Invoice),
        },
      },
      problems: [...CHANGE_PROBLEMS, ...REPEAT_PROBLEMS, "AccountNotFound", "NothingToInvoice"],
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      const { until } = c.req.valid("json");
      const repeatable = readRepeatable(c, core, { until });
      if (!repeatable.ok) return repeatable.response;
      const dryRun = c.req.valid("query").dryRun === "1";
      const { idempotencyKey, bodyHash } = repeatable;
      const asked = { until, idempotencyKey, bodyHash };
      const outcome = await issueInvoice(core, id, asked, { meta: staffMeta(c), dryRun });
      if (!outcome.ok) return refusal(c, outcome.rejection);
      const { value, plan, commandId } = outcome.value;
      if (dryRun && value) {
        const { issuedOn, dueOn, lines } = value;
        const { total, tax } = sumsJson(lines);
        const shown = lines.map(({ bookingId, text, cents }) => ({
          bookingId,
          text,
          amount: toAmount(cents),
        }));
        return c.json({ issuedOn, dueOn, lines: shown, tax, total }, 200);
      }
      const number = value?.number ?? (await numberIssuedBy(core.sql, plan.id, commandId));
      const [invoice] = number === null ? [] : await readInvoices(core, plan.after, [number]);
      if (!invoice) return problem(c, "InvoiceNotFound");
      return c.json(invoice, 201, {
        Location: `/api/invoices/${number}`,
        ...logPositionHeader(outcome.position),
      });
    },
  );
}
