/** Owns the product's keys, one per purpose: those that follow the session secret, and those in the database, which outlive it. */
import { hkdfSync } from "node:crypto";
import type { Sql } from "./database.ts";
import { keyedHash } from "./keyed-hash.ts";

const KEY_BYTES = 32;

/** A key of 256 bits for one purpose, by HKDF-SHA256 (RFC 5869): who learns it learns neither the secret nor another purpose's key. */
export function derivedKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `hub ${purpose}`, KEY_BYTES));
}

/** The first signs; tokens that any of them signed are accepted. */
export type SessionKeys = readonly [Uint8Array, ...Uint8Array[]];

/** A secret that is replaced ends its sessions, unless it is still among the previous ones. */
export function sessionKeys(secret: string, previous: readonly string[]): SessionKeys {
  const key = (from: string): Uint8Array => derivedKey(from, "session tokens");
  return [key(secret), ...previous.map(key)];
}

/** What the simulated Stripe signs its webhooks with. */
export function simulatedWebhookSecret(secret: string): string {
  return `whsec_${derivedKey(secret, "simulated stripe webhooks").toString("hex")}`;
}

/** Purposes whose keys the database keeps: what they made stands in mails and tables, and a new session secret must not undo it. */
const STORED_PURPOSES = ["links", "holders", "callers"] as const;

export type StoredKeys = Record<(typeof STORED_PURPOSES)[number], string>;

/** Reads the keys that the database keeps. Throws when it has not been seeded. */
export async function loadKeys(sql: Sql): Promise<StoredKeys> {
  const rows = await sql<{ purpose: string; key: string }[]>`select purpose, key from keys`;
  const kept = new Map(rows.map(({ purpose, key }) => [purpose, key]));
  const of = (purpose: (typeof STORED_PURPOSES)[number]): string => {
    const key = kept.get(purpose);
    if (key === undefined) {
      throw new Error(`The database lacks its key for ${purpose}. Run \`make migrate\` first.`);
    }
    return key;
  };
  return { links: of("links"), holders: of("holders"), callers: of("callers") };
}

/**
 * Gives a database the keys it lacks, from the session secret of that moment; needs the owner's connection. Links that earlier versions
 * mailed go on, and where they have written a log, so do their hashes of holders, whose key was the secret itself.
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
