/** Owns what Log Out does: both keys removed, home, and a word about it (SPEC §4, §8). */
import { useNavigate } from "@tanstack/react-router";
import { clearCustomer } from "../../session.ts";
import { toast } from "../../ui/toast.tsx";

export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    clearCustomer(localStorage);
    // Other tabs hear of it by themselves; this one has to be told.
    window.dispatchEvent(new StorageEvent("storage"));
    await navigate({ to: "/" });
    toast({ title: "Logged Out", description: "You have been successfully logged out." });
  };
}
