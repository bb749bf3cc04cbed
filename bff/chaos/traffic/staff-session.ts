/** Owns how a client becomes a colleague of a role and stays one: an account by the admin, a login, another password. */
import { randomUUID } from "node:crypto";
import type { StaffLoggedIn } from "../../contract/staff/staff.ts";
import type { Caller } from "./caller.ts";
import { newPassword, person } from "./people.ts";
import type { Actor } from "./scenario.ts";

export type Role = "staff" | "manager" | "admin" | "auditor";

export interface StaffLogin {
  username: string;
  password: string;
  /** What the password may be instead, where a change of it was not answered. */
  otherPassword: string | null;
}

export interface Colleague extends Actor {
  login: StaffLogin;
}

/** A new colleague's account, made by whoever calls; null where it came to none. */
export async function hire(caller: Caller, role: Role): Promise<(StaffLogin & { id: number }) | null> {
  const username = `traffic-${randomUUID().slice(0, 18)}`;
  const login = { username, password: newPassword(), otherPassword: null };
  const { firstName, lastName } = person(caller.random);
  const body = { ...login, firstName, lastName, email: `${username}@hub.example.test`, role };
  const { otherPassword: _, ...asked } = body;
  const answer = await caller.call<{ id: number }>("POST /api/staff/create", { body: asked });
  return answer.ok ? { ...login, id: answer.body.id } : null;
}

/** Logs in where that is needed; whether the client is logged in then. */
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
