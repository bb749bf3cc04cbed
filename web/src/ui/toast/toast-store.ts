/** The content and duration of toasts: one at a time, shown from anywhere (decision 164). */
import { createStore, useStore } from "../../browser/store.ts";

export const TOAST_DURATION_MS = 5_000;
const TOAST_REMOVE_DELAY_MS = 1_000_000;

export interface ToastMessage {
  title: string;
  description?: string | undefined;
  variant?: "default" | "danger" | undefined;
  /** Milliseconds on screen; 5000 by default. */
  durationMs?: number | undefined;
}

export interface ShownToast extends ToastMessage {
  id: number;
  open: boolean;
}

const shown = createStore<ShownToast | null>(null);
let lastId = 0;

/** Shows a toast and replaces the one before it (at most one is on screen). Returns the function that closes it early. */
export function toast(message: ToastMessage): () => void {
  const id = ++lastId;
  shown.set({ ...message, id, open: true });
  return () => dismissToast(id);
}

/** Closes the toast; its content is kept for another 1,000,000 ms. */
export function dismissToast(id: number): void {
  const current = shown.get();
  if (current?.id !== id || !current.open) return;
  shown.set({ ...current, open: false });
  setTimeout(() => {
    if (shown.get()?.id === id) shown.set(null);
  }, TOAST_REMOVE_DELAY_MS);
}

export const useToast = (): ShownToast | null => useStore(shown);
