/** Finds the customer of a request: its session, with the account as it is now (decision 88). */
import { createMiddleware } from "hono/factory";
import { accountInSession, type CustomerAccount } from "../../core/customer/account.ts";
import type { ActingSession, EventMeta } from "../../core/log/append-request.ts";
import type { Bff } from "../context.ts";
import type { BffEnv, RespondingContext } from "../http/hono-env.ts";
import { calls } from "../http/openapi.ts";
import type { ProblemCode } from "../http/problem-reasons.ts";
import { checkAccess, readAccount, type SignedIn } from "./staff-access.ts";

/** A customer, and the session by which they call. */
export type SignedInCustomer = CustomerAccount & { sessionId: string };

/** The customer that a handler behind `requireCustomer` finds: `c.get("customer")`. */
export interface CustomerEnv extends BffEnv {
  Variables: BffEnv["Variables"] & { customer: SignedInCustomer };
}

/** Answers of every call for customers, for its documentation. */
export const CUSTOMER_PROBLEMS = [
  "SessionRequired",
  "SessionEnded",
  "CustomersOnly",
  "ForeignOrigin",
  "TokenNotPermitted",
] as const satisfies readonly ProblemCode[];

type Given = Pick<Bff, "core" | "sessions">;

/** Lets signed-in customers through, as `requireStaff` lets staff through. 401 without a valid session; 403 for staff. */
export function requireCustomer(given: Given) {
  return createMiddleware<CustomerEnv>((c, next) =>
    checkAccess(c, next, async () => {
      const customer = await readCustomer(c, given);
      if (customer.ok) c.set("customer", customer.account);
      return customer;
    }),
  );
}

/** Calls for signed-in customers. */
export const customerCalls = (given: Given, tag: string) =>
  calls(tag, { middleware: requireCustomer(given), problems: CUSTOMER_PROBLEMS });

/** The customer of a call that anyone may make; null for a visitor, for staff, and for a session that has ended. */
export async function signedInCustomer(
  c: RespondingContext,
  { core, sessions }: Given,
): Promise<SignedInCustomer | null> {
  const read = await sessions.read(c.env.incoming, "customer");
  return read.state === "valid" && read.session.kind === "customer"
    ? accountInSession(core, read.session)
    : null;
}

/** The customer who calls; otherwise the problem to answer with. */
export function readCustomer(
  c: RespondingContext,
  { core, sessions }: Given,
): Promise<SignedIn<SignedInCustomer>> {
  return readAccount(c, sessions, "customer", async (session) => {
    const account = await accountInSession(core, session);
    return account && { ...account, active: true, holds: true };
  });
}

/** The meta of an action without a session. */
export function visitorMeta(c: RespondingContext): EventMeta {
  return { actor: { kind: "visitor" }, requestId: c.get("requestId") };
}

/** The session by which a signed-in customer acts. */
export const actingCustomer = ({
  id,
  sessionId,
}: Pick<SignedInCustomer, "id" | "sessionId">): ActingSession => ({
  kind: "customer",
  sessionId,
  accountId: id,
});

/** The meta of an action of a signed-in customer. */
export function customerMeta(
  c: RespondingContext,
  customer: Pick<SignedInCustomer, "id" | "sessionId">,
): EventMeta {
  return {
    actor: { kind: "customer", id: customer.id },
    requestId: c.get("requestId"),
    session: actingCustomer(customer),
  };
}
