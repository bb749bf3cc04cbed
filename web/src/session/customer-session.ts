/** A customer's session on this device: how it begins and ends, why the last one ended, and whose account it is (decision 97). */
import type { QueryKey } from "@tanstack/react-query";
import { useMemo } from "react";
import type { CustomerSession, CustomerUser } from "../../../bff/contract/customer/customer.ts";
import { storageChanged, useStored } from "../browser/device-storage.ts";
import { clearCustomer, fieldsOf, signedInRecord, TOKEN_KEY, USER_KEY } from "./signed-in-customer.ts";

/** Every read of the customers' own pages lies under this key: signing out throws them all away. */
export const CUSTOMER_KEY: QueryKey = ["customer"];

/** What an older sign-in wrote in place of `user`; the feedback page still accepts it (decision 97). */
const OLDER_USER_KEY = "user_data";

/** The stored user record, as far as it can be read; the account itself is the server's to tell. */
export interface StoredUser {
  firstName: string;
  lastName: string;
  email: string;
  phone: string | null;
}

let lastWords: string | null = null;

export const customerToken = (storage: Storage): string | null => storage.getItem(TOKEN_KEY) || null;

/** Whether the account page may be shown: token and user are both there (decision 97). */
export const isSignedIn = (storage: Storage): boolean => signedInRecord(storage) !== null;

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

function storedUserOf(record: string | null): StoredUser | null {
  const { firstName = "", lastName = "", email, phone } = fieldsOf(record);
  return email ? { firstName, lastName, email, phone: phone || null } : null;
}

/** Whom the account's pages speak to, as it changes: `user`, and `user_data` when only that is there. */
export function useStoredUser(): StoredUser | null {
  const user = useStored((storage) => storage.getItem(USER_KEY));
  const older = useStored((storage) => storage.getItem(OLDER_USER_KEY));
  return useMemo(() => storedUserOf(user) ?? storedUserOf(older), [user, older]);
}
