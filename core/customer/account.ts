/** Owns reading a customer's account: from its stream, its credentials and its personal data, each as it is now. */
import type { Core } from "../context.ts";
import { type Loaded, load } from "../log/transact.ts";
import { readPerson } from "../personal-data.ts";
import { type Credentials, credentialsOf } from "./credentials.ts";
import { type CustomerState, customerStream } from "./customer.ts";

/** An account that stands. */
export interface CustomerAccount {
  id: number;
  personId: string;
  /** The email that the account signs in with. */
  email: string;
  emailVerified: boolean;
  passwordVersion: number;
}

export const loadCustomer = (core: Core, id: number): Promise<Loaded<CustomerState>> =>
  load(core.sql, customerStream, id);

/** Null when there is no such account, or no longer. */
export async function customerAccount(core: Core, id: number): Promise<CustomerAccount | null> {
  return accountOf(core, await credentialsOf(core.sql, id));
}

export async function accountOf(
  core: Core,
  credentials: Credentials | null,
): Promise<CustomerAccount | null> {
  if (!credentials) return null;
  const { customerId: id, email, passwordVersion } = credentials;
  const { state } = await loadCustomer(core, id);
  return state.exists
    ? { id, personId: state.personId, email, emailVerified: state.emailVerified, passwordVersion }
    : null;
}

/** What the customer may see of their own account (SPEC §3). */
export interface CustomerProfile {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  phone: string | null;
  emailVerified: boolean;
}

export async function profileOf(core: Core, account: CustomerAccount): Promise<CustomerProfile> {
  const person = await readPerson(core.sql, account.personId);
  return {
    id: account.id,
    firstName: person?.firstName ?? "",
    lastName: person?.lastName ?? "",
    email: account.email,
    phone: person?.phone ?? null,
    emailVerified: account.emailVerified,
  };
}
