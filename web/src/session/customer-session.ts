/** Owns a signed-in customer's session on this device: `userToken` and `user` in local storage, and why the last one ended (SPEC §3, §4). */
import type { QueryKey } from "@tanstack/react-query";
import { useMemo } from "react";
import type { CustomerSession, CustomerUser } from "../../../bff/contract/customer.ts";
import { storageChanged, useStored } from "../browser/device-storage.ts";

/** Every read of the customers' own pages lies under this key: signing out throws them all away. */
export const CUSTOMER_KEY: QueryKey = ["customer"];

const TOKEN_KEY = "userToken";
const USER_KEY = "user";
/** What an older sign-in wrote in place of `user`; the feedback page still takes it (DECISIONS Accounts). */
const OLDER_USER_KEY = "user_data";

const FIELDS = ["firstName", "lastName", "email", "phone"] as const;
type StoredFields = Partial<Record<(typeof FIELDS)[number], string>>;

/** What the navigation bar knows of a signed-in customer. */
export interface Customer {
  firstName: string | null;
}

/** The stored user record, as far as it can be read; the account itself is the server's to tell. */
export interface StoredUser {
  firstName: string;
  lastName: string;
  email: string;
  phone: string | null;
}

type Reader = Pick<Storage, "getItem">;

let lastWords: string | null = null;

/** What a stored record says of its customer: only what is there and is text. */
function fieldsOf(text: string | null): StoredFields {
  try {
    const record: unknown = JSON.parse(text ?? "null");
    const fields: StoredFields = {};
    for (const field of FIELDS) {
      const value: unknown = typeof record === "object" && record !== null && Reflect.get(record, field);
      if (typeof value === "string") fields[field] = value.trim();
    }
    return fields;
  } catch {
    return {};
  }
}

function storedUserOf(text: string | null): StoredUser | null {
  const { firstName = "", lastName = "", email, phone } = fieldsOf(text);
  return email ? { firstName, lastName, email, phone: phone || null } : null;
}

const customerOf = (user: string | null): Customer | null =>
  user === null ? null : { firstName: fieldsOf(user).firstName || null };

export const customerToken = (storage: Reader): string | null => storage.getItem(TOKEN_KEY) || null;

/** The stored record of a customer who is signed in: token and user are both there (SPEC §5). */
const signedInRecord = (storage: Reader): string | null =>
  customerToken(storage) && (storage.getItem(USER_KEY) || null);

export const isSignedIn = (storage: Reader): boolean => signedInRecord(storage) !== null;

/** The signed-in customer; null unless both keys are there. A record that cannot be read has no first name. */
export const readCustomer = (storage: Reader): Customer | null => customerOf(signedInRecord(storage));

/** What the stored record says of the signed-in customer, for forms to begin with. */
export const readPersonFields = (storage: Reader): StoredFields => fieldsOf(signedInRecord(storage));

export function keepCustomer({ token, user }: CustomerSession): void {
  localStorage.setItem(TOKEN_KEY, token);
  lastWords = null;
  keepUser(user);
}

/** The account as the server has just told it. */
export function keepUser(user: CustomerUser): void {
  const record = JSON.stringify(user);
  if (localStorage.getItem(USER_KEY) === record) return;
  localStorage.setItem(USER_KEY, record);
  storageChanged();
}

/** Forgets the customer on this device. */
export function clearCustomer(storage: Pick<Storage, "removeItem">): void {
  storage.removeItem(TOKEN_KEY);
  storage.removeItem(USER_KEY);
}

/** Forgets the session on this device because the server did; the sign-in page then says `because`. */
export function endCustomerSession(because: string): void {
  clearCustomer(localStorage);
  localStorage.removeItem(OLDER_USER_KEY);
  lastWords = because;
  storageChanged();
}

/** Why the last session ended, if not by logging out. */
export const customerSessionEndedBecause = (): string | null => lastWords;

/** {@link isSignedIn} of this device, as it changes. */
export const useSignedIn = (): boolean => useStored(isSignedIn) === true;

/** {@link readCustomer} of this device, as it changes. */
export function useCustomer(): Customer | null {
  const record = useStored(signedInRecord);
  return useMemo(() => customerOf(record), [record]);
}

const userRecord = (storage: Reader) => storage.getItem(USER_KEY);
const olderUserRecord = (storage: Reader) => storage.getItem(OLDER_USER_KEY);

/** Whom the feedback page speaks to, as it changes: `user`, and `user_data` when only that is there. */
export function useFeedbackUser(): StoredUser | null {
  const user = useStored(userRecord);
  const older = useStored(olderUserRecord);
  return useMemo(() => storedUserOf(user) ?? storedUserOf(older), [user, older]);
}
