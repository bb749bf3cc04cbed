/** Owns the ways of a customer's account: registering, signing in, verifying the email, setting a new password. */
import { randomUUID } from "node:crypto";
import { hashPassword, verifyPassword } from "../accounts/passwords.ts";
import type { Core, Outcome } from "../context.ts";
import { schemaVersionOf } from "../event-catalogue.ts";
import { type AppendResult, append, appendWith, type EventMeta } from "../log/append.ts";
import type { TransactionSql } from "../platform/database.ts";
import { refuse } from "../rejection.ts";
import { accountOf, type CustomerAccount, customerAccount, loadCustomer } from "./account.ts";
import {
  addCredentials,
  type Credentials,
  credentialsByEmail,
  isEmailTaken,
  replacePassword,
} from "./credentials.ts";
import { type CustomerCommand, type CustomerEvent, decide, noCustomer } from "./customer.ts";
import { resetTokenHolder, verificationTokenHolder } from "./mailed-links.ts";

const MAX_ATTEMPTS = 8;

export interface Registration {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  phone: string | null;
}

const withVersions = (events: readonly CustomerEvent[]) =>
  events.map((event) => ({ ...event, schemaVersion: schemaVersionOf(event.type) }));

/** Opens an account; `EmailTaken` when there is one with this email, whatever the case of its letters. */
export async function registerCustomer(
  core: Core,
  registration: Registration,
  meta: EventMeta,
): Promise<Outcome<CustomerAccount>> {
  const { email, password, ...names } = registration;
  const passwordHash = await hashPassword(password);
  const personId = randomUUID();
  const decision = decide({ type: "RegisterCustomer", personId }, noCustomer);
  if (!decision.ok) return decision;
  const request = {
    stream: { category: "customer" },
    expectedVersion: 0,
    commandId: `register:${randomUUID()}`,
    events: withVersions(decision.events),
    meta,
    occurredAt: core.clock.now(),
    person: { id: personId, ...names, email, freeText: null },
  } as const;
  let result: AppendResult;
  try {
    result = await appendWith(core.sql, request, (tx, customerId) =>
      addCredentials(tx, { customerId, email, passwordHash }),
    );
  } catch (error) {
    if (!isEmailTaken(error)) throw error;
    const message = "An account with this email already exists";
    return refuse("EmailTaken", { errors: [{ path: "email", message }] });
  }
  if (!result.ok) return refuse("ConcurrentChange");
  core.afterAppend(result.position);
  const account = { id: result.streamId, personId, email, emailVerified: false, passwordVersion: 1 };
  return { ok: true, value: account, position: result.position };
}

/** The account whose email and password these are; one refusal, at the same work, for an unknown email and a wrong password. */
export async function signInCustomer(
  core: Core,
  { email, password }: { email: string; password: string },
): Promise<Outcome<CustomerAccount>> {
  const credentials = await credentialsByEmail(core.sql, email);
  const matches = await verifyPassword(password, credentials?.passwordHash ?? null);
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
  const passwordHash = await hashPassword(password);
  return handleCustomer(core, customerId, { type: "ChangePassword", byMailedLink: true }, meta, {
    // Two clicks at once: the second finds the stream moved on, looks again, and the token is used by then.
    stillAllowed: async () => (await stillHeld()) !== null,
    beside: (tx) => replacePassword(tx, { customerId, passwordHash }),
  });
}

async function handleCustomer(
  core: Core,
  id: number,
  command: CustomerCommand,
  meta: EventMeta,
  change?: { stillAllowed(): Promise<boolean>; beside(tx: TransactionSql): Promise<void> },
): Promise<Outcome<CustomerAccount>> {
  const commandId = `${command.type}:${randomUUID()}`;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { state, version, at } = await loadCustomer(core, id);
    if (change && !(await change.stillAllowed())) return refuse("LinkInvalid");
    const decision = decide(command, state);
    if (!decision.ok) return decision;
    let position = at;
    if (decision.events.length > 0) {
      const request = {
        stream: { category: "customer", id },
        expectedVersion: version,
        commandId,
        events: withVersions(decision.events),
        meta,
        occurredAt: core.clock.now(),
      } as const;
      const result = change
        ? await appendWith(core.sql, request, change.beside)
        : await append(core.sql, request);
      if (!result.ok) continue;
      core.afterAppend(result.position);
      position = result.position;
    }
    const account = await customerAccount(core, id);
    return account ? { ok: true, value: account, position } : refuse("LinkInvalid");
  }
  return refuse("ConcurrentChange");
}
