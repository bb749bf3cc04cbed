/** What Log Out does: both keys removed, home page, and a toast. */
import { request } from "../../api/request.ts";
import { storageChanged } from "../../browser/device-storage.ts";
import { goTo } from "../../browser/navigation.ts";
import { dropAllDrafts } from "../../session/draft-storage.ts";
import { forgetHolds } from "../../session/hold-marker.ts";
import { clearCustomer, TOKEN_KEY } from "../../session/signed-in-customer.ts";
import { toast } from "../../ui/toast/toast.tsx";

export async function signOut(): Promise<void> {
  const token = localStorage.getItem(TOKEN_KEY);
  // The cookie that speaks beside the token goes too; where the server is out of reach, the session ends when it expires.
  request("POST", "/api/auth/user-logout", undefined, token ? { bearer: token } : {}).catch(() => {});
  await leave("You have been successfully logged out.");
}

/** Forgets the session on this device and goes home. */
export async function leave(description: string): Promise<void> {
  // A page that is for signed-in customers alone is left before it sees the session go.
  await goTo("/");
  // On a shared computer nothing of it is left for the next one.
  clearCustomer(localStorage);
  dropAllDrafts();
  forgetHolds();
  storageChanged();
  toast({ title: "Logged Out", description });
}
