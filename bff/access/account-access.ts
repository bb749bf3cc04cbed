/** Decides who may make a call that is for every account: staff that run the hub, and customers. */
import { createMiddleware } from "hono/factory";
import type { FeedOwner } from "../../core/feed/feed.ts";
import type { EventMeta } from "../../core/log/append-request.ts";
import type { Bff } from "../context.ts";
import type { BffEnv, RespondingContext } from "../http/hono-env.ts";
import { calls } from "../http/openapi.ts";
import type { ProblemCode } from "../http/problem-reasons.ts";
import { customerMeta, readCustomer } from "./customer-access.ts";
import { checkAccess, metaOfStaff, readStaff, type SignedIn, STAFF_PROBLEMS } from "./staff-access.ts";

/** The account that calls, and the meta of what it does. */
interface Caller {
  owner: FeedOwner;
  meta: EventMeta;
}

/** The account that a handler behind `accountCalls` finds: `c.get("account")`. */
export interface AccountEnv extends BffEnv {
  Variables: BffEnv["Variables"] & { account: Caller };
}

const ACCOUNT_PROBLEMS = STAFF_PROBLEMS.filter(
  (code) => code !== "StaffOnly",
) satisfies readonly ProblemCode[];

type Given = Pick<Bff, "core" | "sessions">;

/** Calls for active staff of the roles that run the hub, and for customers; of two sessions in one browser, staff's counts. */
export const accountCalls = (given: Given, tag: string) =>
  calls(tag, { middleware: requireAccount(given), problems: ACCOUNT_PROBLEMS });

const requireAccount = (given: Given) =>
  createMiddleware<AccountEnv>((c, next) =>
    checkAccess(c, next, async () => {
      const caller = await readCaller(c, given);
      if (caller.ok) c.set("account", caller.account);
      return caller;
    }),
  );

async function readCaller(c: RespondingContext, given: Given): Promise<SignedIn<Caller>> {
  const read = await given.sessions.read(c.env.incoming, "staff");
  if (read.state === "valid" && read.session.kind === "customer") {
    const customer = await readCustomer(c, given);
    if (!customer.ok) return customer;
    const { account } = customer;
    return {
      ok: true,
      account: { owner: { kind: "customer", id: account.id }, meta: customerMeta(c, account) },
    };
  }
  const staff = await readStaff(c, given);
  if (!staff.ok) return staff;
  const { account } = staff;
  return { ok: true, account: { owner: { kind: "staff", id: account.id }, meta: metaOfStaff(c, account) } };
}
