/** Owns whether a customer is signed in on this device: both `userToken` and `user` in local storage (SPEC §3, §4). */
import { useRouterState } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";

const TOKEN_KEY = "userToken";
const USER_KEY = "user";

/** What the navigation bar knows of a signed-in customer. */
export interface Customer {
  firstName: string | null;
}

/** The signed-in customer; null unless both keys are there. A user record that cannot be read has no first name. */
export function readCustomer(storage: Pick<Storage, "getItem">): Customer | null {
  const user = storage.getItem(USER_KEY);
  if (!storage.getItem(TOKEN_KEY) || !user) return null;
  try {
    const record: unknown = JSON.parse(user);
    const named = typeof record === "object" && record !== null && "firstName" in record;
    const name = named && typeof record.firstName === "string" ? record.firstName.trim() : "";
    return { firstName: name || null };
  } catch {
    return { firstName: null };
  }
}

/** Forgets the customer on this device. */
export function clearCustomer(storage: Pick<Storage, "removeItem">): void {
  storage.removeItem(TOKEN_KEY);
  storage.removeItem(USER_KEY);
}

/** The signed-in customer, looked at again on each route change and when another tab signs in or out. */
export function useCustomer(): Customer | null {
  const place = useRouterState({ select: (state) => state.location });
  const [elsewhere, setElsewhere] = useState(0);
  useEffect(() => {
    const look = () => setElsewhere((count) => count + 1);
    window.addEventListener("storage", look);
    return () => window.removeEventListener("storage", look);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the storage is what is read; these two say when.
  return useMemo(
    () => (typeof localStorage === "undefined" ? null : readCustomer(localStorage)),
    [place, elsewhere],
  );
}
