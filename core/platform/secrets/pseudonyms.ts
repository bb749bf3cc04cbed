/**
 * Makes pseudonyms of people and bookings where they must not be named: keyed hashes or encrypted numbers. The key is
 * kept in the database and outlives the session secret.
 */
import { holderHashWith } from "./keyed-hash.ts";
import { createVault } from "./vault.ts";

/** `key` is the database's key for holders. */
export const pseudonymsWith = (key: string) => ({
  holderHash: holderHashWith(key),
  referenceVault: createVault(key, []),
});

/** Placeholders that hash and encrypt nothing, for callers that only ask which tables exist. */
export const NO_PSEUDONYMS: Pick<ReturnType<typeof pseudonymsWith>, "holderHash" | "referenceVault"> = {
  holderHash: (email) => email,
  referenceVault: { seal: (text) => text, open: (sealed) => sealed },
};
