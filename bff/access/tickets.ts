/** Signs and reads tickets: values that a browser gets and sends back, each for one purpose and a few minutes. */
import { hkdfSync } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import type { z } from "zod";
import type { Clock } from "../../core/platform/clock.ts";
import type { SessionKeys } from "../../core/platform/secrets/keys.ts";

const ALGORITHM = "HS256";
const KEY_BYTES = 32;

export interface TicketPurpose<Claims extends z.ZodType<Record<string, unknown>>> {
  /** A ticket is valid only for its own purpose. */
  name: string;
  lastsSeconds: number;
  /** The holder of the ticket can read it. */
  claims: Claims;
}

export interface Tickets {
  issue<Claims extends z.ZodType<Record<string, unknown>>>(
    purpose: TicketPurpose<Claims>,
    claims: z.infer<Claims>,
  ): Promise<string>;
  /** Null when the ticket is expired, for another purpose, or not signed by us. */
  read<Claims extends z.ZodType<Record<string, unknown>>>(
    purpose: TicketPurpose<Claims>,
    ticket: string,
  ): Promise<z.infer<Claims> | null>;
}

/** Signs with a separate key derived from the newest session key, so that no session passes for a ticket, nor a ticket for a session. */
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
          // Not signed by this key, or not a ticket for this purpose. An expired ticket is not signed by another key either.
        }
      }
      return null;
    },
  };
}
