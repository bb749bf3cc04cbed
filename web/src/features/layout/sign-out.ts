/** Logs a customer out: both keys removed, home page, and a toast. */
import { request } from "../../api/request.ts";
import { storageChanged } from "../../browser/device-storage.ts";
import { goTo } from "../../browser/navigation.ts";
import { deleteAllDrafts } from "../../session/draft-storage.ts";
import { forgetHolds } from "../../session/hold-marker.ts";
import { clearCustomer, TOKEN_KEY } from "../../session/signed-in-customer.ts";
import { toast } from "../../ui/toast/toast.tsx";

export async function signOut(): Promise<void> {
  const token = localStorage.getItem(TOKEN_KEY);
  // The call also removes the session cookie. If the server cannot be reached, the session ends when it expires.
  request("POST", "/api/auth/user-logout", undefined, token ? { bearer: token } : {}).catch(() => {});
  await endLocalSession("You have been successfully logged out.");
}

/** Forgets the session on this device and goes to the home page. */
export async function endLocalSession(description: string): Promise<void> {
  // A page for signed-in customers must be left before it notices that the session is gone.
  await goTo("/");
  // On a shared computer, nothing may be left for the next person.
  clearCustomer(localStorage);
  deleteAllDrafts();
  forgetHolds();
  storageChanged();
  toast({ title: "Logged Out", description });
}
