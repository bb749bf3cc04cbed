/** The step between a right password and the second factor: a challenge that says whose password was typed, for five minutes. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { keyedHash } from "../../core/platform/secrets/keyed-hash.ts";
import { credentialsOf, type StaffCredentials } from "../../core/staff/credentials.ts";
import type { Bff } from "../context.ts";
import type { TicketPurpose } from "./tickets.ts";

const Claims = z.object({
  sub: z.string().regex(/^\d{1,15}$/),
  /** Which password it was: the challenge ends when the password changes. */
  password: z.string(),
  /** The challenge's own name: wrong codes are counted under it. */
  challenge: z.string(),
});

const CHALLENGE: TicketPurpose<typeof Claims> = {
  name: "staff-login-challenge",
  lastsSeconds: 5 * 60,
  claims: Claims,
};

/** Which password it was, in a form that a ticket may contain: a hash of its hash. */
export const passwordFingerprint = ({ passwordHash }: StaffCredentials): string =>
  keyedHash(passwordHash, "login challenge", "").slice(0, 32);

/** Call it only for a caller who has just typed this account's password. */
export const issueLoginChallenge = (
  { tickets }: Pick<Bff, "tickets">,
  account: StaffCredentials,
): Promise<string> =>
  tickets.issue(CHALLENGE, {
    sub: String(account.id),
    password: passwordFingerprint(account),
    challenge: randomUUID(),
  });

/** The account whose password was typed, and the challenge's own name; null once the challenge has ended or the password has changed. */
export async function readLoginChallenge(
  { tickets, core }: Pick<Bff, "tickets" | "core">,
  challenge: string,
): Promise<{ account: StaffCredentials; name: string } | null> {
  const claims = await tickets.read(CHALLENGE, challenge);
  const account = claims && (await credentialsOf(core.sql, Number(claims.sub)));
  return account && passwordFingerprint(account) === claims.password
    ? { account, name: claims.challenge }
    : null;
}

/** The name under which wrong codes are counted: a right password does not reset their count. */
export const codeLimitName = (staffId: number): string => `second factor of ${staffId}`;
