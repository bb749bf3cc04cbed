/** Keeps a client logged in as a colleague with a role: an account made by the admin, a login, another password. */
import { randomUUID } from "node:crypto";
import type { Caller } from "./caller.ts";
import { type Credentials, logIn, newCredentials } from "./passwords.ts";
import { person } from "./people.ts";
import type { Actor } from "./scenario.ts";

export type Role = "staff" | "manager" | "admin" | "auditor";

export interface StaffLogin extends Credentials {
  username: string;
}

export interface Colleague extends Actor {
  login: StaffLogin;
}

/** Makes a colleague's account in the caller's session; null if it was not made. */
export async function hire(caller: Caller, role: Role): Promise<(StaffLogin & { id: number }) | null> {
  const username = `traffic-${randomUUID().slice(0, 18)}`;
  const login = { username, ...newCredentials() };
  const { password } = login;
  const { firstName, lastName } = person(caller.random);
  const body = { username, password, firstName, lastName, email: `${username}@hub.example.test`, role };
  const answer = await caller.call<{ id: number }>("POST /api/staff/create", { body });
  return answer.ok ? { ...login, id: answer.body.id } : null;
}

/** Logs in if that is needed; answers whether the client is then logged in. */
export async function signInStaff({ caller, login }: Colleague): Promise<boolean> {
  if (!caller.signedOut()) return true;
  await logIn(caller, "POST /api/auth/login", { username: login.username }, login);
  return !caller.signedOut();
}
