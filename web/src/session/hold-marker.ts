/** Owns what this browser notes of its own holds: that there may be one, and that something about them changed. Nothing secret; the server tells which. */
import { storageChanged, useStored } from "../browser/device-storage.ts";
import { signedInRecord } from "./signed-in-customer.ts";

/** `until.changed`, both in milliseconds; `theme.js` reads the first part before anything is drawn. */
const KEY = "hub_holds";

/** Storage may be switched off; the bar is then not shown, and all else works. */
function attempt(use: () => void): void {
  try {
    use();
  } catch {
    return;
  }
  storageChanged();
}

const untilOf = (marker: string | null): number => Number(marker?.split(".")[0] ?? 0) || 0;

/** What is noted; another text whenever a hold of this browser began, changed or ended, in this or another tab. */
export const holdMarker = (storage: Pick<Storage, "getItem">): string | null => storage.getItem(KEY);

/** A booking of this browser holds its hours from now until `holdUntil` (ISO 8601, UTC). */
export function noteHold(holdUntil: string): void {
  attempt(() => {
    const until = Math.max(untilOf(holdMarker(localStorage)), Date.parse(holdUntil));
    localStorage.setItem(KEY, `${until}.${Date.now()}`);
  });
}

/** A hold was paid, changed or let go: every tab asks anew. */
export function noteHoldChange(): void {
  attempt(() => {
    const marker = holdMarker(localStorage);
    if (marker !== null) localStorage.setItem(KEY, `${untilOf(marker)}.${Date.now()}`);
  });
}

/** There is none any more. */
export function forgetHolds(): void {
  if (holdMarker(localStorage) !== null) attempt(() => localStorage.removeItem(KEY));
}

/** Whether there is any reason to ask the server for holds: this browser made one, or somebody is signed in. */
export const useMayHold = (): boolean =>
  useStored((storage) => holdMarker(storage) !== null || signedInRecord(storage) !== null) === true;
