/** Owns what Log Out does: both keys removed, home, and a word about it (SPEC §4, §8). */
import { request } from "../../api/request.ts";
import { storageChanged } from "../../browser/device-storage.ts";
import { goTo } from "../../browser/navigation.ts";
import { clearCustomer } from "../../session/signed-in-customer.ts";
import { toast } from "../../ui/toast.tsx";

export async function signOut(): Promise<void> {
  // The cookie that speaks beside the token goes too; where the server is out of reach, it goes when it expires.
  request("POST", "/api/auth/user-logout").catch(() => {});
  // A page that is for signed-in customers alone is left before it sees the session go.
  await goTo("/");
  clearCustomer(localStorage);
  storageChanged();
  toast({ title: "Logged Out", description: "You have been successfully logged out." });
}
