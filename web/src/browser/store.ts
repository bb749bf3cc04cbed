/** Owns values that outlive every component, and who hears of their changes: components through `useStore`, all else by subscribing. */
import { useSyncExternalStore } from "react";

export function createStore<Value>(value: Value) {
  const listeners = new Set<() => void>();
  return {
    get: (): Value => value,
    set(next: Value): void {
      value = next;
      for (const listener of listeners) listener();
    },
    /** Returns what stops it. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useStore = <Value>({ subscribe, get }: ReturnType<typeof createStore<Value>>): Value =>
  useSyncExternalStore(subscribe, get, get);
