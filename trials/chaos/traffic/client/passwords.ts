/** The password of a client: logging in with it, and changing it when the answer may be lost. */

import { newPassword } from "../made-up-people.ts";
import type { HttpClient } from "./http-client.ts";

export interface Credentials {
  password: string;
  /** The other possible password, if a change of it was not answered. */
  otherPassword: string | null;
}

export const newCredentials = (): Credentials => ({ password: newPassword(), otherPassword: null });

/** Logs in with one of the possible passwords; answers the status of the last try. */
export async function logIn(
  caller: HttpClient,
  operation: string,
  name: { email: string } | { username: string },
  credentials: Credentials,
): Promise<number | null> {
  const { password: first, otherPassword } = credentials;
  let status: number | null = null;
  for (const password of [first, ...(otherPassword === null ? [] : [otherPassword])]) {
    const answer = await caller.call<{ token: string }>(operation, { body: { ...name, password } });
    status = answer.status;
    if (answer.ok) {
      caller.setToken(answer.body.token);
      Object.assign(credentials, { password, otherPassword: null });
    }
    if (status !== 401) break;
  }
  return status;
}

export async function changePassword(
  caller: HttpClient,
  operation: string,
  credentials: Credentials,
): Promise<void> {
  const password = newPassword();
  const body = { currentPassword: credentials.password, password };
  const answer = await caller.call(operation, { body });
  if (answer.ok) credentials.password = password;
  // The next login shows whether it was changed.
  else if (answer.status === null || answer.status >= 500) credentials.otherPassword = password;
}
