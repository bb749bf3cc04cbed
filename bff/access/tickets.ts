/** Owns tickets: what this product has said to a browser and will believe when it comes back, for one purpose and a few minutes. */
import { hkdfSync } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import type { z } from "zod";
import type { Clock } from "../../core/platform/clock.ts";
import type { SessionKeys } from "../../core/platform/keys.ts";

const ALGORITHM = "HS256";
const KEY_BYTES = 32;

export interface TicketPurpose<Claims extends z.ZodType<Record<string, unknown>>> {
  /** A ticket for one purpose is none for another. */
  name: string;
  lastsSeconds: number;
  /** Readable by whoever holds the ticket. */
  claims: Claims;
}

export interface Tickets {
  issue<Claims extends z.ZodType<Record<string, unknown>>>(
    purpose: TicketPurpose<Claims>,
    claims: z.infer<Claims>,
  ): Promise<string>;
  /** Null when it is expired, for something else, or none of ours. */
  read<Claims extends z.ZodType<Record<string, unknown>>>(
    purpose: TicketPurpose<Claims>,
    ticket: string,
  ): Promise<z.infer<Claims> | null>;
}

/** Signs with a key of its own made from the newest session key, so that no session passes for a ticket, nor a ticket for a session. */
export function createTickets({ clock, keys }: { clock: Clock; keys: SessionKeys }): Tickets {
  const key = (from: Uint8Array): Uint8Array =>
    new Uint8Array(hkdfSync("sha256", from, "", "hub tickets", KEY_BYTES));
  const newest = key(keys[0]);
  const all = keys.map(key);

  return {
    issue({ name, lastsSeconds }, claims) {
      const now = clock.now();
      return new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM })
        .setAudience(name)
        .setIssuedAt(now)
        .setExpirationTime(new Date(now.getTime() + lastsSeconds * 1000))
        .sign(newest);
    },
    async read({ name, claims }, ticket) {
      for (const one of all) {
        try {
          const { payload } = await jwtVerify(ticket, one, {
            algorithms: [ALGORITHM],
            audience: name,
            currentDate: clock.now(),
          });
          return claims.parse(payload);
        } catch {
          // Not this key's, or no ticket for this; an expired one is none of the others' either.
        }
      }
      return null;
    },
  };
}
