/** A customer's session on this device: how it begins and ends, why the last one ended, and whose account it is (decision 97). */
import type { QueryKey } from "@tanstack/react-query";
import { useMemo } from "react";
import type { CustomerSession, CustomerUser } from "../../../bff/contract/customer/customer.ts";
import { storageChanged, useStored } from "../browser/device-storage.ts";
import { clearCustomer, fieldsOf, signedInRecord, TOKEN_KEY, USER_KEY } from "./signed-in-customer.ts";

/** The query key of every read of the customers' own pages: signing out drops all of them. */
export const CUSTOMER_KEY: QueryKey = ["customer"];

/** The key that an older sign-in wrote instead of `user`; the feedback page still accepts it (decision 97). */
const OLDER_USER_KEY = "user_data";

/** The stored user record, as far as it can be read; the server has the account itself. */
export interface StoredUser {
  firstName: string;
  lastName: string;
  email: string;
  phone: string | null;
}

let lastWords: string | null = null;

export const customerToken = (storage: Storage): string | null => storage.getItem(TOKEN_KEY) || null;

/** Whether the account page may be shown: token and user are both stored (decision 97). */
export const isSignedIn = (storage: Storage): boolean => signedInRecord(storage) !== null;

export function storeCustomer({ token, user }: CustomerSession): void {
  localStorage.setItem(TOKEN_KEY, token);
  lastWords = null;
  storeUser(user);
}

/** Stores the account that the server has just sent. */
export function storeUser(user: CustomerUser): void {
  const record = JSON.stringify(user);
  if (localStorage.getItem(USER_KEY) === record) return;
  localStorage.setItem(USER_KEY, record);
  storageChanged();
}

/** Removes the session from this device because the server has ended it; the sign-in page then shows `because`. */
export function endCustomerSession(because: string): void {
  clearCustomer(localStorage);
  localStorage.removeItem(OLDER_USER_KEY);
  lastWords = because;
  storageChanged();
}

/** Why the last session ended; null after logging out. */
export const customerSessionEndReason = (): string | null => lastWords;

/** {@link isSignedIn} on this device, as it changes. */
export const useSignedIn = (): boolean => useStored(isSignedIn) === true;

function storedUserOf(record: string | null): StoredUser | null {
  const { firstName = "", lastName = "", email, phone } = fieldsOf(record);
  return email ? { firstName, lastName, email, phone: phone || null } : null;
}

/** The stored user that the account's pages show, as it changes: `user`, or `user_data` if only that is stored. */
export function useStoredUser(): StoredUser | null {
  const user = useStored((storage) => storage.getItem(USER_KEY));
  const older = useStored((storage) => storage.getItem(OLDER_USER_KEY));
  return useMemo(() => storedUserOf(user) ?? storedUserOf(older), [user, older]);
}
