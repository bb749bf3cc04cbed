/** Makes ids and secrets like Stripe's: unguessable, with a prefix that says what they identify. */
import { createHash, randomInt, timingSafeEqual } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

export type IdPrefix = "ch" | "du" | "evt" | "pi" | "pm" | "re" | "req";

export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomText(24)}`;
}

/** The secret by which a browser proves that an intent is its own. */
export function newClientSecret(intentId: string): string {
  return `${intentId}_secret_${randomText(25)}`;
}

/** A secret key of this run: only a process that was given it can move money in the ledger. */
export function newSecretKey(): string {
  return `sk_test_${randomText(40)}`;
}

/** Compares in constant time, so that the duration does not tell how much was right. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");
}
