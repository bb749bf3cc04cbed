/** Owns the way of a staff command: read the stream, fold, decide, append with the credentials; tried again when another was faster. */
import { randomUUID } from "node:crypto";
import { hashPassword, verifyPassword } from "../accounts/passwords.ts";
import type { Core, Outcome } from "../context.ts";
import { schemaVersionOf } from "../event-catalogue.ts";
import { type Append, type AppendResult, append, appendWith, type EventMeta } from "../log/append.ts";
import { type RecordedEvent, readStream } from "../log/read.ts";
import { type Refused, refuse } from "../rejection.ts";
import {
  changeCredentials,
  findCredentials,
  insertCredentials,
  type StaffCredentials,
} from "./credentials.ts";
import {
  decide,
  evolve,
  noStaff,
  type StaffAccount,
  type StaffActor,
  type StaffCommand,
  type StaffEvent,
  type StaffRole,
  type StaffState,
} from "./staff.ts";

/** Somebody may sign in on many devices at once; each try lets another one through. */
const MAX_ATTEMPTS = 30;

/** What these commands need of the core, so that the first start can seed an account without the rest. */
export type StaffCore = Pick<Core, "sql" | "clock" | "afterAppend">;

export interface NewStaffAccount {
  username: string;
  /** As it was typed; only its hash is kept. */
  password: string;
  firstName: string;
  lastName: string;
  email: string;
  role: StaffRole;
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
  const decision = decide({ type: "CreateStaffAccount", personId, role, by }, noStaff);
  if (!decision.ok) return decision;
  const passwordHash = await hashPassword(password);
  const createdAt = core.clock.now();
  const credentials = { username, email: person.email, passwordHash, role, createdAt };
  const request: Append = {
    stream: { category: "staff" },
    expectedVersion: 0,
    commandId,
    events: withVersions(decision.events),
    meta,
    occurredAt: createdAt,
    person: { id: personId, ...person, phone: null, freeText: null },
  };
  const result = await appendWith(core.sql, request, (tx, id) => insertCredentials(tx, id, credentials));
  if (!result.ok) return refusalOf(result);
  core.afterAppend(result.position);
  return { ok: true, value: { id: result.streamId, createdAt }, position: result.position };
}

/** Deactivates, reactivates or deletes an account; answers how it then stands. */
export function changeStaffAccount(
  core: StaffCore,
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
  const matches = await verifyPassword(password, found?.passwordHash ?? null);
  return matches ? found : null;
}

/** Records that somebody whose password was right has signed in; refuses a deactivated account as a wrong password is. */
export async function signInStaff(
  core: StaffCore,
  id: number,
  requestId: string,
): Promise<Outcome<StaffAccount & { signedInAt: Date }>> {
  const signedInAt = core.clock.now();
  const metaOf = ({ role }: StaffAccount): EventMeta => ({ actor: { kind: "staff", id, role }, requestId });
  const outcome = await handle(core, id, { type: "SignInStaff" }, metaOf, signedInAt);
  return outcome.ok ? { ...outcome, value: { ...outcome.value, signedInAt } } : outcome;
}

async function handle(
  core: StaffCore,
  id: number,
  command: Exclude<StaffCommand, { type: "CreateStaffAccount" }>,
  metaOf: (account: StaffAccount) => EventMeta,
  occurredAt: Date,
): Promise<Outcome<StaffAccount>> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const recorded = await readStream(core.sql, `staff-${id}`);
    const state = fold(noStaff, recorded.map(asStaffEvent));
    const decision = decide(command, state);
    if (!decision.ok) return decision;
    const after = fold(state, decision.events);
    if (!state.exists || !after.exists) return refuse("StaffNotFound");
    if (decision.events.length === 0) {
      return { ok: true, value: after, position: recorded.at(-1)?.at ?? null };
    }
    const request: Append = {
      stream: { category: "staff", id },
      expectedVersion: recorded.length,
      commandId: `staff:${randomUUID()}`,
      events: withVersions(decision.events),
      meta: metaOf(after),
      occurredAt,
    };
    const result =
      command.type === "SignInStaff"
        ? await append(core.sql, request)
        : await appendWith(core.sql, request, (tx) => changeCredentials(tx, id, state, after));
    if (result.ok) {
      core.afterAppend(result.position);
      return { ok: true, value: after, position: result.position };
    }
    if (result.violated !== "stream-version") return refusalOf(result);
  }
  return refuse("ConcurrentChange");
}

function refusalOf(result: Extract<AppendResult, { ok: false }>): Refused {
  switch (result.violated) {
    case "staff-username":
      return refuse("UsernameTaken", {
        errors: [{ path: "username", message: "This username is already taken" }],
      });
    case "staff-email":
      return refuse("EmailTaken", {
        errors: [{ path: "email", message: "There is already an account with this email" }],
      });
    case "last-active-admin":
      return refuse("LastActiveAdmin");
    default:
      return refuse("ConcurrentChange");
  }
}

const fold = (state: StaffState, events: readonly StaffEvent[]): StaffState => events.reduce(evolve, state);

// A staff stream holds staff events only, and reading has checked each against its schema.
const asStaffEvent = (event: Pick<RecordedEvent, "type" | "data">): StaffEvent => event as StaffEvent;

const withVersions = (events: readonly StaffEvent[]) =>
  events.map((event) => ({ ...event, schemaVersion: schemaVersionOf(event.type) }));
