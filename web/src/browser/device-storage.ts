/** Owns looking at what this device has stored: again with each change of place, and when this or another tab changes it. */
import { useSyncExternalStore } from "react";
import { onPlaceChange } from "./navigation.ts";

/** Other tabs hear of a change by themselves; this one has to be told. */
export const storageChanged = (): void => void window.dispatchEvent(new StorageEvent("storage"));

function watchStorage(look: () => void): () => void {
  const stop = onPlaceChange(look);
  window.addEventListener("storage", look);
  return () => {
    stop();
    window.removeEventListener("storage", look);
  };
}

/** What `read` finds, as it changes; null while the page is drawn ahead of time. */
export const useStored = <Found extends string | boolean | null>(read: (storage: Storage) => Found) =>
  useSyncExternalStore<Found | null>(
    watchStorage,
    () => read(localStorage),
    () => null,
  );
