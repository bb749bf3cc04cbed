/** Owns the way of a staff command: read the stream, fold, decide, append with the credentials; tried again when another was faster. */
import { randomUUID } from "node:crypto";
import type { Passwords } from "../context.ts";
import { COMMAND_REPEATED, type EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { type Log, transact } from "../log/transact.ts";
import { storePerson } from "../personal-data.ts";
import { refuse } from "../rejection.ts";
import {
  addCredentials,
  changeCredentials,
  EMAIL_TAKEN,
  findCredentials,
  LAST_ACTIVE_ADMIN,
  type StaffCredentials,
  USERNAME_TAKEN,
} from "./credentials.ts";
import {
  decide,
  type StaffAccount,
  type StaffActor,
  type StaffCommand,
  type StaffRole,
  type StaffState,
  staffStream,
} from "./staff.ts";

export interface NewStaffAccount {
  username: string;
  /** As it was typed; only its hash is kept. */
  password: string;
  firstName: string;
  lastName: string;
  email: string;
  role: StaffRole;
}

/** The log, and how passwords are kept. */
export interface StaffCore extends Log {
  passwords: Passwords;
}

/** Creates an account; answers its id. `UsernameTaken` and `EmailTaken` name the field. */
export async function createStaffAccount(
  core: StaffCore,
  account: NewStaffAccount,
  by: StaffActor,
  { commandId, meta }: { commandId: string; meta: EventMeta },
): Promise<Outcome<{ id: number; createdAt: Date }>> {
  const { username, password, role, ...person } = account;
  const personId = randomUUID();
  const createdAt = core.clock.now();
  const command = { type: "CreateStaffAccount", personId, role, by } as const;
  const outcome = await transact({ ...core, clock: { now: () => createdAt } }, staffStream, null, {
    commandId,
    meta,
    decide: (state) => decide(command, state),
    guard: async () => [
      storePerson({ id: personId, ...person, phone: null, freeText: null }),
      ...addCredentials({
        username,
        email: person.email,
        passwordHash: await core.passwords.hash(password),
        role,
      }),
    ],
    refusals: { ...REFUSALS, [COMMAND_REPEATED]: refuse("ConcurrentChange") },
  });
  return outcome.ok ? { ...outcome, value: { id: outcome.value.id, createdAt } } : outcome;
}

/** Deactivates, reactivates or deletes an account; answers how it then stands. */
export function changeStaffAccount(
  core: Log,
  command: Exclude<StaffCommand, { type: "CreateStaffAccount" | "SignInStaff" }>,
  meta: EventMeta,
): Promise<Outcome<StaffAccount>> {
  return handle(core, command.id, command, () => meta, core.clock.now());
}

/**
 * The account that this username and password belong to, deactivated or not; null when there is none. An unknown
 * username takes as long as a wrong password.
 */
export async function checkStaffPassword(
  core: StaffCore,
  { username, password }: { username: string; password: string },
): Promise<StaffCredentials | null> {
  const found = await findCredentials(core.sql, username);
  const matches = await core.passwords.verify(password, found?.passwordHash ?? null);
  return matches ? found : null;
}

/** Records that somebody whose password was right has signed in; refuses a deactivated account as a wrong password is. */
export async function signInStaff(
  core: Log,
  id: number,
  requestId: string,
): Promise<Outcome<StaffAccount & { signedInAt: Date }>> {
  const signedInAt = core.clock.now();
  const metaOf = ({ role }: StaffAccount): EventMeta => ({ actor: { kind: "staff", id, role }, requestId });
  const outcome = await handle(core, id, { type: "SignInStaff" }, metaOf, signedInAt);
  return outcome.ok ? { ...outcome, value: { ...outcome.value, signedInAt } } : outcome;
}

async function handle(
  core: Log,
  id: number,
  command: Exclude<StaffCommand, { type: "CreateStaffAccount" }>,
  metaOf: (account: StaffAccount) => EventMeta,
  occurredAt: Date,
): Promise<Outcome<StaffAccount>> {
  const outcome = await transact({ ...core, clock: { now: () => occurredAt } }, staffStream, id, {
    commandId: `staff:${randomUUID()}`,
    meta: (after) => metaOf(standing(after)),
    decide: (state) => decide(command, state),
    guard: (before, after) =>
      command.type === "SignInStaff" ? [] : changeCredentials(standing(before), standing(after)),
    refusals: REFUSALS,
  });
  return outcome.ok ? { ...outcome, value: standing(outcome.value.state) } : outcome;
}

/** `decide` accepts nothing about an account that does not exist; anything else is a bug. */
function standing(state: StaffState): StaffAccount {
  if (!state.exists) throw new Error("A staff stream does not begin with its account");
  return state;
}

const REFUSALS = {
  [USERNAME_TAKEN]: refuse("UsernameTaken", {
    errors: [{ path: "username", message: "This username is already taken" }],
  }),
  [EMAIL_TAKEN]: refuse("EmailTaken", {
    errors: [{ path: "email", message: "There is already an account with this email" }],
  }),
  [LAST_ACTIVE_ADMIN]: refuse("LastActiveAdmin"),
};
