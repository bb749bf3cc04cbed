/** Owns whether a customer is signed in on this device: both `userToken` and `user` in local storage (SPEC §3, §4). */
import { useMemo, useSyncExternalStore } from "react";
import { onPlaceChange } from "../start/navigation.ts";

export const TOKEN_KEY = "userToken";
export const USER_KEY = "user";

/** What the navigation bar knows of a signed-in customer. */
export interface Customer {
  firstName: string | null;
}

/** The stored user record, where there is a token beside it. */
function storedUser(storage: Pick<Storage, "getItem">): string | null {
  return storage.getItem(TOKEN_KEY) ? storage.getItem(USER_KEY) || null : null;
}

/** A user record that cannot be read has no first name. */
function customerOf(user: string): Customer {
  try {
    const record: unknown = JSON.parse(user);
    const named = typeof record === "object" && record !== null && "firstName" in record;
    const name = named && typeof record.firstName === "string" ? record.firstName.trim() : "";
    return { firstName: name || null };
  } catch {
    return { firstName: null };
  }
}

/** The signed-in customer; null unless both keys are there. */
export function readCustomer(storage: Pick<Storage, "getItem">): Customer | null {
  const user = storedUser(storage);
  return user === null ? null : customerOf(user);
}

const PERSON_FIELDS = ["firstName", "lastName", "email", "phone"] as const;

/** What the stored record says of the signed-in customer, for forms to begin with; only what is there and is text. */
export function readPersonFields(
  storage: Pick<Storage, "getItem">,
): Partial<Record<(typeof PERSON_FIELDS)[number], string>> {
  try {
    const record: unknown = JSON.parse(storedUser(storage) ?? "null");
    if (typeof record !== "object" || record === null) return {};
    const fields: Partial<Record<(typeof PERSON_FIELDS)[number], string>> = {};
    for (const field of PERSON_FIELDS) {
      const value: unknown = Reflect.get(record, field);
      if (typeof value === "string") fields[field] = value;
    }
    return fields;
  } catch {
    return {};
  }
}

/** Forgets the customer on this device. */
export function clearCustomer(storage: Pick<Storage, "removeItem">): void {
  storage.removeItem(TOKEN_KEY);
  storage.removeItem(USER_KEY);
}

/** Calls `look` on each route change and when this or another tab signs in or out. Returns what stops it. */
export function watchCustomer(look: () => void): () => void {
  const stop = onPlaceChange(look);
  window.addEventListener("storage", look);
  return () => {
    stop();
    window.removeEventListener("storage", look);
  };
}

/** The signed-in customer, looked at again on each route change and when another tab signs in or out. */
export function useCustomer(): Customer | null {
  const user = useSyncExternalStore(
    watchCustomer,
    () => storedUser(localStorage),
    () => null,
  );
  return useMemo(() => (user === null ? null : customerOf(user)), [user]);
}
