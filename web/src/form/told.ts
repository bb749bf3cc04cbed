/** What follows a change by staff or a customer: a refusal said in a toast, and what is shown fetched anew. */
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { refusalWords } from "../api/refusal.ts";
import { refreshShown } from "../live/refresh.ts";
import { toast } from "../ui/toast/toast.tsx";

/** For `onError`: says in a toast why a change was refused. `words`: as a page says it, else by {@link refusalWords}. */
export const toastRefusal =
  (title: string, otherwise: string, words = refusalWords) =>
  (error: Error): void =>
    void toast({ title, description: words(error, otherwise), variant: "danger" });

/** Fetches anew what is shown under any of the keys. */
export function useRefresh(): (...keys: QueryKey[]) => void {
  const client = useQueryClient();
  return (...keys) => {
    for (const key of keys) void refreshShown(client, key);
  };
}
