/** Makes the links in a customer's account mails, and checks whether a token from one is still valid. */
import type { Core } from "../context.ts";
import { type AccountClaim, isEqualInConstantTime, type SignedLink } from "../links.ts";
import { accountOf, type CustomerProfile, profileOf } from "./account.ts";
import { type Credentials, credentialsOf } from "./credentials.ts";

export const VERIFICATION_VALID_MS = 7 * 24 * 3_600_000;
export const PASSWORD_RESET_VALID_MS = 3_600_000;

export interface AccountLink extends SignedLink {
  expiresAt: Date;
  /** The recipient of the mail, and their row of personal data. */
  to: CustomerProfile;
  personId: string;
}

/** What a verification mail offers: to verify the email, or to say that the account is not one's own. */
export interface VerificationLink extends AccountLink {
  disowning: SignedLink;
}

/**
 * The link for a verification mail that was requested at this instant (`CustomerRegistered`,
 * `EmailVerificationRequested`). It is the same each time the mail is tried. Null if the account no longer exists or its
 * email is verified by now.
 */
export async function verificationLink(
  core: Core,
  customerId: number,
  askedAt: Date,
): Promise<VerificationLink | null> {
  const account = await accountOf(core, await credentialsOf(core.sql, customerId));
  if (!account || account.emailVerified) return null;
  const expiresAt = new Date(askedAt.getTime() + VERIFICATION_VALID_MS);
  const link = core.links.emailVerification({ customerId, expiresAt }, account.email);
  const disowning = core.links.accountDisowning({ customerId, expiresAt }, account.email);
  return { ...link, disowning, expiresAt, to: await profileOf(core, account), personId: account.personId };
}

/**
 * The link for a reset mail that was requested at this instant (`PasswordResetRequested`). Null if the account no longer
 * exists or the link would have expired.
 */
export async function passwordResetLink(
  core: Core,
  customerId: number,
  askedAt: Date,
): Promise<AccountLink | null> {
  const credentials = await credentialsOf(core.sql, customerId);
  const account = await accountOf(core, credentials);
  const expiresAt = new Date(askedAt.getTime() + PASSWORD_RESET_VALID_MS);
  if (!credentials || !account || expiresAt <= core.clock.now()) return null;
  const link = core.links.passwordReset({ customerId, expiresAt }, credentials.passwordHash);
  return { ...link, expiresAt, to: await profileOf(core, account), personId: account.personId };
}

/** The account whose email the token verifies; null if the token has expired, is for an earlier email, or was not made here. */
export const verificationTokenHolder = (core: Core, token: string): Promise<Credentials | null> =>
  tokenHolder(core, token, (claim, { email }) => core.links.emailVerification(claim, email));

/** The account that the token disowns; null if the token has expired or was not made here. */
export const disowningTokenHolder = (core: Core, token: string): Promise<Credentials | null> =>
  tokenHolder(core, token, (claim, { email }) => core.links.accountDisowning(claim, email));

/**
 * The account whose password the token may set; null if the token has expired, is used (the password has changed), or
 * was not made here.
 */
export const resetTokenHolder = (core: Core, token: string): Promise<Credentials | null> =>
  tokenHolder(core, token, (claim, { passwordHash }) => core.links.passwordReset(claim, passwordHash));

async function tokenHolder(
  core: Core,
  token: string,
  linkOf: (claim: AccountClaim, credentials: Credentials) => SignedLink,
): Promise<Credentials | null> {
  const claim = core.links.readAccountClaim(token);
  if (!claim || claim.expiresAt <= core.clock.now()) return null;
  const credentials = await credentialsOf(core.sql, claim.customerId);
  return credentials && isEqualInConstantTime(token, linkOf(claim, credentials).token) ? credentials : null;
}
