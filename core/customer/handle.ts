/** Owns the ways of a customer's account: registering, signing in, verifying the email, setting a new password. */
import { randomUUID } from "node:crypto";
import type { Core } from "../context.ts";
import type { EventMeta, GuardOperation } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { transact } from "../log/transact.ts";
import { storePerson } from "../personal-data.ts";
import { refuse } from "../rejection.ts";
import { accountOf, type CustomerAccount, customerAccount } from "./account.ts";
import {
  addCredentials,
  type Credentials,
  credentialsByEmail,
  EMAIL_TAKEN,
  replacePassword,
} from "./credentials.ts";
import { type CustomerCommand, customerStream, decide } from "./customer.ts";
import { resetTokenHolder, verificationTokenHolder } from "./mailed-links.ts";

export interface Registration {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  phone: string | null;
}

/** Opens an account; `EmailTaken` when there is one with this email, whatever the case of its letters. */
export async function registerCustomer(
  core: Core,
  registration: Registration,
  meta: EventMeta,
): Promise<Outcome<CustomerAccount>> {
  const { email, password, ...names } = registration;
  const passwordHash = await core.passwords.hash(password);
  const personId = randomUUID();
  const outcome = await transact(core, customerStream, null, {
    commandId: `register:${randomUUID()}`,
    meta,
    decide: (state) => decide({ type: "RegisterCustomer", personId }, state),
    guard: () => [
      storePerson({ id: personId, ...names, email, freeText: null }),
      addCredentials({ email, passwordHash }),
    ],
    refusals: {
      [EMAIL_TAKEN]: refuse("EmailTaken", {
        errors: [{ path: "email", message: "An account with this email already exists" }],
      }),
    },
  });
  if (!outcome.ok) return outcome;
  const { id } = outcome.value;
  return { ...outcome, value: { id, personId, email, emailVerified: false, passwordVersion: 1 } };
}

/** The account whose email and password these are; one refusal, at the same work, for an unknown email and a wrong password. */
export async function signInCustomer(
  core: Core,
  { email, password }: { email: string; password: string },
): Promise<Outcome<CustomerAccount>> {
  const credentials = await credentialsByEmail(core.sql, email);
  const matches = await core.passwords.verify(password, credentials?.passwordHash ?? null);
  const account = matches ? await accountOf(core, credentials) : null;
  return account ? { ok: true, value: account, position: null } : refuse("InvalidCredentials");
}

/** Lets a job send another verification mail; does nothing once the email is verified. */
export function requestEmailVerification(
  core: Core,
  customerId: number,
  meta: EventMeta,
): Promise<Outcome<CustomerAccount>> {
  return handleCustomer(core, customerId, { type: "RequestEmailVerification", now: core.clock.now() }, meta);
}

/** Lets a job send a link to set a new password. Says nothing of whether there is such an account. */
export async function requestPasswordReset(core: Core, email: string, meta: EventMeta): Promise<void> {
  const credentials = await credentialsByEmail(core.sql, email);
  if (!credentials) return;
  const command = { type: "RequestPasswordReset", now: core.clock.now() } as const;
  await handleCustomer(core, credentials.customerId, command, meta);
}

/** Takes the token of a verification mail; opening it again changes nothing. `LinkInvalid` when it is expired or none of ours. */
export async function verifyEmail(
  core: Core,
  token: string,
  meta: EventMeta,
): Promise<Outcome<CustomerAccount>> {
  const holder = await verificationTokenHolder(core, token);
  if (!holder) return refuse("LinkInvalid");
  return handleCustomer(core, holder.customerId, { type: "VerifyEmail" }, meta);
}

/** Takes the token of a reset mail and a new password; it works once, and older sessions end. `LinkInvalid` when it is used, expired or none of ours. */
export async function resetPassword(
  core: Core,
  { token, password }: { token: string; password: string },
  meta: EventMeta,
): Promise<Outcome<CustomerAccount>> {
  const stillHeld = (): Promise<Credentials | null> => resetTokenHolder(core, token);
  const holder = await stillHeld();
  if (!holder) return refuse("LinkInvalid");
  const { customerId } = holder;
  const passwordHash = await core.passwords.hash(password);
  return handleCustomer(core, customerId, { type: "ChangePassword", byMailedLink: true }, meta, {
    // Two clicks at once: the second finds the stream moved on, looks again, and the token is used by then.
    stillAllowed: async () => (await stillHeld()) !== null,
    guard: [replacePassword(passwordHash)],
  });
}

async function handleCustomer(
  core: Core,
  id: number,
  command: CustomerCommand,
  meta: EventMeta,
  change?: { stillAllowed(): Promise<boolean>; guard: readonly GuardOperation[] },
): Promise<Outcome<CustomerAccount>> {
  const outcome = await transact(core, customerStream, id, {
    commandId: `${command.type}:${randomUUID()}`,
    meta,
    decide: async (state) =>
      change && !(await change.stillAllowed()) ? refuse("LinkInvalid") : decide(command, state),
    guard: () => change?.guard ?? [],
  });
  if (!outcome.ok) return outcome;
  const account = await customerAccount(core, id);
  return account ? { ...outcome, value: account } : refuse("LinkInvalid");
}
