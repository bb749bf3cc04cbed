/** Remembers the head that this browser verified last: the next check finds out whether the log still begins with it. */
import { storageChanged, useStored } from "../../../browser/device-storage.ts";
import type { SignedHead } from "../../../browser/sealed-log/signed-head.ts";

const KEY = "audit_verified_head";

export interface RememberedHead extends SignedHead {
  /** When it was verified: UTC instant, ISO 8601. */
  verifiedAt: string;
}

/** Null if this page did not write the text. */
function headIn(text: string | null): RememberedHead | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return isHead(value) ? value : null;
  } catch {
    return null;
  }
}

const TEXTS = ["origin", "root", "key", "verifiedAt"] as const;

const isHead = (value: unknown): value is RememberedHead =>
  typeof value === "object" &&
  value !== null &&
  "size" in value &&
  Number.isSafeInteger(value.size) &&
  TEXTS.every((name) => typeof Reflect.get(value, name) === "string");

export const readRememberedHead = (): RememberedHead | null => headIn(localStorage.getItem(KEY));

export const useRememberedHead = (): RememberedHead | null =>
  headIn(useStored((storage) => storage.getItem(KEY)));

export function rememberHead(head: RememberedHead): void {
  localStorage.setItem(KEY, JSON.stringify(head));
  storageChanged();
}

export function forgetHead(): void {
  localStorage.removeItem(KEY);
  storageChanged();
}
