/** Owns how people and bookings stand where they must not be named: by a keyed hash, or under a lock. The key is the database's own and outlives the session secret. */
import { holderHashWith } from "./keyed-hash.ts";
import { createVault } from "./vault.ts";

/** `key` is the database's key for holders. */
export const pseudonymsWith = (key: string) => ({
  holderHash: holderHashWith(key),
  references: createVault(key, []),
});

/** Names nobody and opens nothing: for whoever only asks which tables there are. */
export const NO_PSEUDONYMS: Pick<ReturnType<typeof pseudonymsWith>, "holderHash" | "references"> = {
  holderHash: (email) => email,
  references: { seal: (text) => text, open: (sealed) => sealed },
};
