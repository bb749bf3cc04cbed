/** What happens after a change by staff or a customer: a toast for a refusal, and a refresh of the shown data. */
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { refusalMessage } from "../api/refusal.ts";
import { refreshShown } from "../live/refresh.ts";
import { toast } from "../ui/toast/toast.tsx";

/**
 * For `onError`: shows a toast with the reason why a change was refused.
 * `words` turns the error into text, {@link refusalMessage} by default.
 */
export const toastRefusal =
  (title: string, otherwise: string, words = refusalMessage) =>
  (error: Error): void =>
    void toast({ title, description: words(error, otherwise), variant: "danger" });

/** Fetches the shown data under each of the keys again. */
export function useRefresh(): (...keys: QueryKey[]) => void {
  const client = useQueryClient();
  return (...keys) => {
    for (const key of keys) void refreshShown(client, key);
  };
}
