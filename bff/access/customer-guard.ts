/** Owns which customer a request comes from: its session together with the account as it is at this moment (DECISIONS Accounts). */
import { createMiddleware } from "hono/factory";
import { type CustomerAccount, customerAccount } from "../../core/customer/account.ts";
import type { EventMeta } from "../../core/log/append-request.ts";
import type { Bff } from "../context.ts";
import type { BffEnv, RespondingContext } from "../http/hono-env.ts";
import type { ProblemCode } from "../http/problem-reasons.ts";
import type { Session } from "./sessions.ts";
import { readAccount } from "./staff-guard.ts";

/** What a handler behind `requireCustomer` finds: `c.get("customer")`. */
export interface CustomerEnv extends BffEnv {
  Variables: BffEnv["Variables"] & { customer: CustomerAccount };
}

/** Answers of any call for customers, for its documentation. */
export const CUSTOMER_PROBLEMS = [
  "SessionRequired",
  "SessionEnded",
  "CustomersOnly",
  "ForeignOrigin",
] as const satisfies readonly ProblemCode[];

type Given = Pick<Bff, "core" | "sessions">;

/** Lets signed-in customers through. 401 without a session that holds, or with one older than the password; 403 for staff. */
export function requireCustomer({ core, sessions }: Given) {
  return createMiddleware<CustomerEnv>(async (c, next) => {
    const signedIn = await readAccount(c, sessions, "customer", (session) => activeAccount(core, session));
    if (!signedIn.ok) return signedIn.response;
    c.set("customer", signedIn.account);
    c.header("Cache-Control", "no-store");
    return next();
  });
}

/** The customer of a call that anybody may make; null for a visitor, for staff, and for a session that no longer holds. */
export async function signedInCustomer(
  c: RespondingContext,
  { core, sessions }: Given,
): Promise<CustomerAccount | null> {
  const read = await sessions.read(c.env.incoming, "customer");
  return read.state === "valid" && read.session.kind === "customer"
    ? activeAccount(core, read.session)
    : null;
}

/** The meta of what somebody does without signing in. */
export function visitorMeta(c: RespondingContext): EventMeta {
  return { actor: { kind: "visitor" }, requestId: c.get("requestId") };
}

/** The meta of what a signed-in customer does. */
export function customerMeta(c: RespondingContext, customer: Pick<CustomerAccount, "id">): EventMeta {
  return { actor: { kind: "customer", id: customer.id }, requestId: c.get("requestId") };
}

/** The session's account; null when it is gone, or its password another than the session was opened with. */
export async function activeAccount(
  core: Bff["core"],
  session: Session,
): Promise<(CustomerAccount & { active: true }) | null> {
  const account = await customerAccount(core, session.id);
  return account && account.passwordVersion === session.passwordVersion ? { ...account, active: true } : null;
}
