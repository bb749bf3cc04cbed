/**
 * Notes in this browser that it may have holds and that something about them changed; the
 * note has no secret, and only the server tells which holds these are.
 */
import { storageChanged, tryStorage, useStored } from "../browser/device-storage.ts";
import { signedInRecord } from "./signed-in-customer.ts";

/** `until.changed`, both in milliseconds; `theme.js` reads the first part before the first paint. */
const KEY = "hub_holds";

/** If storage is switched off, the hold's bar is not shown, and everything else works. */
function mark(text: string | null): void {
  tryStorage(() => (text === null ? localStorage.removeItem(KEY) : localStorage.setItem(KEY, text)));
  storageChanged();
}

const stored = (): string | null => tryStorage(() => holdMarker(localStorage));

const untilOf = (marker: string | null): number => Number(marker?.split(".")[0] ?? 0) || 0;

/** The stored note. Its text changes whenever a hold of this browser begins, changes or ends, in this or another tab. */
export const holdMarker = (storage: Pick<Storage, "getItem">): string | null => storage.getItem(KEY);

/** Notes that a booking of this browser holds its hours from now until `holdUntil` (ISO 8601, UTC). */
export const rememberHold = (holdUntil: string): void =>
  mark(`${Math.max(untilOf(stored()), Date.parse(holdUntil))}.${Date.now()}`);

/** Notes that a hold was paid, changed or released, so that every tab reads the holds again. */
export function rememberHoldChange(): void {
  const marker = stored();
  if (marker !== null) mark(`${untilOf(marker)}.${Date.now()}`);
}

const changedAt = (marker: string): number => Number(marker.split(".")[1] ?? 0) || 0;

/** Removes the note, because the server knew no holds when it was asked at `askedAt`, and none has begun since (both in milliseconds); without `askedAt` in any case. */
export function forgetHolds(askedAt = Number.POSITIVE_INFINITY): void {
  const marker = stored();
  if (marker !== null && changedAt(marker) < askedAt) mark(null);
}

/** Whether there is a reason to ask the server for holds: this browser made one, or a customer is signed in. */
export const useMayHaveHolds = (): boolean =>
  useStored((storage) => holdMarker(storage) !== null || signedInRecord(storage) !== null) === true;
