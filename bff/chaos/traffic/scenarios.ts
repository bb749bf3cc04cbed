/** Lists the scenarios from which each kind of client draws. */
import { closures } from "./closures.ts";
import { asCustomer } from "./customer.ts";
import { accounts, type Customer } from "./customer-session.ts";
import { atTheDesk } from "./desk.ts";
import { deskMoney } from "./desk-money.ts";
import { deskReads } from "./desk-reads.ts";
import { byLink } from "./guest.ts";
import { paying } from "./money.ts";
import { auditing, figures } from "./reports.ts";
import type { Scenario } from "./scenario.ts";
import { administering, hiring, ownAccount } from "./staff-accounts.ts";
import type { Colleague } from "./staff-session.ts";
import { settingsScenarios } from "./venue-settings.ts";
import { visiting } from "./visitor.ts";

export interface ScenariosByKind {
  visitor: readonly Scenario[];
  customer: readonly Scenario<Customer>[];
  desk: readonly Scenario<Colleague>[];
  manager: readonly Scenario<Colleague>[];
  admin: readonly Scenario<Colleague>[];
  auditor: readonly Scenario<Colleague>[];
}

export const SCENARIOS: ScenariosByKind = {
  visitor: [...visiting, ...paying, ...byLink],
  customer: [...asCustomer, ...accounts],
  desk: [...atTheDesk, ...deskMoney, ...deskReads, ...ownAccount],
  manager: [...settingsScenarios, ...closures, ...hiring, ...figures],
  admin: [...administering, ...auditing],
  auditor: [...auditing, ...figures],
};
