/** Checks that nothing is appended by a session that has ended, whatever ends it and however close in time. */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Core } from "../context.ts";
import { logOutEverywhere, registerCustomer, requestErasure } from "../customer/handle.ts";
import { append } from "../log/append.ts";
import { type ActingSession, type EventMeta, SESSION_INVALID } from "../log/append-request.ts";
import {
  changeStaffAccount,
  createStaffAccount,
  logOutStaffEverywhere,
  signInStaff,
} from "../staff/handle.ts";
import type { StaffRole } from "../staff/staff.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { createTestCore, testMeta } from "../testing/test-core.ts";
import { endSession, newSession } from "./sessions.ts";

let database: TestDatabase;
let core: Core;
beforeAll(async () => {
  database = await createTestDatabase({ max: 20 });
  core = await createTestCore(database);
  // With this admin, no account in these tests is the last active admin.
  await hired("admin");
});
afterAll(() => database.drop());

let people = 0;

async function hired(role: StaffRole): Promise<{ id: number; role: StaffRole; acting: ActingSession }> {
  people += 1;
  const username = `colleague-${people}`;
  const person = { firstName: "Ada", lastName: "Byron", email: `${username}@hub.example.test` };
  const account = { username, password: "correct horse", role, ...person };
  const context = { commandId: `hire:${randomUUID()}`, meta: testMeta };
  const outcome = await createStaffAccount(core, account, "product", context);
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  const { id } = outcome.value;
  return { id, role, acting: await signedIn(id, role) };
}

async function signedIn(id: number, role: StaffRole): Promise<ActingSession> {
  const session = newSession("staff", core.clock.now());
  const login = await signInStaff(core, { id, passwordVersion: 1 }, session, "test");
  if (!login.ok) throw new Error(login.rejection.code);
  return { kind: "staff", sessionId: session.sessionId, accountId: id, role };
}

async function registered(): Promise<{ id: number; acting: ActingSession }> {
  people += 1;
  const session = newSession("customer", core.clock.now());
  const names = { firstName: "Ada", lastName: "Byron", phone: null };
  const registration = { email: `customer-${people}@example.test`, password: "secret1", ...names };
  const outcome = await registerCustomer(core, registration, testMeta, session);
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  const { id } = outcome.value;
  return { id, acting: { kind: "customer", sessionId: session.sessionId, accountId: id } };
}

const metaOf = (session: ActingSession): EventMeta => ({ ...testMeta, session });

/** An append of an event without an account, by this session. */
const request = (session: ActingSession) => ({
  stream: { category: "inquiry" },
  expectedVersion: 0,
  commandId: `test:${randomUUID()}`,
  events: [{ type: "Tested", schemaVersion: 1, data: {} }],
  meta: metaOf(session),
  occurredAt: core.clock.now(),
});
const appended = (session: ActingSession) => append(core.sql, request(session));

const REFUSED = { ok: false, violated: SESSION_INVALID };

describe("an append by a session", () => {
  it("is made while the session is valid, and stores nothing of it", async () => {
    const { acting } = await hired("staff");
    const result = await appended(acting);
    expect(result).toMatchObject({ ok: true });
    const id = result.ok ? result.streamId : 0;
    const [event] = await core.sql`select meta from events where stream = ${`inquiry-${id}`}`;
    expect(event?.meta).toEqual({ actor: { kind: "visitor" }, requestId: "test" });
  });

  it.each<[string, (acting: ActingSession) => Promise<unknown>]>([
    ["it was logged out", ({ sessionId }) => endSession(core.sql, sessionId, core.clock.now())],
    ["all were ended", ({ accountId }) => logOutStaffEverywhere(core, accountId, testMeta)],
    [
      "the account was deactivated",
      ({ accountId: id }) =>
        changeStaffAccount(core, { type: "DeactivateStaffAccount", id, by: "product" }, testMeta),
    ],
    [
      "the account was deleted",
      ({ accountId: id }) =>
        changeStaffAccount(core, { type: "DeleteStaffAccount", id, by: "product" }, testMeta),
    ],
    [
      "the account has another role",
      ({ accountId }) =>
        database.ownerSql`update staff_credentials set role = 'staff' where staff_id = ${accountId}`,
    ],
    [
      "it was opened with another password",
      ({ accountId }) =>
        database.ownerSql`
          update staff_credentials set password_version = password_version + 1 where staff_id = ${accountId}`,
    ],
  ])("is refused once %s", async (_, end) => {
    const { acting } = await hired("manager");
    await end(acting);
    expect(await appended(acting)).toEqual(REFUSED);
  });

  it("is refused for a customer who has logged out everywhere, as a command is", async () => {
    const { id, acting } = await registered();
    expect(await appended(acting)).toMatchObject({ ok: true });
    await logOutEverywhere(core, id, metaOf(acting));
    expect(await appended(acting)).toEqual(REFUSED);
    const outcome = await requestErasure(core, id, metaOf(acting));
    expect(outcome).toMatchObject({ ok: false, rejection: { code: "SessionEnded" } });
  });

  it("is refused if the session has expired or belongs to another account", async () => {
    const [{ acting }, other] = [await registered(), await registered()];
    expect(await appended({ ...acting, accountId: other.id })).toEqual(REFUSED);
    const later = new Date(core.clock.now().getTime() + 7 * 86_400_000);
    expect(await append(core.sql, { ...request(acting), occurredAt: later })).toEqual(REFUSED);
  });

  it("shares a statement with others and is refused alone", async () => {
    const [valid, ended] = [await registered(), await registered()];
    await endSession(core.sql, ended.acting.sessionId, core.clock.now());
    const all = [valid, ended, valid, ended, valid].map(({ acting }) => appended(acting));
    expect((await Promise.all(all)).map(({ ok }) => ok)).toEqual([true, false, true, false, true]);
  });
});

describe("an ending and an append at once", () => {
  it("the ending waits for an append that came first", async () => {
    const { acting } = await registered();
    let ended = false;
    let ending: Promise<void> | undefined;
    await core.sql.begin(async (tx) => {
      const { stream, meta: _, ...rest } = request(acting);
      const guard = [{ operation: "session_stands", ...acting, alone: false }];
      await tx`select * from append_events(${tx.json({ ...stream, ...rest, meta: testMeta, guard } as never)})`;
      ending = endSession(core.sql, acting.sessionId, core.clock.now()).then(() => {
        ended = true;
      });
      await delay(200);
      expect(ended).toBe(false);
    });
    await ending;
    expect(await appended(acting)).toEqual(REFUSED);
  });

  it("the append waits for an ending that came first, and is refused", async () => {
    const { acting } = await registered();
    let result: Promise<unknown> | undefined;
    await core.sql.begin(async (tx) => {
      await tx`select end_session(${acting.sessionId}, ${core.clock.now()})`;
      result = appended(acting);
      await delay(300);
    });
    expect(await result).toEqual(REFUSED);
  });

  it("changes of accounts never deadlock", async () => {
    for (let round = 0; round < 5; round++) {
      const [one, two] = [await hired("admin"), await hired("admin")];
      const second = await signedIn(one.id, "admin");
      const started = performance.now();
      const by = ({ id, role }: typeof one) => ({ id, role });
      const outcomes = await Promise.all([
        changeStaffAccount(
          core,
          { type: "DeactivateStaffAccount", id: two.id, by: by(one) },
          metaOf(one.acting),
        ),
        changeStaffAccount(
          core,
          { type: "DeactivateStaffAccount", id: one.id, by: by(two) },
          metaOf(two.acting),
        ),
        logOutStaffEverywhere(core, one.id, metaOf(one.acting)),
        logOutStaffEverywhere(core, one.id, metaOf(second)),
      ]);
      expect(outcomes.some(({ ok }) => ok)).toBe(true);
      expect(performance.now() - started).toBeLessThan(2_000);
    }
  });
});
