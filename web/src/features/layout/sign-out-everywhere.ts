/** Signs a customer out on every device; on this one it does the same as Log Out. */
import { signOutEverywhere } from "../../api/customer-accounts.ts";
import { endLocalSession } from "./sign-out.ts";

/** @throws RequestError if the server could not end the sessions; nothing has changed then. */
export async function signOutOnEveryDevice(): Promise<void> {
  const { message } = await signOutEverywhere();
  await endLocalSession(message);
}
