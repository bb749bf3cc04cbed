/**
 * Makes and checks the codes of a second factor: six digits that change every 30 seconds (RFC 6238), and recovery codes
 * in case the device is lost.
 */
import { createHash } from "node:crypto";
import { Secret, TOTP } from "otpauth";

const PERIOD_SECONDS = 30;
/** A code of the step before or after is accepted too: clocks differ, and typing takes time. */
const STEPS_AROUND = 1;

/** The kind that every authenticator app supports. */
const KIND = { algorithm: "SHA1", digits: 6, period: PERIOD_SECONDS } as const;

const RECOVERY_CODES = 10;
/** 80 bits: too many to guess one, or to find it from its hash. */
const RECOVERY_BYTES = 10;

export interface NewSecret {
  /** Base32, as it is typed into an app. */
  secret: string;
  /** `otpauth://…`, for a QR code. */
  uri: string;
}

/** 160 random bits (RFC 4226 §4). The app shows `issuer` and `label`. */
export function newSecret(shown: { issuer: string; label: string }): NewSecret {
  const secret = new Secret({ size: 20 });
  return { secret: secret.base32, uri: new TOTP({ ...KIND, ...shown, secret }).toString() };
}

/** The 30-second step, counted from 1970, to which these six digits belong, among those around `now`; null if none matches. */
export function stepOf(secret: string, digits: string, now: Date): number | null {
  const totp = new TOTP({ ...KIND, secret: Secret.fromBase32(secret) });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: digits, timestamp, window: STEPS_AROUND });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

/** Ten, each as `abcd-efgh-ijkl-mnop`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const text = new Secret({ size: RECOVERY_BYTES }).base32.toLowerCase();
    return (text.match(/.{4}/g) ?? []).join("-");
  });
}

/** The hash by which a recovery code is kept and compared; the dashes do not matter. Hexadecimal. */
export const recoveryHash = (code: string): string =>
  createHash("sha256")
    .update(`recovery code\n${code.replaceAll("-", "")}`)
    .digest("hex");

export type EnteredCode = { kind: "digits" | "recovery"; text: string };

/** Reads what was entered as a code, ignoring blanks and dashes; null if it cannot be a code of either kind. */
export function readEnteredCode(typed: string): EnteredCode | null {
  const text = typed.replace(/[\s-]/g, "").toLowerCase();
  if (/^\d{6}$/.test(text)) return { kind: "digits", text };
  return /^[a-z2-7]{16}$/.test(text) ? { kind: "recovery", text } : null;
}
