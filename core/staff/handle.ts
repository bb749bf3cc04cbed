/** Handles staff commands: reads the stream, folds, decides, and appends with the credentials; tries again if another append was faster. */
import { randomUUID } from "node:crypto";
import type { Core, Passwords } from "../context.ts";
import { isEqualInConstantTime } from "../links.ts";
import { type AppendRule, COMMAND_REPEATED, type EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { type Refused, refuse, refuseField } from "../log/rejection.ts";
import { type Log, load, requireExisting, transact } from "../log/transact.ts";
import { refusedPassword, WRONG_PASSWORD } from "../person/new-password.ts";
import { storePerson } from "../person/personal-data.ts";
import { endSessions, type NewSession, openSession } from "../session/sessions.ts";
import {
  addCredentials,
  changeCredentials,
  credentialsOf,
  EMAIL_TAKEN,
  findCredentials,
  LAST_ACTIVE_ADMIN,
  replacePassword,
  type StaffCredentials,
  USERNAME_TAKEN,
} from "./credentials.ts";
import { CODE_USED, type CodeProof, ONE_SECOND_FACTOR } from "./second-factor-store.ts";
import {
  type ColleagueCommand,
  decide,
  noStaff,
  type OwnCommand,
  type PasswordLink,
  type StaffAccount,
  type StaffActor,
  type StaffRole,
  type StaffState,
  staffStream,
} from "./staff.ts";
import { checkLoginAllowed, decideLogin, LOGIN_REFUSED, staffSessionStream } from "./staff-session.ts";

export interface NewStaffAccount {
  username: string;
  /** As it was entered; only its hash is kept. Null: the owner is invited by mail to set one. */
  password: string | null;
  firstName: string;
  lastName: string;
  email: string;
  role: StaffRole;
}

const INVITATION_MS = 7 * 24 * 3_600_000;
const RESET_MS = 3_600_000;

const newLink = (now: Date, forMs: number): PasswordLink => ({
  id: randomUUID(),
  expiresAt: new Date(now.getTime() + forMs),
});

/** A link for a new password, which is mailed to the account's owner and works once within the hour. */
export const newResetLink = (now: Date): PasswordLink => newLink(now, RESET_MS);

/** The log, and how passwords are hashed. */
export interface StaffCore extends Log {
  passwords: Passwords;
}

/** Creates an account; returns its id. `UsernameTaken`, `EmailTaken` and `PasswordTooCommon` name the field. */
export async function createStaffAccount(
  core: StaffCore,
  account: NewStaffAccount,
  by: StaffActor,
  { commandId, meta }: { commandId: string; meta: EventMeta },
): Promise<Outcome<{ id: number; createdAt: Date }>> {
  const { username, password, role, ...person } = account;
  const refused =
    by === "product" || password === null
      ? null
      : refusedPassword(core.passwords, password, [username, person.email]);
  if (refused) return refused;
  const personId = randomUUID();
  const createdAt = core.clock.now();
  const link = password === null ? newLink(createdAt, INVITATION_MS) : undefined;
  const command = { type: "CreateStaffAccount", personId, role, by, link } as const;
  const outcome = await transact({ ...core, clock: { now: () => createdAt } }, staffStream, null, {
    commandId,
    meta,
    decide: (state) => decide(command, state),
    appendRules: async () => [
      storePerson({ id: personId, ...person, phone: null, freeText: null }),
      ...addCredentials({
        username,
        email: person.email,
        // Without a password, one that is not known to any person.
        passwordHash: await core.passwords.hash(password ?? randomUUID()),
        role,
      }),
    ],
    refusals: { ...REFUSALS, [COMMAND_REPEATED]: refuse("ConcurrentChange") },
  });
  return outcome.ok ? { ...outcome, value: { id: outcome.value.id, createdAt } } : outcome;
}

/** Carries out a colleague's command on an account; returns the account's new state. */
export function changeStaffAccount(
  core: Log,
  command: ColleagueCommand,
  meta: EventMeta,
): Promise<Outcome<StaffAccount>> {
  return changeAccount(core, command.id, command, { meta, appendRules: changeCredentials });
}

/**
 * The account with this username and password, deactivated or not; null if there is none. An unknown username takes as
 * long as a wrong password.
 */
export async function checkStaffPassword(
  core: StaffCore,
  { username, password }: { username: string; password: string },
): Promise<StaffCredentials | null> {
  const found = await findCredentials(core.sql, username);
  const matches = await core.passwords.verify(password, found?.passwordHash ?? null);
  return matches ? found : null;
}

/** A session opened with the right password. */
export interface SignedInStaff extends StaffAccount {
  signedInAt: Date;
}

/**
 * Records a login with the right password in a stream of its own, and opens the session with it. Refuses a deactivated
 * account in the same way as a wrong password, and an account with a second factor with `SecondFactorCodeNeeded`. The
 * same append uses up the `proof` of the second factor: of two logins with one code, one succeeds.
 */
export async function signInStaff(
  core: Log,
  { id, passwordVersion }: Pick<StaffCredentials, "id" | "passwordVersion">,
  session: NewSession,
  requestId: string,
  proof?: CodeProof,
): Promise<Outcome<SignedInStaff>> {
  const signedInAt = session.createdAt;
  const login = { staffId: id, proven: proof !== undefined };
  let account: StaffState = noStaff;
  const outcome = await transact({ ...core, clock: { now: () => signedInAt } }, staffSessionStream, null, {
    commandId: `staff:${randomUUID()}`,
    meta: () => ({ actor: { kind: "staff", id, role: requireExisting(account).role }, requestId }),
    async decide() {
      account = (await load(core.sql, staffStream, id)).state;
      return decideLogin(login, account);
    },
    appendRules: () => [
      checkLoginAllowed(login),
      ...(proof ?? []).map((operation) => ({ ...operation, staffId: id })),
      openSession(session, { passwordVersion, accountId: id }),
    ],
    // The account was changed meanwhile, so its state is read again.
    refusals: { ...REFUSALS, [LOGIN_REFUSED]: async () => "retry" },
  });
  return outcome.ok ? { ...outcome, value: { ...requireExisting(account), signedInAt } } : outcome;
}

/** Ends all sessions of one's own account. */
export const logOutStaffEverywhere = (
  core: Log,
  id: number,
  meta: EventMeta,
): Promise<Outcome<StaffAccount>> =>
  changeOwnAccount(
    core,
    id,
    { type: "LogOutStaffEverywhere" },
    { meta, appendRules: [endSessions("staff")] },
  );

/** Checks the account's own password before it is changed; `WrongPassword` names the field. */
export async function checkOwnPassword(
  core: StaffCore,
  account: StaffCredentials,
  password: string,
): Promise<{ ok: true; value: StaffCredentials } | Refused> {
  const matches = await core.passwords.verify(password, account.passwordHash);
  return matches ? { ok: true, value: account } : WRONG_PASSWORD;
}

/** Sets a new password if the current one is still the one that was checked; all other sessions of the account end. */
export async function changeStaffPassword(
  core: StaffCore,
  checked: StaffCredentials,
  { password, sessionId }: { password: string; sessionId: string },
  meta: EventMeta,
): Promise<Outcome<StaffAccount>> {
  const { id, passwordVersion } = checked;
  const passwordHash = await core.passwords.hash(password);
  return changeAccount(
    core,
    id,
    { type: "ChangeStaffPassword" },
    {
      meta,
      refusedBy: async () =>
        (await credentialsOf(core.sql, id))?.passwordVersion === passwordVersion ? null : WRONG_PASSWORD,
      appendRules: () => [replacePassword(passwordHash), endSessions("staff", sessionId)],
    },
  );
}

/** The account that a mailed link for a password is for, if it is still valid; null otherwise. */
async function accountOfPasswordLink(
  core: Log & Pick<Core, "links">,
  token: string,
): Promise<(StaffCredentials & { linkId: string; personId: string }) | null> {
  const id = core.links.readStaffPassword(token);
  if (id === null) return null;
  const { state } = await load(core.sql, staffStream, id);
  const link = state.exists && state.active ? state.passwordLink : null;
  if (!state.exists || !link || link.expiresAt <= core.clock.now()) return null;
  if (!isEqualInConstantTime(core.links.staffPassword(id, link.id).token, token)) return null;
  const credentials = await credentialsOf(core.sql, id);
  return credentials && { ...credentials, linkId: link.id, personId: state.personId };
}

/** Sets the password by the mailed link, once; all sessions of the account end. `LinkInvalid` if it is no longer valid. */
export async function setPasswordByLink(
  core: StaffCore & Pick<Core, "links">,
  { token, password }: { token: string; password: string },
  requestId: string,
): Promise<Outcome<StaffAccount>> {
  const account = await accountOfPasswordLink(core, token);
  if (!account) return refuse("LinkInvalid");
  const refused = refusedPassword(core.passwords, password, [account.username, account.email]);
  if (refused) return refused;
  const passwordHash = await core.passwords.hash(password);
  const meta: EventMeta = { actor: { kind: "visitor" }, requestId };
  return changeOwnAccount(
    core,
    account.id,
    { type: "SetPasswordByLink", linkId: account.linkId, now: core.clock.now() },
    { meta, appendRules: [replacePassword(passwordHash), endSessions("staff")] },
  );
}

/** Carries out a command on one's own account, together with the writes that must succeed with it. */
export function changeOwnAccount(
  core: Log,
  id: number,
  command: OwnCommand,
  { meta, appendRules }: { meta: EventMeta; appendRules: readonly AppendRule[] },
): Promise<Outcome<StaffAccount>> {
  return changeAccount(core, id, command, { meta, appendRules: () => appendRules });
}

async function changeAccount(
  core: Log,
  id: number,
  command: ColleagueCommand | OwnCommand,
  change: {
    meta: EventMeta;
    refusedBy?(): Promise<Refused | null>;
    appendRules(before: StaffAccount, after: StaffAccount): readonly AppendRule[];
  },
): Promise<Outcome<StaffAccount>> {
  const outcome = await transact(core, staffStream, id, {
    commandId: `staff:${randomUUID()}`,
    meta: change.meta,
    decide: async (state) => (await change.refusedBy?.()) ?? decide(command, state),
    appendRules: (before, after) => change.appendRules(requireExisting(before), requireExisting(after)),
    refusals: REFUSALS,
  });
  return outcome.ok ? { ...outcome, value: requireExisting(outcome.value.state) } : outcome;
}

const REFUSALS = {
  [USERNAME_TAKEN]: refuseField("UsernameTaken", "username", "This username is already taken"),
  [EMAIL_TAKEN]: refuseField("EmailTaken", "email", "There is already an account with this email"),
  [LAST_ACTIVE_ADMIN]: refuse("LastActiveAdmin"),
  [CODE_USED]: refuse("InvalidSecondFactorCode"),
  [ONE_SECOND_FACTOR]: refuse("SecondFactorAlreadyOn"),
};
