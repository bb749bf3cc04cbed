/** Owns a signed-in customer's session on this device: `userToken` and `user` in local storage, and why the last one ended (SPEC §3, §4). */
import { useMemo, useSyncExternalStore } from "react";
import type { CustomerSession, CustomerUser } from "../../../bff/contract/customer.ts";
import { clearCustomer, TOKEN_KEY, USER_KEY, watchCustomer } from "./session.ts";

/** What an older sign-in wrote in place of `user`; the feedback page still takes it (DECISIONS Accounts). */
const OLDER_USER_KEY = "user_data";

/** The stored user record, as far as it can be read; the account itself is the server's to tell. */
export interface StoredUser {
  firstName: string;
  lastName: string;
  email: string;
  phone: string | null;
}

type Reader = Pick<Storage, "getItem">;

let lastWords: string | null = null;

function parsedUser(text: string | null): StoredUser | null {
  if (text === null) return null;
  try {
    const record: unknown = JSON.parse(text);
    if (typeof record !== "object" || record === null) return null;
    const textOf = (field: string): string => {
      const value: unknown = Reflect.get(record, field);
      return typeof value === "string" ? value.trim() : "";
    };
    const email = textOf("email");
    if (email === "") return null;
    const phone = textOf("phone");
    return { firstName: textOf("firstName"), lastName: textOf("lastName"), email, phone: phone || null };
  } catch {
    return null;
  }
}

export const customerToken = (storage: Reader): string | null => storage.getItem(TOKEN_KEY) || null;

/** Whether the account page may be shown: token and user are both there (SPEC §5). */
export const isSignedIn = (storage: Reader): boolean =>
  customerToken(storage) !== null && Boolean(storage.getItem(USER_KEY));

/** Whom the feedback page speaks to: `user`, and `user_data` when only that is there. */
export const feedbackUser = (storage: Reader): StoredUser | null =>
  parsedUser(storage.getItem(USER_KEY)) ?? parsedUser(storage.getItem(OLDER_USER_KEY));

/** Other tabs hear of a change by themselves; this one has to be told. */
const tellThisTab = () => window.dispatchEvent(new StorageEvent("storage"));

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
  tellThisTab();
}

/** Forgets the session on this device because the server did; the sign-in page then says `because`. */
export function endCustomerSession(because: string): void {
  clearCustomer(localStorage);
  localStorage.removeItem(OLDER_USER_KEY);
  lastWords = because;
  tellThisTab();
}

/** Why the last session ended, if not by logging out. */
export const customerSessionEndedBecause = (): string | null => lastWords;

/** {@link isSignedIn} of this device, as it changes. */
export const useSignedIn = (): boolean => useSyncExternalStore(watchCustomer, () => isSignedIn(localStorage));

/** {@link feedbackUser} of this device, as it changes. */
export function useFeedbackUser(): StoredUser | null {
  const user = useSyncExternalStore(watchCustomer, () => localStorage.getItem(USER_KEY));
  const older = useSyncExternalStore(watchCustomer, () => localStorage.getItem(OLDER_USER_KEY));
  return useMemo(() => parsedUser(user) ?? parsedUser(older), [user, older]);
}
