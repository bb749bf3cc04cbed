/** Lists the scenarios from which each kind of client draws. */

import { billingAccounts } from "./billing-accounts.ts";
import { paymentScenarios } from "./card-payments.ts";
import { closures } from "./closures.ts";
import { customerScenarios } from "./customer.ts";
import { accounts, type Customer } from "./customer-session.ts";
import { deskScenarios } from "./desk.ts";
import { deskMoney, reopenedDays } from "./desk-money.ts";
import { deskReads } from "./desk-reads.ts";
import { deskSeries } from "./desk-series.ts";
import { deskWaitlist, offersOutOfTurn } from "./desk-waitlist.ts";
import { guestLinkScenarios } from "./guest-link.ts";
import { invoiceMoney, linkedInvoices } from "./invoice-money.ts";
import { deskOnAccount } from "./on-account.ts";
import { ownBillingAccount } from "./own-billing-account.ts";
import { otherSites, programs } from "./programs.ts";
import { analyticsScenarios, auditScenarios } from "./reports.ts";
import type { Scenario } from "./scenario.ts";
import { customersSeries, seriesScenarios } from "./series.ts";
import { accountScenarios, administering, ownAccount } from "./staff-accounts.ts";
import type { Colleague } from "./staff-session.ts";
import { settingsScenarios } from "./venue-settings.ts";
import { visitorScenarios } from "./visitor.ts";
import { waitlistScenarios } from "./waitlist.ts";

export interface ScenariosByKind {
  visitor: readonly Scenario[];
  customer: readonly Scenario<Customer>[];
  desk: readonly Scenario<Colleague>[];
  manager: readonly Scenario<Colleague>[];
  admin: readonly Scenario<Colleague>[];
  auditor: readonly Scenario<Colleague>[];
}

export const SCENARIOS: ScenariosByKind = {
  visitor: [
    ...visitorScenarios,
    ...paymentScenarios,
    ...guestLinkScenarios,
    ...seriesScenarios,
    ...linkedInvoices,
    ...waitlistScenarios,
    ...otherSites,
  ],
  customer: [...customerScenarios, ...customersSeries, ...accounts, ...ownBillingAccount],
  desk: [
    ...deskScenarios,
    ...deskSeries,
    ...deskMoney,
    ...deskOnAccount,
    ...invoiceMoney,
    ...deskReads,
    ...deskWaitlist,
    ...ownAccount,
  ],
  manager: [
    ...settingsScenarios,
    ...closures,
    ...offersOutOfTurn,
    ...reopenedDays,
    ...accountScenarios,
    ...billingAccounts,
    ...analyticsScenarios,
  ],
  admin: [...administering, ...programs, ...auditScenarios],
  auditor: [...auditScenarios, ...analyticsScenarios],
};
