/** Changes the name and phone of an account's customer. The email, which the account signs in with, does not change. */
import { randomUUID } from "node:crypto";
import type { Core } from "../context.ts";
import type { EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { transact } from "../log/transact.ts";
import { erasePersonRow, storePerson } from "../personal-data.ts";
import { refuse } from "../rejection.ts";
import { type CustomerAccount, customerAccount } from "./account.ts";
import { touchCredentials } from "./credentials.ts";
import { customerStream, decide } from "./customer.ts";

export interface ProfileChange {
  firstName: string;
  lastName: string;
  phone: string | null;
}

/** The former name and phone are erased, since they are not needed: bookings have their own. */
export async function changeProfile(
  core: Core,
  { id, email }: Pick<CustomerAccount, "id" | "email">,
  profile: ProfileChange,
  meta: EventMeta,
): Promise<Outcome<CustomerAccount>> {
  const personId = randomUUID();
  const outcome = await transact(core, customerStream, id, {
    commandId: `ChangeProfile:${randomUUID()}`,
    meta,
    decide: (state) => decide({ type: "ChangeProfile", personId }, state),
    guard: (before) => [
      storePerson({ id: personId, ...profile, email, freeText: null }),
      ...(before.exists ? [erasePersonRow(before.personId)] : []),
      touchCredentials,
    ],
  });
  if (!outcome.ok) return outcome;
  const account = await customerAccount(core, id);
  return account ? { ...outcome, value: account } : refuse("LinkInvalid");
}
