/** Owns sessions: the signed token that a login answers, the cookie that carries the same one, and how a request is read for either. */
import type { IncomingMessage } from "node:http";
import type { Context } from "hono";
import { deleteCookie, setCookie } from "hono/cookie";
import { parse } from "hono/utils/cookie";
import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import type { Clock } from "../../core/platform/clock.ts";
import type { SessionKeys } from "../../core/platform/keys.ts";
import { isOwnOrigin } from "./own-origin.ts";

export type SessionKind = "staff" | "customer";

/** How long each lasts, seconds (DECISIONS Accounts). */
const LASTS_SECONDS: Record<SessionKind, number> = { staff: 12 * 3600, customer: 7 * 24 * 3600 };

const COOKIES: Record<SessionKind, string> = { staff: "staff_session", customer: "customer_session" };

const ALGORITHM = "HS256";
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** What a token says. The role is for the browser: what somebody may do is asked of the account at every call. */
const Claims = z.object({
  sub: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
  kind: z.enum(["staff", "customer"]),
  iat: z.number(),
  passwordVersion: z.number().int().optional(),
});

export interface Session {
  kind: SessionKind;
  /** The account's id. */
  id: number;
  /** UTC instant, whole seconds. */
  issuedAt: Date;
  /** By which of the customer's passwords it was opened; null of staff. */
  passwordVersion: number | null;
}

export type SessionRead =
  | { state: "none" }
  /** Expired, or not one of ours. */
  | { state: "ended" }
  /** Sent along by a cookie, though another site asked. */
  | { state: "foreign" }
  | { state: "valid"; session: Session };

export interface Sessions {
  /** Signs a token and sets its cookie on the answer. The claims are readable by their holder: no secrets, no personal data. */
  open(
    c: Context,
    account:
      | { kind: "staff"; id: number; role: string }
      | { kind: "customer"; id: number; passwordVersion: number },
  ): Promise<string>;
  /** Takes the cookie back. The token itself holds until it expires. */
  close(c: Context, kind: SessionKind): void;
  /** Who asks: the bearer token if there is one, else the cookie, of the wanted kind first. Says nothing of the account's state. */
  read(request: IncomingMessage, wanted: SessionKind): Promise<SessionRead>;
}

/** `publicUrl` is where visitors reach the product; under https the cookies are `Secure`. */
export function createSessions(options: { clock: Clock; keys: SessionKeys; publicUrl: string }): Sessions {
  const { clock, keys } = options;
  const { host: publicHost, protocol } = new URL(options.publicUrl);
  const cookieOptions = {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    secure: protocol === "https:",
  } as const;

  async function verified(token: string): Promise<Session | null> {
    for (const key of keys) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          currentDate: clock.now(),
        });
        const { sub, kind, iat, passwordVersion } = Claims.parse(payload);
        return { kind, id: sub, issuedAt: new Date(iat * 1000), passwordVersion: passwordVersion ?? null };
      } catch {
        // Not this key's, or not a token at all; an expired one is none of the others' either.
      }
    }
    return null;
  }

  return {
    async open(c, { kind, id, ...claims }) {
      const issuedAt = clock.now();
      const lasts = LASTS_SECONDS[kind];
      const token = await new SignJWT({ kind, ...claims })
        .setProtectedHeader({ alg: ALGORITHM, typ: "JWT" })
        .setSubject(String(id))
        .setIssuedAt(issuedAt)
        .setExpirationTime(new Date(issuedAt.getTime() + lasts * 1000))
        .sign(keys[0]);
      setCookie(c, COOKIES[kind], token, { ...cookieOptions, maxAge: lasts });
      return token;
    },

    close(c, kind) {
      deleteCookie(c, COOKIES[kind], cookieOptions);
    },

    async read(request, wanted) {
      const bearer = /^Bearer\s+(.*)$/i.exec(request.headers.authorization ?? "")?.[1];
      if (bearer !== undefined) return stateOf(await verified(bearer.trim()));
      const cookies = parse(request.headers.cookie ?? "");
      const other = wanted === "staff" ? "customer" : "staff";
      const token = cookies[COOKIES[wanted]] ?? cookies[COOKIES[other]];
      if (token === undefined) return { state: "none" };
      // SameSite=Lax keeps other sites from sending it, but not our own subdomains, nor an old browser.
      if (!SAFE_METHODS.has(request.method ?? "") && couldBeForeign(request)) return { state: "foreign" };
      return stateOf(await verified(token));
    },
  };

  /** A form, which needs nobody's leave to post across sites, can send no JSON. */
  function couldBeForeign(request: IncomingMessage): boolean {
    const isJson = /^application\/json\b/i.test(request.headers["content-type"] ?? "");
    return !isOwnOrigin(request, publicHost) || (request.method === "POST" && !isJson);
  }
}

const stateOf = (session: Session | null): SessionRead =>
  session ? { state: "valid", session } : { state: "ended" };
