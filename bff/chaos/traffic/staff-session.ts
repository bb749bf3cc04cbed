/** Keeps a client logged in as a colleague with a role: an account made by the admin, a login, another password. */
import { randomUUID } from "node:crypto";
import type { StaffLoggedIn } from "../../contract/staff/staff.ts";
import type { Caller } from "./caller.ts";
import { newPassword, person } from "./people.ts";
import type { Actor } from "./scenario.ts";

export type Role = "staff" | "manager" | "admin" | "auditor";

export interface StaffLogin {
  username: string;
  password: string;
  /** The other possible password, if a change of it was not answered. */
  otherPassword: string | null;
}

export interface Colleague extends Actor {
  login: StaffLogin;
}

/** Makes a colleague's account in the caller's session; null if it was not made. */
export async function hire(caller: Caller, role: Role): Promise<(StaffLogin & { id: number }) | null> {
  const username = `traffic-${randomUUID().slice(0, 18)}`;
  const login = { username, password: newPassword(), otherPassword: null };
  const { firstName, lastName } = person(caller.random);
  const body = { ...login, firstName, lastName, email: `${username}@hub.example.test`, role };
  const { otherPassword: _, ...asked } = body;
  const answer = await caller.call<{ id: number }>("POST /api/staff/create", { body: asked });
  return answer.ok ? { ...login, id: answer.body.id } : null;
}

/** Logs in if that is needed; answers whether the client is then logged in. */
export async function signInStaff({ caller, login }: Colleague): Promise<boolean> {
  if (!caller.signedOut()) return true;
  for (const password of [login.password, ...(login.otherPassword === null ? [] : [login.otherPassword])]) {
    const body = { username: login.username, password };
    const answer = await caller.call<StaffLoggedIn>("POST /api/auth/login", { body });
    if (answer.ok) {
      caller.carry(answer.body.token);
      Object.assign(login, { password, otherPassword: null });
      return true;
    }
  }
  return false;
}
