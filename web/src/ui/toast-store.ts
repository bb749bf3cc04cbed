/** Owns what the toasts say and for how long: one at a time, from anywhere (SPEC §9). */
import { useSyncExternalStore } from "react";

export const TOAST_DURATION_MS = 5_000;
export const TOAST_REMOVE_DELAY_MS = 1_000_000;

export interface ToastMessage {
  title: string;
  description?: string | undefined;
  variant?: "default" | "danger" | undefined;
  /** Milliseconds on screen; 5000 unless told. */
  durationMs?: number | undefined;
}

export interface ShownToast extends ToastMessage {
  id: number;
  open: boolean;
}

let current: ShownToast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: ShownToast | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a toast in place of the one before it (at most one is on screen). Returns what closes it early. */
export function toast(message: ToastMessage): () => void {
  const id = ++lastId;
  show({ ...message, id, open: true });
  return () => dismissToast(id);
}

/** Closes the toast; what was said stays known for another 1,000,000 ms. */
export function dismissToast(id: number): void {
  if (current?.id !== id || !current.open) return;
  show({ ...current, open: false });
  setTimeout(() => {
    if (current?.id === id) show(null);
  }, TOAST_REMOVE_DELAY_MS);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useToast(): ShownToast | null {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
}
