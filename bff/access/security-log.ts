/** Writes the security log: a line for each event of an account, session, limit or boundary, without a name, email or address in clear. */
import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import type { Logger } from "../../core/platform/logger.ts";
import type { BffEnv, RespondingContext } from "../http/hono-env.ts";
import type { ProblemCode } from "../http/problem-reasons.ts";
import { clientAddress } from "./limits/client-address.ts";

/** Do not change these names: alarms and searches use them. */
export type SecurityEvent =
  | "account_created"
  | "account_deactivated"
  | "account_deleted"
  | "account_reactivated"
  | "cap_reached"
  | "code_login_opened"
  | "code_login_refused"
  | "email_verified"
  | "ended_session_refused"
  | "erasure_asked"
  | "feed_ended"
  | "feed_made"
  | "foreign_origin_refused"
  | "limit_reached"
  | "link_refused"
  | "logged_out"
  | "login_failed"
  | "login_succeeded"
  | "own_data_read"
  | "password_changed"
  | "password_reset"
  | "password_reset_asked"
  | "permission_refused"
  | "person_erased"
  | "role_changed"
  | "second_factor_changed"
  | "second_factor_failed"
  | "sessions_ended"
  | "token_ended"
  | "token_made"
  | "token_refused"
  | "verification_asked"
  | "webhook_changed"
  | "webhook_ended"
  | "webhook_made"
  | "webhook_refused";

/** Calls that are a security event once they have succeeded, as the app's router names them. */
export const SUCCEEDED: Readonly<Record<string, SecurityEvent>> = {
  "POST /api/auth/login": "login_succeeded",
  "POST /api/auth/login/second-factor": "login_succeeded",
  "POST /api/auth/login/open": "code_login_opened",
  "POST /api/auth/logout": "logged_out",
  "POST /api/auth/user-login": "login_succeeded",
  "POST /api/auth/user-logout": "logged_out",
  "POST /api/auth/logout-everywhere": "sessions_ended",
  "POST /api/auth/user-logout-everywhere": "sessions_ended",
  "POST /api/auth/password": "password_changed",
  "POST /api/auth/user-password": "password_changed",
  "POST /api/auth/disown-account": "account_deleted",
  "GET /api/auth/my-data": "own_data_read",
  "POST /api/auth/erasure-request": "erasure_asked",
  "POST /api/erasures": "person_erased",
  "POST /api/auth/register": "account_created",
  "POST /api/auth/verify-email": "email_verified",
  "POST /api/auth/verify-email/resend": "verification_asked",
  "POST /api/auth/forgot-password": "password_reset_asked",
  "POST /api/auth/reset-password": "password_reset",
  "POST /api/staff/create": "account_created",
  "PATCH /api/staff/:id/deactivate": "account_deactivated",
  "PATCH /api/staff/:id/reactivate": "account_reactivated",
  "DELETE /api/staff/:id": "account_deleted",
  "POST /api/staff/second-factor": "second_factor_changed",
  "POST /api/staff/second-factor/recovery-codes": "second_factor_changed",
  "POST /api/staff/second-factor/turn-off": "second_factor_changed",
  "DELETE /api/staff/:id/second-factor": "second_factor_changed",
  "PUT /api/staff/second-factor-policy": "second_factor_changed",
  "POST /api/tokens": "token_made",
  "DELETE /api/tokens/:id": "token_ended",
  "POST /api/webhooks": "webhook_made",
  "PATCH /api/webhooks/:id": "webhook_changed",
  "POST /api/webhooks/:id/rotate": "webhook_changed",
  "DELETE /api/webhooks/:id": "webhook_ended",
  "POST /api/feeds": "feed_made",
  "DELETE /api/feeds/:id": "feed_ended",
};

/** Refusals that are a security event wherever they are answered. */
const REFUSED: Partial<Record<ProblemCode, SecurityEvent>> = {
  InvalidCredentials: "login_failed",
  InvalidStaffCredentials: "login_failed",
  WrongPassword: "login_failed",
  InvalidSecondFactorCode: "second_factor_failed",
  LoginChallengeEnded: "second_factor_failed",
  CodeLoginClosed: "code_login_refused",
  CodeNotAccepted: "second_factor_failed",
  TooManyRequests: "limit_reached",
  TooManyHolds: "cap_reached",
  InvalidSignature: "webhook_refused",
  ForeignOrigin: "foreign_origin_refused",
  SessionEnded: "ended_session_refused",
  AccountDeactivated: "ended_session_refused",
  LinkInvalid: "link_refused",
  TokenNotValid: "token_refused",
  TokenScopeMissing: "token_refused",
  TokenNotPermitted: "token_refused",
  StaffOnly: "permission_refused",
  CustomersOnly: "permission_refused",
  RoleNotPermitted: "permission_refused",
  AdminAccountProtected: "permission_refused",
  OwnAccount: "permission_refused",
  OwnSecondFactor: "permission_refused",
  SecondFactorRequired: "permission_refused",
  LastActiveAdmin: "permission_refused",
  NotTheCustomer: "permission_refused",
  NotTheHolder: "permission_refused",
  NotYourRecord: "permission_refused",
};

/** Calls whose every refusal is a security event. */
const REFUSED_AT: Readonly<Record<string, SecurityEvent>> = { "POST /api/stripe/webhook": "webhook_refused" };

/** The person that an event is about. Account numbers identify no person by themselves; typed names are written as a hash. */
interface About {
  /** A username or email as it was typed: `staff ada`, `customer ada@example.test`. */
  typed?: string | undefined;
  /** `staff-7`, `customer-12`. */
  account?: string | undefined;
  /** The signed-in person who did it, in the same form; or the token, `token-3`. */
  by?: string | undefined;
  /** The refusal's code, or a limit's name. */
  reason?: string | undefined;
}

export interface SecurityLog {
  /** Writes one line; `security` names the event. Refusals are warnings. `LOG_LEVEL` leaves none out, except with `silent`. */
  record(c: RespondingContext, event: SecurityEvent, about?: About): void;
  /** Records what the tables above say of a call, once it has been answered. */
  watch: MiddlewareHandler<BffEnv>;
}

const ALARMING = /failed|refused|reached/;

export function createSecurityLog(options: {
  logger: Logger;
  /** The same hash as in the table of limits, so that a line can be compared with its rows. */
  hash: (text: string) => string;
  trustedProxies: number;
}): SecurityLog {
  const { hash, trustedProxies } = options;
  const { level } = options.logger;
  const logger = options.logger.child({}, level === "silent" ? {} : { level: lowerOf(level) });

  function record(c: RespondingContext, event: SecurityEvent, about: About = {}): void {
    const { typed, ...rest } = about;
    const line = {
      security: event,
      requestId: c.get("requestId"),
      address: hash(clientAddress(c.env.incoming, trustedProxies)),
      ...(typed === undefined ? {} : { typed: hash(typed.trim()) }),
      ...rest,
    };
    logger[ALARMING.test(event) ? "warn" : "info"](line, "security");
  }

  const watch: MiddlewareHandler<BffEnv> = async (c, next) => {
    await next();
    const call = `${c.req.method} ${routePath(c)}`;
    const code = c.get("problem");
    if (code === undefined) {
      const event = c.res.status < 300 ? SUCCEEDED[call] : undefined;
      if (event) record(c, event, aboutOf(c, call));
      return;
    }
    const event = REFUSED[code] ?? REFUSED_AT[call];
    if (event) record(c, event, { ...aboutOf(c, call), reason: code });
  };

  return { record, watch };
}

/** Who called, and which person the path or the typed text names. */
function aboutOf(c: Parameters<MiddlewareHandler<BffEnv>>[0], call: string): About {
  const staff = idOf(c.get("staff"));
  const token = idOf(c.get("staff"), "tokenId");
  const customer = idOf(c.get("customer"));
  const challenged = idOf(c.get("challenged"));
  const named = call.includes("/api/staff/:id") ? c.req.param("id") : challenged?.toString();
  return {
    typed: typedIn(c.req.valid("json" as never), call),
    account: named !== undefined && /^\d{1,15}$/.test(named) ? `staff-${named}` : undefined,
    by: numbered("staff", staff) ?? numbered("token", token) ?? numbered("customer", customer),
  };
}

/** For logins and similar calls; the bodies of other calls may name any person. */
function typedIn(body: unknown, call: string): string | undefined {
  if (!call.startsWith("POST /api/auth/") || typeof body !== "object" || body === null) return undefined;
  if ("username" in body) return `staff ${body.username}`;
  return "email" in body ? `customer ${body.email}` : undefined;
}

const numbered = (kind: string, id: number | undefined): string | undefined =>
  id === undefined ? undefined : `${kind}-${id}`;

function idOf(account: unknown, name = "id"): number | undefined {
  if (typeof account !== "object" || account === null) return undefined;
  const id: unknown = Reflect.get(account, name);
  return typeof id === "number" ? id : undefined;
}

/** The level that lets `info` through. */
const lowerOf = (level: string): string => (level === "debug" || level === "trace" ? level : "info");
