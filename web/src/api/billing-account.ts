/** The call by which a signed-in customer sees their own billing account. */
import type { OwnAccount } from "../../../bff/contract/billing/accounts.ts";
import { CUSTOMER_KEY } from "../session/customer-session.ts";
import { customerQuery } from "./customer-request.ts";

/** `GET /api/billing-account`: with its invoices, the latest first. */
export const ownAccountQuery = customerQuery<OwnAccount>(
  [...CUSTOMER_KEY, "billing-account"],
  "/api/billing-account",
);
