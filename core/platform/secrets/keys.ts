/** Makes the product's keys, one per purpose: those derived from the session secret, and those in the database, which outlive it. */
import { hkdfSync } from "node:crypto";
import type { Sql } from "../database/database.ts";
import { keyedHash } from "./keyed-hash.ts";

const KEY_BYTES = 32;

/** A key of 256 bits for one purpose, by HKDF-SHA256 (RFC 5869): a key reveals neither the secret nor another purpose's key. */
export function derivedKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `hub ${purpose}`, KEY_BYTES));
}

/** The first key signs; tokens that any of them signed are accepted. */
export type SessionKeys = readonly [Uint8Array, ...Uint8Array[]];

/** Replacing a secret ends its sessions, unless it is still among the previous ones. */
export function sessionKeys(secret: string, previous: readonly string[]): SessionKeys {
  const key = (from: string): Uint8Array => derivedKey(from, "session tokens");
  return [key(secret), ...previous.map(key)];
}

/** The secret with which the simulated Stripe signs its webhooks. */
export function simulatedWebhookSecret(secret: string): string {
  return `whsec_${derivedKey(secret, "simulated stripe webhooks").toString("hex")}`;
}

/**
 * Purposes whose keys are stored in the database: mails and tables contain values made with them, and a new session secret
 * must not make those invalid.
 */
const STORED_PURPOSES = ["links", "holders", "callers"] as const;

export type StoredKeys = Record<(typeof STORED_PURPOSES)[number], string>;

/** Reads the keys from the database. Throws if the database has not been seeded. */
export async function loadKeys(sql: Sql): Promise<StoredKeys> {
  const rows = await sql<{ purpose: string; key: string }[]>`select purpose, key from keys`;
  const stored = new Map(rows.map(({ purpose, key }) => [purpose, key]));
  const of = (purpose: (typeof STORED_PURPOSES)[number]): string => {
    const key = stored.get(purpose);
    if (key === undefined) {
      throw new Error(`The database has no key for ${purpose}. Run \`make migrate\` first.`);
    }
    return key;
  };
  return { links: of("links"), holders: of("holders"), callers: of("callers") };
}

/**
 * Adds the keys that a database lacks, derived from the current session secret; needs the owner's connection. Links that
 * earlier versions mailed stay valid. If earlier versions have written a log, their hashes of holders, whose key was the
 * secret itself, stay valid too.
 */
export async function seedKeys(sql: Sql, secret: string): Promise<void> {
  const [log] = await sql<{ written: boolean }[]>`select exists (select from events) as written`;
  const first: StoredKeys = {
    links: keyedHash(secret, "links", "mail"),
    holders: log?.written ? secret : derivedKey(secret, "holders").toString("hex"),
    callers: derivedKey(secret, "callers").toString("hex"),
  };
  for (const purpose of STORED_PURPOSES) {
    await sql`insert into keys (purpose, key) values (${purpose}, ${first[purpose]}) on conflict do nothing`;
  }
}
