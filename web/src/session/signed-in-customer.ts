/**
 * Who is signed in on this device as a customer, by both `userToken` and `user` in local
 * storage (decision 97); the home page needs no more than this file.
 */
import { useMemo } from "react";
import { useStored } from "../browser/device-storage.ts";

export const TOKEN_KEY = "userToken";
export const USER_KEY = "user";

const FIELDS = ["firstName", "lastName", "email", "phone", "role"] as const;
type StoredFields = Partial<Record<(typeof FIELDS)[number], string>>;

/** What the navigation bar knows of a signed-in customer. */
export interface Customer {
  firstName: string | null;
}

type Reader = Pick<Storage, "getItem">;

/** The fields of a stored record that are present and are text. */
export function fieldsOf(record: string | null): StoredFields {
  try {
    const parsed: unknown = JSON.parse(record ?? "null");
    const fields: StoredFields = {};
    for (const field of FIELDS) {
      const value: unknown = typeof parsed === "object" && parsed !== null && Reflect.get(parsed, field);
      if (typeof value === "string") fields[field] = value.trim();
    }
    return fields;
  } catch {
    return {};
  }
}

/** The stored user record, if a token is stored too. */
export const signedInRecord = (storage: Reader): string | null =>
  storage.getItem(TOKEN_KEY) ? storage.getItem(USER_KEY) || null : null;

const customerOf = (record: string | null): Customer | null =>
  record === null ? null : { firstName: fieldsOf(record).firstName || null };

/** The signed-in customer; null unless both keys are stored. If the record cannot be read, there is no first name. */
export const readCustomer = (storage: Reader): Customer | null => customerOf(signedInRecord(storage));

/** The fields of the signed-in customer's record, as initial values of forms. */
export const readPersonFields = (storage: Reader): StoredFields => fieldsOf(signedInRecord(storage));

/** Removes the customer from this device. */
export function clearCustomer(storage: Pick<Storage, "removeItem">): void {
  storage.removeItem(TOKEN_KEY);
  storage.removeItem(USER_KEY);
}

/** {@link readCustomer} on this device, as it changes. */
export function useCustomer(): Customer | null {
  const record = useStored(signedInRecord);
  return useMemo(() => customerOf(record), [record]);
}
