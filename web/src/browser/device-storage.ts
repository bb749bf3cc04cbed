/**
 * Reads what this device has stored, and reads it again when the page's address changes and when this or another tab changes the storage.
 */
import { useSyncExternalStore } from "react";
import { onAddressChange } from "./navigation.ts";

/** The result of using the storage; null if it is switched off or full. */
export function tryStorage<T>(use: () => T): T | null {
  try {
    return use();
  } catch {
    return null;
  }
}

/** Other tabs get the browser's storage event; the tab that makes the change has to be told. */
export const storageChanged = (): void => void window.dispatchEvent(new StorageEvent("storage"));

function watchStorage(look: () => void): () => void {
  const stop = onAddressChange(look);
  window.addEventListener("storage", look);
  return () => {
    stop();
    window.removeEventListener("storage", look);
  };
}

/** The result of `read`, as it changes; null while the page is rendered by the build or the server. */
export const useStored = <Found extends string | boolean | null>(read: (storage: Storage) => Found) =>
  useSyncExternalStore<Found | null>(
    watchStorage,
    () => read(localStorage),
    () => null,
  );
