/** Owns what Sign out everywhere does to a customer: as Log Out, on every device. */
import { signOutEverywhere } from "../../api/customer-accounts.ts";
import { leave } from "./sign-out.ts";

/** @throws RequestError when the server could not end the sessions: nothing has changed then. */
export async function signOutOnEveryDevice(): Promise<void> {
  const { message } = await signOutEverywhere();
  await leave(message);
}
