/** Puts sessions on the wire: signs the token of a login, sets the cookie with the same token, and reads both from requests. */
import type { IncomingMessage } from "node:http";
import type { Context } from "hono";
import { deleteCookie, setCookie } from "hono/cookie";
import { parse } from "hono/utils/cookie";
import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import type { Clock } from "../../core/platform/clock.ts";
import type { SessionKeys } from "../../core/platform/secrets/keys.ts";
import {
  type NewSession,
  SESSION_DURATION_MS,
  type SessionClaim,
  type SessionKind,
} from "../../core/session/sessions.ts";
import { looksLikeToken } from "../../core/token/token-text.ts";
import { isOwnOrigin, mayBeCrossSite, mayBeCrossSiteChange } from "./request-origin.ts";

const COOKIES: Record<SessionKind, string> = { staff: "staff_session", customer: "customer_session" };

const ALGORITHM = "HS256";

/** The content of a token. The role is for the browser; permissions are read from the account at every call. */
const Claims = z.object({
  sub: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
  kind: z.enum(["staff", "customer"]),
  sid: z.uuid(),
  iat: z.number(),
  exp: z.number(),
});

type SessionRead =
  | { state: "none" }
  /** Expired, or not signed by us. */
  | { state: "ended" }
  /** A cookie sent it, but another site made the request. */
  | { state: "foreign" }
  /** A program's token, not yet read. */
  | { state: "token"; text: string }
  | { state: "valid"; session: SessionClaim };

/** The part of a request that says whose session came with it. */
export type SessionRequest = Pick<IncomingMessage, "headers" | "method">;

export interface Sessions {
  /** Signs the token of an opened session, and sets its cookie. Its holder can read the claims: no secrets, no personal data. */
  issue(c: Context, session: NewSession, account: { id: number; role?: string }): Promise<string>;
  /** Takes the cookie back. The session's row says that it has ended. */
  clearCookie(c: Context, kind: SessionKind): void;
  /**
   * The session of a request: from the bearer token if there is one, otherwise from the cookie, the wanted kind first. Says nothing about
   * the account's state, nor whether the session has been ended.
   */
  read(request: SessionRequest, wanted: SessionKind): Promise<SessionRead>;
  /** All sessions of this kind that a request carries, by token and by cookie; null when another site's form could have sent it. */
  readAll(request: SessionRequest, kind: SessionKind): Promise<SessionClaim[] | null>;
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

  async function verified(token: string): Promise<SessionClaim | null> {
    for (const key of keys) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          currentDate: clock.now(),
          requiredClaims: ["sub", "sid", "iat", "exp"],
        });
        const { sub, kind, sid } = Claims.parse(payload);
        return { kind, accountId: sub, sessionId: sid };
      } catch {
        // Not signed by this key, or no token at all. An expired token is not signed by another key either.
      }
    }
    return null;
  }

  return {
    async issue(c, { sessionId, kind, createdAt, expiresAt }, { id, ...claims }) {
      const token = await new SignJWT({ kind, sid: sessionId, ...claims })
        .setProtectedHeader({ alg: ALGORITHM, typ: "JWT" })
        .setSubject(String(id))
        .setIssuedAt(createdAt)
        .setExpirationTime(expiresAt)
        .sign(keys[0]);
      setCookie(c, COOKIES[kind], token, { ...cookieOptions, maxAge: SESSION_DURATION_MS[kind] / 1000 });
      return token;
    },

    clearCookie(c, kind) {
      deleteCookie(c, COOKIES[kind], cookieOptions);
    },

    async read(request, wanted) {
      const bearer = bearerOf(request);
      if (bearer !== undefined && looksLikeToken(bearer)) return { state: "token", text: bearer };
      if (bearer !== undefined) return stateOf(await verified(bearer));
      const cookies = parse(request.headers.cookie ?? "");
      const other = wanted === "staff" ? "customer" : "staff";
      const token = cookies[COOKIES[wanted]] ?? cookies[COOKIES[other]];
      if (token === undefined) return { state: "none" };
      // SameSite=Lax keeps other sites from sending it, but not our own subdomains, nor an old browser.
      if (mayBeCrossSiteChange(request, publicHost)) return { state: "foreign" };
      return stateOf(await verified(token));
    },

    async readAll(request, kind) {
      const bearer = bearerOf(request);
      const cookie = parse(request.headers.cookie ?? "")[COOKIES[kind]];
      if (bearer === undefined) {
        // The answer takes the cookie back, also from a browser that did not send it.
        const foreign =
          cookie === undefined ? !isOwnOrigin(request, publicHost) : mayBeCrossSite(request, publicHost);
        if (foreign) return null;
      }
      const tokens = [bearer, cookie].filter((token) => token !== undefined);
      const sessions = await Promise.all(tokens.map(verified));
      return sessions.filter((session) => session?.kind === kind) as SessionClaim[]; // null has no kind
    },
  };
}

const bearerOf = (request: SessionRequest): string | undefined =>
  /^Bearer\s+(.*)$/i.exec(request.headers.authorization ?? "")?.[1]?.trim();

const stateOf = (session: SessionClaim | null): SessionRead =>
  session ? { state: "valid", session } : { state: "ended" };
