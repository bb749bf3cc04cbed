/** Handles a customer's account: registering, signing in and out, verifying the email, setting a new password. */
import { randomUUID } from "node:crypto";
import type { Core } from "../context.ts";
import type { ActingSession, AppendRule, EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { type Refused, refuse, refuseField } from "../log/rejection.ts";
import { requireExisting, transact } from "../log/transact.ts";
import { refusedPassword, WRONG_PASSWORD } from "../person/new-password.ts";
import { storePerson } from "../person/personal-data.ts";
import { endSessions, type NewSession, openSession } from "../session/sessions.ts";
import { accountOf, type CustomerAccount, customerAccount } from "./account.ts";
import {
  addCredentials,
  type Credentials,
  credentialsByEmail,
  credentialsOf,
  EMAIL_TAKEN,
  recordErasureRequest,
  removeCredentials,
  replacePassword,
  touchCredentials,
} from "./credentials.ts";
import { type Customer, type CustomerCommand, customerStream, decide } from "./customer.ts";
import { disowningTokenHolder, resetTokenHolder, verificationTokenHolder } from "./mailed-links.ts";

export interface Registration {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  phone: string | null;
}

/** Opens an account and a session of it; `EmailTaken` if an account has this email, in any case. */
export async function registerCustomer(
  core: Core,
  registration: Registration,
  meta: EventMeta,
  session?: NewSession,
): Promise<Outcome<CustomerAccount>> {
  const { email, password, ...names } = registration;
  const refused = refusedPassword(core.passwords, password, [email]);
  if (refused) return refused;
  const createdAt = session?.createdAt ?? core.clock.now();
  const passwordHash = await core.passwords.hash(password);
  const personId = randomUUID();
  const outcome = await transact({ ...core, clock: { now: () => createdAt } }, customerStream, null, {
    commandId: `register:${randomUUID()}`,
    meta,
    decide: (state) => decide({ type: "RegisterCustomer", personId }, state),
    appendRules: () => [
      storePerson({ id: personId, ...names, email, freeText: null }),
      addCredentials({ email, passwordHash }),
      ...(session ? [openSession(session, { passwordVersion: 1 })] : []),
    ],
    refusals: {
      [EMAIL_TAKEN]: refuseField("EmailTaken", "email", "An account with this email already exists"),
    },
  });
  if (!outcome.ok) return outcome;
  const { id } = outcome.value;
  const account = { id, personId, email, emailVerified: false, passwordVersion: 1 };
  const dates = { createdAt, updatedAt: createdAt, erasureRequestedAt: null, erasureScope: null };
  return { ...outcome, value: { ...account, ...dates } };
}

/** The account with this email and password; an unknown email and a wrong password get the same refusal after the same work. */
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

/** Lets a job send a link to set a new password. The answer does not tell whether the account exists. */
export async function requestPasswordReset(core: Core, email: string, meta: EventMeta): Promise<void> {
  const credentials = await credentialsByEmail(core.sql, email);
  if (!credentials) return;
  const command = { type: "RequestPasswordReset", now: core.clock.now() } as const;
  await handleCustomer(core, credentials.customerId, command, meta);
}

/**
 * Accepts the token of a verification mail; opening it again changes nothing. `signedInAs`: the session that calls, if
 * any. A caller from outside the account must set a new password (`PasswordNeeded`), and older sessions end: the person
 * who opened the account may be different from the reader of its mail. `LinkInvalid` if the token has expired or was not
 * made here.
 */
export async function verifyEmail(
  core: Core,
  {
    token,
    password,
    signedInAs,
  }: { token: string; password?: string | undefined; signedInAs: ActingSession | null },
  meta: EventMeta,
): Promise<Outcome<CustomerAccount>> {
  const holder = await verificationTokenHolder(core, token);
  if (!holder) return refuse("LinkInvalid");
  const { customerId, email } = holder;
  if (signedInAs?.accountId === customerId) {
    const command = { type: "VerifyEmail", by: "own-session" } as const;
    const byIt = { ...meta, session: signedInAs };
    return handleCustomer(core, customerId, command, byIt, { appendRules: () => [touchCredentials] });
  }
  if (password === undefined) {
    return handleCustomer(core, customerId, { type: "VerifyEmail", by: "link-alone" }, meta);
  }
  const refused = refusedPassword(core.passwords, password, [email]);
  if (refused) return refused;
  const passwordHash = await core.passwords.hash(password);
  return handleCustomer(core, customerId, { type: "VerifyEmail", by: "new-password" }, meta, {
    appendRules: () => [replacePassword(passwordHash), endSessions("customer")],
  });
}

/**
 * Accepts the token by which the reader of a verification mail says that the account is not theirs: the account is
 * removed, and all its sessions end. `EmailAlreadyVerified`, `LinkInvalid`.
 */
export async function disownAccount(core: Core, token: string, meta: EventMeta): Promise<Outcome<null>> {
  const account = await accountOf(core, await disowningTokenHolder(core, token));
  if (!account) return refuse("LinkInvalid");
  const outcome = await transact(core, customerStream, account.id, {
    commandId: `DisownAccount:${randomUUID()}`,
    meta,
    decide: (state) => decide({ type: "DisownAccount" }, state),
    appendRules: () => [endSessions("customer"), ...removeCredentials(account.personId)],
  });
  return outcome.ok ? { ...outcome, value: null } : outcome;
}

/** Checks the account's own password before it is changed; `WrongPassword` names the field. */
export async function checkOwnPassword(
  core: Core,
  { id }: Pick<CustomerAccount, "id">,
  password: string,
): Promise<{ ok: true; value: Credentials } | Refused> {
  const credentials = await credentialsOf(core.sql, id);
  const matches = await core.passwords.verify(password, credentials?.passwordHash ?? null);
  return matches && credentials ? { ok: true, value: credentials } : WRONG_PASSWORD;
}

/** Sets a new password if the current one is still the one that was checked; all other sessions of the account end. */
export async function changePassword(
  core: Core,
  { customerId, passwordVersion }: Credentials,
  { password, sessionId }: { password: string; sessionId: string },
  meta: EventMeta,
): Promise<Outcome<CustomerAccount>> {
  const passwordHash = await core.passwords.hash(password);
  return handleCustomer(core, customerId, { type: "ChangePassword", byMailedLink: false }, meta, {
    refusedBy: async () =>
      (await credentialsOf(core.sql, customerId))?.passwordVersion === passwordVersion
        ? null
        : WRONG_PASSWORD,
    appendRules: () => [replacePassword(passwordHash), endSessions("customer", sessionId)],
  });
}

/**
 * Accepts the token of a reset mail and a new password. The token works once, and older sessions end. `LinkInvalid` if
 * the token is used, has expired or was not made here.
 */
export async function resetPassword(
  core: Core,
  { token, password }: { token: string; password: string },
  meta: EventMeta,
): Promise<Outcome<CustomerAccount>> {
  const stillHeld = (): Promise<Credentials | null> => resetTokenHolder(core, token);
  const holder = await stillHeld();
  if (!holder) return refuse("LinkInvalid");
  const { customerId, email } = holder;
  const refused = refusedPassword(core.passwords, password, [email]);
  if (refused) return refused;
  const passwordHash = await core.passwords.hash(password);
  return handleCustomer(core, customerId, { type: "ChangePassword", byMailedLink: true }, meta, {
    // With two clicks at once, the second call finds the stream changed, looks again, and finds the token used.
    refusedBy: async () => ((await stillHeld()) ? null : refuse("LinkInvalid")),
    appendRules: () => [replacePassword(passwordHash), endSessions("customer")],
  });
}

/** Ends all sessions of the customer's own account. */
export function logOutEverywhere(core: Core, id: number, meta: EventMeta): Promise<Outcome<CustomerAccount>> {
  return handleCustomer(core, id, { type: "LogOutEverywhere" }, meta, {
    appendRules: () => [endSessions("customer")],
  });
}

/** Asks for everything about the customer to be erased; changes nothing while they are already waiting for it. */
export function requestErasure(core: Core, id: number, meta: EventMeta): Promise<Outcome<CustomerAccount>> {
  return handleCustomer(core, id, { type: "RequestErasure" }, meta, {
    appendRules: () => [recordErasureRequest],
  });
}

/** Carries out a command on an existing account, with the append rules that must succeed with it. */
export async function handleCustomer(
  core: Core,
  id: number,
  command: CustomerCommand,
  meta: EventMeta,
  change?: { refusedBy?(): Promise<Refused | null>; appendRules(before: Customer): readonly AppendRule[] },
): Promise<Outcome<CustomerAccount>> {
  const outcome = await transact(core, customerStream, id, {
    commandId: `${command.type}:${randomUUID()}`,
    meta,
    decide: async (state) => (await change?.refusedBy?.()) ?? decide(command, state),
    appendRules: (before) => change?.appendRules(requireExisting(before)) ?? [],
  });
  if (!outcome.ok) return outcome;
  const account = await customerAccount(core, id);
  return account ? { ...outcome, value: account } : refuse("LinkInvalid");
}
