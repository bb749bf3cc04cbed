/** Lists the operations of the API's document that the traffic calls, and why it leaves the others out. */
import type { Scenario, ScenarioContext } from "./scenario.ts";
import { SCENARIOS } from "./scenarios.ts";

const operationsOf = <Who extends ScenarioContext>(scenarios: readonly Scenario<Who>[]): string[] =>
  scenarios.flatMap(({ operations }) => [...operations]);

const QUOTES_WITHOUT_DAYS = "the traffic computes prices without their days, and would be refused";

/** The operations that the scenarios list. */
export const CALLED_OPERATIONS: ReadonlySet<string> = new Set([
  ...operationsOf(SCENARIOS.visitor),
  ...operationsOf(SCENARIOS.customer),
  ...operationsOf(SCENARIOS.desk),
  ...operationsOf(SCENARIOS.manager),
  ...operationsOf(SCENARIOS.admin),
  ...operationsOf(SCENARIOS.auditor),
]);

const BY_MAIL = "needs a link from a mail, and the traffic does not read mails";

export const LEFT_OUT: Readonly<Record<string, string>> = {
  "GET /api/auth/verify-email": BY_MAIL,
  "POST /api/auth/verify-email": BY_MAIL,
  "POST /api/auth/reset-password": BY_MAIL,
  "POST /api/auth/disown-account": BY_MAIL,
  "POST /api/auth/login/open": BY_MAIL,
  "POST /api/auth/staff-password": BY_MAIL,
  "POST /api/stripe/webhook": "called by the simulated provider, with its signature",
  "POST /api/staff/setup/mail-trial": "asks name servers, which this machine may not reach",
  "POST /api/rooms/{id}/prices": QUOTES_WITHOUT_DAYS,
  "DELETE /api/rooms/{id}/prices/{from}": QUOTES_WITHOUT_DAYS,
  "PATCH /api/staff/guests/{id}": "would change who the visitors of the traffic are, while they act",
  "DELETE /api/staff/setup/sample-rooms": "would retire the rooms in which the traffic books",
  ...Object.fromEntries(
    [
      "GET /api/accounts",
      "POST /api/accounts",
      "GET /api/accounts/{id}",
      "PATCH /api/accounts/{id}",
      "POST /api/accounts/{id}/invoices",
      "GET /api/account-choices",
      "GET /api/billing-account",
      "GET /api/invoices.csv",
      "GET /api/payments.csv",
      "GET /api/invoices/{number}",
      "POST /api/invoices/{number}/money",
      "POST /api/invoices/{number}/credit",
      "GET /api/invoice-links/{token}",
      "POST /api/invoices/{number}/payment",
    ].map((operation) => [operation, "the traffic does not book on account yet"]),
  ),
  "POST /log/add-cosignature": "needs the signing key of a configured witness",
};
