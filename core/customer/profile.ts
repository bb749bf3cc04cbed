/** Changes the name and phone of an account's customer. The email, which the account signs in with, does not change. */
import { randomUUID } from "node:crypto";
import type { Core } from "../context.ts";
import type { EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { erasePersonRow, storePerson } from "../person/personal-data.ts";
import type { CustomerAccount } from "./account.ts";
import { touchCredentials } from "./credentials.ts";
import { handleCustomer } from "./handle.ts";

export interface ProfileChange {
  firstName: string;
  lastName: string;
  phone: string | null;
}

/** The former name and phone are erased, since they are not needed: bookings have their own. */
export function changeProfile(
  core: Core,
  { id, email }: Pick<CustomerAccount, "id" | "email">,
  profile: ProfileChange,
  meta: EventMeta,
): Promise<Outcome<CustomerAccount>> {
  const personId = randomUUID();
  return handleCustomer(core, id, { type: "ChangeProfile", personId }, meta, {
    appendRules: (before) => [
      storePerson({ id: personId, ...profile, email, freeText: null }),
      erasePersonRow(before.personId),
      touchCredentials,
    ],
  });
}
