/** Keeps a client logged in as a colleague with a role: an account made by the admin, a login, another password. */
import { randomUUID } from "node:crypto";
import type { HttpClient } from "./client/http-client.ts";
import { type Credentials, logIn, newCredentials } from "./client/passwords.ts";
import { person } from "./made-up-people.ts";
import type { ScenarioContext } from "./scenario.ts";

export type Role = "staff" | "manager" | "admin" | "auditor";

export interface StaffLogin extends Credentials {
  username: string;
}

export interface Colleague extends ScenarioContext {
  login: StaffLogin;
}

/** Makes a colleague's account in the caller's session; null if it was not made. */
export async function createStaffAccount(
  caller: HttpClient,
  role: Role,
): Promise<(StaffLogin & { id: number }) | null> {
  const username = `traffic-${randomUUID().slice(0, 18)}`;
  const login = { username, ...newCredentials() };
  const { password } = login;
  const { firstName, lastName } = person(caller.random);
  const body = { username, password, firstName, lastName, email: `${username}@hub.example.test`, role };
  const answer = await caller.call<{ id: number }>("POST /api/staff/create", { body });
  return answer.ok ? { ...login, id: answer.body.id } : null;
}

/** Logs in if that is needed; answers whether the client is then logged in. */
export async function signInStaff({ client, login }: Colleague): Promise<boolean> {
  if (!client.signedOut()) return true;
  await logIn(client, "POST /api/auth/login", { username: login.username }, login);
  return !client.signedOut();
}
