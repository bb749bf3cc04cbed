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

const BY_MAIL = "needs a link from a mail, and the traffic reads only those that verify an email";

const IMPORTS =
  "takes the hours of many visits at once; a test of its own kills it in the middle and undoes it";

export const LEFT_OUT: Readonly<Record<string, string>> = {
  "GET /api/auth/verify-email": BY_MAIL,
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
  "POST /api/imports/dry-run": IMPORTS,
  "POST /api/imports": IMPORTS,
  "GET /api/imports": IMPORTS,
  "GET /api/imports/{id}": IMPORTS,
  "POST /api/imports/{id}/undo": IMPORTS,
  "POST /log/add-cosignature": "needs the signing key of a configured witness",
};
