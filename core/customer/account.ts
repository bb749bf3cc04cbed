/** Reads a customer's account from its stream, its credentials and its personal data, each in its current state. */
import type { Core } from "../context.ts";
import { type Loaded, load } from "../log/transact.ts";
import { readPerson } from "../person/personal-data.ts";
import type { SessionClaim } from "../session/sessions.ts";
import { type Credentials, credentialsInSession, credentialsOf } from "./credentials.ts";
import { type CustomerState, customerStream, type ErasureScope } from "./customer.ts";

/** An account that exists. */
export interface CustomerAccount extends Omit<Credentials, "customerId" | "passwordHash"> {
  id: number;
  personId: string;
  emailVerified: boolean;
  /** What the customer asked to be erased; null unless they are waiting for it. */
  erasureScope: ErasureScope | null;
}

const loadCustomer = (core: Core, id: number): Promise<Loaded<CustomerState>> =>
  load(core.sql, customerStream, id);

/** Null if there is no such account, or no longer. */
export async function customerAccount(core: Core, id: number): Promise<CustomerAccount | null> {
  return accountOf(core, await credentialsOf(core.sql, id));
}

export async function accountOf(
  core: Core,
  credentials: Credentials | null,
): Promise<CustomerAccount | null> {
  if (!credentials) return null;
  const { state } = await loadCustomer(core, credentials.customerId);
  return existingAccount(credentials, state);
}

/** The account of a valid session, in its current state; null if the session has ended or the account no longer exists. */
export async function accountInSession(
  core: Core,
  session: SessionClaim,
): Promise<(CustomerAccount & { sessionId: string }) | null> {
  const { accountId, sessionId } = session;
  const [credentials, { state }] = await Promise.all([
    credentialsInSession(core.sql, session, core.clock.now()),
    loadCustomer(core, accountId),
  ]);
  const account = credentials && existingAccount(credentials, state);
  return account && { ...account, sessionId };
}

function existingAccount(credentials: Credentials, state: CustomerState): CustomerAccount | null {
  if (!state.exists) return null;
  const { customerId: id, passwordHash: _, ...kept } = credentials;
  const { personId, emailVerified, erasureRequested: erasureScope } = state;
  const erasureRequestedAt = erasureScope === null ? null : kept.erasureRequestedAt;
  return { id, personId, emailVerified, ...kept, erasureRequestedAt, erasureScope };
}

/** What the customer may see of their own account. */
export interface CustomerProfile
  extends Omit<CustomerAccount, "personId" | "passwordVersion" | "erasureScope"> {
  firstName: string;
  lastName: string;
  phone: string | null;
}

export async function profileOf(core: Core, account: CustomerAccount): Promise<CustomerProfile> {
  const { id, email, emailVerified, createdAt, updatedAt, erasureRequestedAt } = account;
  const person = await readPerson(core.sql, account.personId);
  const { firstName, lastName, phone } = person ?? {};
  const names = { firstName: firstName ?? "", lastName: lastName ?? "", phone: phone ?? null };
  return { id, ...names, email, emailVerified, createdAt, updatedAt, erasureRequestedAt };
}
