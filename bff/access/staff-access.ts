/** Decides which staff may make which call: a request's session, with what its account may do now (decisions 88, 102). */
import type { Context, MiddlewareHandler, Next } from "hono";
import { createMiddleware } from "hono/factory";
import type { EventMeta } from "../../core/log/append-request.ts";
import type { SessionClaim, SessionKind } from "../../core/session/sessions.ts";
import { memberInSession, type StaffMember } from "../../core/staff/credentials.ts";
import { type StaffRole, WORKING_ROLES } from "../../core/staff/staff.ts";
import type { Bff } from "../context.ts";
import { type ProblemResponse, problem } from "../http/answers.ts";
import type { BffEnv, RespondingContext } from "../http/hono-env.ts";
import { calls } from "../http/openapi.ts";
import type { ProblemCode } from "../http/problem-reasons.ts";
import type { SessionRequest } from "./sessions.ts";

/** The member of staff that a handler behind `requireStaff` finds: `c.get("staff")`. */
export interface StaffEnv extends BffEnv {
  Variables: BffEnv["Variables"] & { staff: StaffMember };
}

/** A program, by its token. It sees no revenue, as the desk does not, except in the calls of `analytics:read`. */
export interface TokenCaller {
  tokenId: number;
  role: Extract<StaffRole, "desk">;
}

/** The same behind a call that tokens may make too. */
export interface StaffOrTokenEnv extends BffEnv {
  Variables: BffEnv["Variables"] & { staff: StaffMember | TokenCaller };
}

/** Answers of every call for staff, for its documentation. */
export const STAFF_PROBLEMS = [
  "SessionRequired",
  "SessionEnded",
  "AccountDeactivated",
  "StaffOnly",
  "RoleNotPermitted",
  "SecondFactorRequired",
  "ForeignOrigin",
  "TokenNotPermitted",
] as const satisfies readonly ProblemCode[];

type Given = Pick<Bff, "core" | "sessions">;

const WRONG_KIND: Record<SessionKind, ProblemCode> = { staff: "StaffOnly", customer: "CustomersOnly" };

interface Allowances {
  /** The roles that run the hub, used where no roles are given. Auditors may only make the calls that name their role. */
  roles?: readonly StaffRole[] | undefined;
  /** Also lets through staff who still have to set up the second factor that their role demands. */
  beforeEnrolment?: boolean;
}

/**
 * Lets active staff through, of the given roles or of all that run the hub. The account is read at every call, so that a deactivated or
 * deleted colleague is refused at once; and again when the body has arrived late. 401 without a valid session, 403 with a session that
 * does not suffice.
 */
export function requireStaff(
  given: Given,
  roles?: readonly StaffRole[],
  allowances: Omit<Allowances, "roles"> = {},
) {
  return createMiddleware<StaffEnv>((c, next) =>
    checkAccess(c, next, async () => {
      const staff = await readStaff(c, given, { ...allowances, roles });
      if (staff.ok) c.set("staff", staff.account);
      return staff;
    }),
  );
}

/** Continues for a signed-in caller, now and once the body has arrived late; otherwise answers the problem. */
export async function checkAccess(
  c: Pick<Context, "header"> & {
    set(key: "checkAccessAgain", check: () => Promise<Response | null>): void;
  },
  next: Next,
  read: () => Promise<SignedIn<unknown>>,
): Promise<Response | undefined> {
  const check = async () => {
    const signedIn = await read();
    return signedIn.ok ? null : signedIn.response;
  };
  const refused = await check();
  if (refused) return refused;
  c.set("checkAccessAgain", check);
  c.header("Cache-Control", "no-store");
  await next();
  return undefined;
}

/** Calls for active staff, of the given roles or of all that run the hub, with `requireStaff` in front. */
export const staffCalls = (
  given: Given,
  tag: string,
  roles?: readonly StaffRole[],
  allowances?: Omit<Allowances, "roles">,
) => calls(tag, { middleware: requireStaff(given, roles, allowances), problems: STAFF_PROBLEMS });

/** The active member of staff who calls; otherwise the problem to answer with. */
export async function readStaff(
  c: RespondingContext,
  { core, sessions }: Given,
  { roles = WORKING_ROLES, beforeEnrolment = false }: Allowances = {},
): Promise<SignedIn<StaffMember>> {
  const find = (session: SessionClaim) => memberInSession(core.sql, session, core.clock.now());
  const signedIn = await readAccount(c, sessions, "staff", find);
  const mustEnrolFirst = signedIn.ok && signedIn.account.mustEnrol && !beforeEnrolment;
  if (mustEnrolFirst) return refused(c, "SecondFactorRequired");
  return signedIn.ok && !roles.includes(signedIn.account.role) ? refused(c, "RoleNotPermitted") : signedIn;
}

/** The check for a socket: the id of the session that opened it, if that is valid at this moment and its account is active staff. */
export async function staffSessionOf(
  { core, sessions }: Given,
  request: SessionRequest,
): Promise<string | null> {
  const read = await sessions.read(request, "staff");
  if (read.state !== "valid" || read.session.kind !== "staff") return null;
  const member = await memberInSession(core.sql, read.session, core.clock.now());
  const may = member?.active && member.holds && !member.mustEnrol && WORKING_ROLES.includes(member.role);
  return may ? member.sessionId : null;
}

/** A limit that staff are not counted by: they change series all day, all from the venue's one address. */
export const exceptStaff =
  (given: Given, limited: MiddlewareHandler<BffEnv>): MiddlewareHandler<BffEnv> =>
  async (c, next) =>
    (await staffSessionOf(given, c.env.incoming)) === null ? limited(c, next) : next();

/** A call behind one of these checks. */
export type StaffContext = RespondingContext & { get(key: "staff"): StaffMember | TokenCaller };

/** The meta of an action of a signed-in member of staff, with the role, or of a program: by which request, and session or token. */
export function staffMeta(c: StaffContext): EventMeta {
  const caller = c.get("staff");
  if (!("tokenId" in caller)) return metaOfStaff(c, caller);
  const { tokenId } = caller;
  return {
    actor: { kind: "token", id: tokenId },
    requestId: c.get("requestId"),
    session: { kind: "token", tokenId },
  };
}

export function metaOfStaff(c: RespondingContext, { id, role, sessionId }: StaffMember): EventMeta {
  return {
    actor: { kind: "staff", id, role },
    requestId: c.get("requestId"),
    session: { kind: "staff", sessionId, accountId: id, role },
  };
}

export type SignedIn<Account> = { ok: true; account: Account } | { ok: false; response: ProblemResponse };

/** The active account behind a request's session of this kind, as `find` knows both; otherwise the problem to answer with. */
export async function readAccount<Account extends { active: boolean; holds: boolean }>(
  c: RespondingContext,
  sessions: Bff["sessions"],
  kind: SessionKind,
  find: (session: SessionClaim) => Promise<Account | null>,
): Promise<SignedIn<Account>> {
  const read = await sessions.read(c.env.incoming, kind);
  if (read.state === "none") return refused(c, "SessionRequired");
  if (read.state === "ended") return refused(c, "SessionEnded");
  if (read.state === "foreign") return refused(c, "ForeignOrigin");
  if (read.state === "token") return refused(c, "TokenNotPermitted");
  if (read.session.kind !== kind) return refused(c, WRONG_KIND[kind]);
  const account = await find(read.session);
  if (!account) return refused(c, "SessionEnded");
  if (!account.active) return refused(c, "AccountDeactivated");
  return account.holds ? { ok: true, account } : refused(c, "SessionEnded");
}

function refused(c: RespondingContext, code: ProblemCode): { ok: false; response: ProblemResponse } {
  return { ok: false, response: problem(c, code) };
}
