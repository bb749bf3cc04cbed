/** Owns who may call what: a request's session together with what its account may do at this moment (DECISIONS Accounts). */
import type { IncomingMessage } from "node:http";
import { createMiddleware } from "hono/factory";
import type { EventMeta } from "../../core/log/append-request.ts";
import { findStaffMember, type StaffMember } from "../../core/staff/credentials.ts";
import type { StaffRole } from "../../core/staff/staff.ts";
import type { Bff } from "../context.ts";
import type { BffEnv, RespondingContext } from "../http/hono-env.ts";
import { type ProblemResponse, problem } from "../http/problem.ts";
import type { ProblemCode } from "../http/problem-reasons.ts";
import type { Session, SessionKind } from "./sessions.ts";

/** What a handler behind `requireStaff` finds: `c.get("staff")`. */
export interface StaffEnv extends BffEnv {
  Variables: BffEnv["Variables"] & { staff: StaffMember };
}

/** Answers of any call for staff, for its documentation; calls for some roles add `RoleNotPermitted`. */
export const STAFF_PROBLEMS = [
  "SessionRequired",
  "SessionEnded",
  "AccountDeactivated",
  "StaffOnly",
  "SecondFactorRequired",
  "ForeignOrigin",
] as const satisfies readonly ProblemCode[];

const WRONG_KIND: Record<SessionKind, ProblemCode> = { staff: "StaffOnly", customer: "CustomersOnly" };

interface Allowances {
  /** Also whoever has yet to set up the second factor that their role demands. */
  beforeEnrolment?: boolean;
}

/**
 * Lets active staff through, of the given roles or of any. The account is looked up at every call, so that a deactivated or
 * deleted colleague is out at once. 401 without a session that holds, 403 with one that does not suffice.
 */
export function requireStaff(
  bff: Pick<Bff, "core" | "sessions">,
  roles?: readonly StaffRole[],
  allowances: Allowances = {},
) {
  return createMiddleware<StaffEnv>(async (c, next) => {
    const signedIn = await readStaff(c, bff, allowances);
    if (!signedIn.ok) return signedIn.response;
    if (roles && !roles.includes(signedIn.account.role)) return problem(c, "RoleNotPermitted");
    c.set("staff", signedIn.account);
    c.header("Cache-Control", "no-store");
    return next();
  });
}

/** The active colleague behind a request; else the problem to answer with. */
export async function readStaff(
  c: RespondingContext,
  { core, sessions }: Pick<Bff, "core" | "sessions">,
  { beforeEnrolment = false }: Allowances = {},
): Promise<SignedIn<StaffMember>> {
  const signedIn = await readAccount(c, sessions, "staff", ({ id }) => findStaffMember(core.sql, id));
  const mustEnrolFirst = signedIn.ok && signedIn.account.mustEnrol && !beforeEnrolment;
  return mustEnrolFirst ? refused(c, "SecondFactorRequired") : signedIn;
}

/** The same for a socket: whether the session that opened it is an active colleague's at this moment. */
export async function isActiveStaff(
  { core, sessions }: Pick<Bff, "core" | "sessions">,
  request: IncomingMessage,
): Promise<boolean> {
  const read = await sessions.read(request, "staff");
  if (read.state !== "valid" || read.session.kind !== "staff") return false;
  const member = await findStaffMember(core.sql, read.session.id);
  return member?.active === true && !member.mustEnrol;
}

/** The meta of what a signed-in member of staff does: who, in which role, by which request. */
export function staffMeta(c: RespondingContext & { get(key: "staff"): StaffMember }): EventMeta {
  const { id, role } = c.get("staff");
  return { actor: { kind: "staff", id, role }, requestId: c.get("requestId") };
}

type SignedIn<Account> = { ok: true; account: Account } | { ok: false; response: ProblemResponse };

/** The active account behind a request's session of this kind, as `find` knows it; else the problem to answer with. */
export async function readAccount<Account extends { active: boolean }>(
  c: RespondingContext,
  sessions: Bff["sessions"],
  kind: SessionKind,
  find: (session: Session) => Promise<Account | null>,
): Promise<SignedIn<Account>> {
  const read = await sessions.read(c.env.incoming, kind);
  if (read.state === "none") return refused(c, "SessionRequired");
  if (read.state === "ended") return refused(c, "SessionEnded");
  if (read.state === "foreign") return refused(c, "ForeignOrigin");
  if (read.session.kind !== kind) return refused(c, WRONG_KIND[kind]);
  const account = await find(read.session);
  if (!account) return refused(c, "SessionEnded");
  return account.active ? { ok: true, account } : refused(c, "AccountDeactivated");
}

function refused(c: RespondingContext, code: ProblemCode): { ok: false; response: ProblemResponse } {
  const response = problem(c, code);
  // RFC 9110 wants every 401 to say how one signs in.
  if (response.status === 401) response.headers.set("WWW-Authenticate", "Bearer");
  return { ok: false, response };
}
