/** Recognizes devices where an account's owner has logged in before, by a signed cookie for each account (OWASP's device cookies). */
import { randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Context } from "hono";
import { setCookie } from "hono/cookie";
import { parse } from "hono/utils/cookie";
import type { Clock } from "../../../core/platform/clock.ts";
import type { SessionKind } from "../../../core/session/sessions.ts";

/** The account's name in the limits: the same in whatever case it was typed, and never in clear. */
export interface LoginAccount {
  kind: SessionKind;
  /** The username or email. */
  account: string;
}

const LASTS_SECONDS = 180 * 24 * 3600;
const NONCE_BYTES = 16;
const COOKIE = /^([0-9a-f]{32})\.(\d{1,12})\.([0-9a-f]{64})$/;

export interface KnownDevices {
  /** The device's own number if its cookie is ours, for this account and still valid; otherwise null. It opens no session. */
  read(request: IncomingMessage, account: LoginAccount): string | null;
  /** Makes the device known for the next 180 days. Call it only for a caller who has just proved that the account is theirs. */
  remember(c: Context, account: LoginAccount): void;
}

/** `hash` is keyed and the same for every process; under an https `publicUrl` the cookies are `Secure`. */
export function createKnownDevices(options: {
  clock: Clock;
  hash: (text: string) => string;
  publicUrl: string;
}): KnownDevices {
  const { clock, hash } = options;
  const secure = new URL(options.publicUrl).protocol === "https:";
  const nowSeconds = () => Math.floor(clock.now().getTime() / 1000);
  const nameOf = ({ kind }: LoginAccount, who: string): string => `${kind}_device_${who.slice(0, 12)}`;
  const signed = (who: string, nonce: string, expires: string): string =>
    hash(`device ${who} ${nonce} ${expires}`);

  return {
    read(request, account) {
      const who = accountHash(hash, account);
      const cookie = parse(request.headers.cookie ?? "")[nameOf(account, who)];
      const [, nonce, expires, signature] = COOKIE.exec(cookie ?? "") ?? [];
      if (nonce === undefined || expires === undefined || signature === undefined) return null;
      const right = Buffer.from(signed(who, nonce, expires));
      const sent = Buffer.from(signature);
      if (right.length !== sent.length || !timingSafeEqual(right, sent)) return null;
      return Number(expires) > nowSeconds() ? nonce : null;
    },

    remember(c, account) {
      const who = accountHash(hash, account);
      const nonce = randomBytes(NONCE_BYTES).toString("hex");
      const expires = String(nowSeconds() + LASTS_SECONDS);
      const value = `${nonce}.${expires}.${signed(who, nonce, expires)}`;
      setCookie(c, nameOf(account, who), value, {
        path: "/api/auth/",
        httpOnly: true,
        sameSite: "Strict",
        secure,
        maxAge: LASTS_SECONDS,
      });
    },
  };
}

/** The name under which the limits count an account. */
export const accountHash = (hash: (text: string) => string, { kind, account }: LoginAccount): string =>
  hash(`${kind} ${account.trim()}`);
