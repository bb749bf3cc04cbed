/** Owns what Log Out does: both keys removed, home, and a word about it (SPEC §4, §8). */
import { goTo } from "../../place.ts";
import { clearCustomer } from "../../session.ts";
import { toast } from "../../ui/toast.tsx";

export async function signOut(): Promise<void> {
  clearCustomer(localStorage);
  // Other tabs hear of it by themselves; this one has to be told.
  window.dispatchEvent(new StorageEvent("storage"));
  await goTo("/");
  toast({ title: "Logged Out", description: "You have been successfully logged out." });
}
