/** Checks staff accounts and logins on a real database, also when changes race. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EventMeta } from "../log/append-request.ts";
import { readRawStream } from "../log/read.ts";
import { load } from "../log/transact.ts";
import { readPerson } from "../personal-data.ts";
import { argon2Passwords } from "../platform/passwords.ts";
import { newSession } from "../session/sessions.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { createTestClock } from "../testing/test-core.ts";
import { credentialsOf, findCredentials } from "./credentials.ts";
import {
  changeOwnAccount,
  changeStaffAccount,
  checkStaffPassword,
  createStaffAccount,
  logOutStaffEverywhere,
  type NewStaffAccount,
  type StaffCore,
  signInStaff,
} from "./handle.ts";
import { addSecondFactor } from "./second-factor-store.ts";
import { seedAdmin } from "./seed-admin.ts";
import { type StaffRole, staffStream } from "./staff.ts";

let database: TestDatabase;
let core: StaffCore;
beforeAll(async () => {
  database = await createTestDatabase({ max: 20 });
  core = {
    sql: database.sql,
    clock: createTestClock(),
    passwords: argon2Passwords,
    afterAppend: () => undefined,
  };
});
afterAll(() => database.drop());

const adminMeta: EventMeta = { actor: { kind: "staff", id: 1, role: "admin" }, requestId: "test" };
let people = 0;

const account = (changes: Partial<NewStaffAccount> = {}): NewStaffAccount => {
  people += 1;
  return {
    username: `colleague-${people}`,
    password: "correct horse",
    firstName: "Ada",
    lastName: "Byron",
    email: `colleague-${people}@hub.example.test`,
    role: "staff",
    ...changes,
  };
};

const create = (given: NewStaffAccount) =>
  createStaffAccount(core, given, "product", { commandId: `test:${randomUUID()}`, meta: adminMeta });

async function created(role: StaffRole = "staff"): Promise<{ id: number; role: StaffRole }> {
  const outcome = await create(account({ role }));
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  return { id: outcome.value.id, role };
}

const signIn = (id: number, session = newSession("staff", core.clock.now())) =>
  signInStaff(core, { id, passwordVersion: 1 }, session, "many");

const loginsOf = (id: number) =>
  core.sql`
    select type, version, data, meta from events
    where stream like 'session-%' and (data ->> 'staffId')::bigint = ${id} order by position`;

const activeAdmins = async () => {
  const [row] = await core.sql<{ counted: number; standing: number }[]>`
    select (select coalesce(max(count), 0) from active_admins)::int as counted,
      (select count(*) from staff_credentials where role = 'admin' and active)::int as standing`;
  return row;
};

describe("a staff account", () => {
  it("is made with its credentials outside of the log", async () => {
    const given = account({ firstName: "Grace", lastName: "Hopper", username: "Grace" });
    const outcome = await create(given);
    if (!outcome.ok) throw new Error(outcome.rejection.code);
    const events = await readRawStream(core.sql, `staff-${outcome.value.id}`);
    expect(events.map(({ type, meta }) => ({ type, meta }))).toEqual([
      { type: "StaffAccountCreated", meta: adminMeta },
    ]);
    const inTheLog = JSON.stringify(events, (_, value) =>
      typeof value === "bigint" ? String(value) : value,
    );
    for (const secret of ["Grace", "Hopper", given.email, given.password, "argon2"]) {
      expect(inTheLog).not.toContain(secret);
    }
    const data = events[0]?.data as { personId: string } | undefined;
    expect(await readPerson(core.sql, data?.personId ?? "")).toMatchObject({
      firstName: "Grace",
      email: given.email,
    });
    expect(await findCredentials(core.sql, "gRACE")).toMatchObject({
      username: "Grace",
      passwordHash: expect.stringMatching(/^\$argon2id\$/),
    });
  });

  it.each([
    { path: "username", code: "UsernameTaken" },
    { path: "email", code: "EmailTaken" },
  ] as const)(
    "is refused with a $path that another account has, in any case, and leaves nothing",
    async ({ path, code }) => {
      const first = account();
      expect((await create(first)).ok).toBe(true);
      const [before] = await core.sql`select count(*) from events`;
      const outcome = await create(account({ [path]: first[path].toUpperCase() }));
      expect(outcome).toMatchObject({ ok: false, rejection: { code, errors: [{ path }] } });
      const [after] = await core.sql`select count(*) from events`;
      expect(after).toEqual(before);
    },
  );

  it("is made once of many simultaneous requests for one username", async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, () => create(account({ username: "wanted-by-all" }))),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    for (const outcome of outcomes) {
      if (!outcome.ok) expect(outcome.rejection.code).toBe("UsernameTaken");
    }
  });

  it("cannot be reached once it is deleted, and its username is free again", async () => {
    const given = account();
    const outcome = await create(given);
    if (!outcome.ok) throw new Error(outcome.rejection.code);
    const { id } = outcome.value;
    const command = { type: "DeleteStaffAccount", id, by: { id: 1, role: "admin" } } as const;
    expect((await changeStaffAccount(core, command, adminMeta)).ok).toBe(true);
    expect(await credentialsOf(core.sql, id)).toBeNull();
    expect(await checkStaffPassword(core, given)).toBeNull();
    expect(await signIn(id)).toMatchObject({ ok: false });
    expect((await create({ ...given, firstName: "Another" })).ok).toBe(true);
  });
});

describe("signing in", () => {
  it("needs the right password, and accepts the username in any case", async () => {
    const given = account({ username: "Katherine" });
    expect((await create(given)).ok).toBe(true);
    expect(await checkStaffPassword(core, { ...given, username: "kATHERINE" })).not.toBeNull();
    expect(await checkStaffPassword(core, { ...given, password: "correct horse " })).toBeNull();
    expect(await checkStaffPassword(core, { ...given, username: "no-such-user" })).toBeNull();
  });

  it("is recorded for each of many simultaneous logins, under the account itself", async () => {
    const { id } = await created("manager");
    const outcomes = await Promise.all(Array.from({ length: 16 }, () => signIn(id)));
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    const events = await loginsOf(id);
    expect(events).toHaveLength(16);
    for (const event of events) {
      expect(event).toEqual({
        type: "StaffSessionOpened",
        version: 1,
        data: { staffId: id, secondFactor: false },
        meta: { actor: { kind: "staff", id, role: "manager" }, requestId: "many" },
      });
    }
    const sessions = await core.sql`
      select from sessions where kind = 'staff' and account_id = ${id} and ended_at is null`;
    expect(sessions).toHaveLength(16);
  });

  it("does not lengthen the account's stream: after 500 logins it has one event", async () => {
    const { id } = await created();
    for (let i = 0; i < 500; i += 20) {
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => signIn(id)));
      expect(outcomes.every(({ ok }) => ok)).toBe(true);
    }
    expect(await loginsOf(id)).toHaveLength(500);
    const command = { type: "DeactivateStaffAccount", id, by: "product" } as const;
    expect(await changeStaffAccount(core, command, adminMeta)).toMatchObject({ ok: true });
    const { version, state } = await load(core.sql, staffStream, id);
    expect([version, state]).toEqual([2, expect.objectContaining({ active: false })]);
  });

  it("reads an account whose older logins are in its own stream", async () => {
    const { id } = await created();
    for (let version = 2; version <= 4; version++) {
      await database.ownerSql`
        insert into events (stream, version, type, schema_version, data, meta, command_id, command_seq, occurred_at)
        values (${`staff-${id}`}, ${version}, 'StaffSignedIn', 1, '{}', ${core.sql.json(adminMeta as never)}, ${randomUUID()}, 0, now())`;
    }
    expect((await signIn(id)).ok).toBe(true);
    const command = { type: "DeactivateStaffAccount", id, by: "product" } as const;
    expect(await changeStaffAccount(core, command, adminMeta)).toMatchObject({ ok: true });
    expect(await load(core.sql, staffStream, id)).toMatchObject({ version: 5, state: { active: false } });
  });

  it.each(["DeactivateStaffAccount", "DeleteStaffAccount"] as const)(
    "leaves no session open after a simultaneous %s, whichever is first",
    async (type) => {
      for (let round = 0; round < 8; round++) {
        const { id } = await created();
        const [ended, ...logins] = await Promise.all([
          changeStaffAccount(core, { type, id, by: "product" }, adminMeta),
          ...Array.from({ length: 6 }, () => signIn(id)),
        ]);
        expect(ended).toMatchObject({ ok: true });
        for (const login of logins) {
          if (!login.ok) expect(login.rejection.code).toBe("InvalidStaffCredentials");
        }
        const open = await core.sql`select from sessions where account_id = ${id} and ended_at is null`;
        expect(open).toHaveLength(0);
      }
    },
  );

  it("leaves no session open that was opened before logging out everywhere", async () => {
    const { id } = await created();
    for (let round = 0; round < 8; round++) {
      const opened = [newSession("staff", core.clock.now()), newSession("staff", core.clock.now())];
      await Promise.all(opened.map((session) => signIn(id, session)));
      await Promise.all([signIn(id), signIn(id), logOutStaffEverywhere(core, id, adminMeta)]);
      const open = await core.sql`
        select from sessions where session_id = any(${opened.map(({ sessionId }) => sessionId)}::uuid[]) and ended_at is null`;
      expect(open).toHaveLength(0);
    }
  });

  it("asks for the second factor even if it was turned on meanwhile", async () => {
    for (let round = 0; round < 8; round++) {
      const { id } = await created();
      const enrolment = [addSecondFactor({ sealedSecret: "sealed", step: 1 })];
      const enrol = { type: "EnrolSecondFactor" } as const;
      const [enrolled, ...logins] = await Promise.all([
        changeOwnAccount(core, id, enrol, { meta: adminMeta, guard: enrolment }),
        ...Array.from({ length: 6 }, () => signIn(id)),
      ]);
      expect(enrolled).toMatchObject({ ok: true });
      for (const login of logins) {
        if (!login.ok) expect(login.rejection.code).toBe("SecondFactorCodeNeeded");
      }
      const [row] = await core.sql<{ late: number }[]>`
        select count(*) as late from events login
        where login.type = 'StaffSessionOpened' and (login.data ->> 'staffId')::bigint = ${id} and login.xid > (
          select xid from events where stream = ${`staff-${id}`} and type = 'SecondFactorEnrolled')`;
      expect(row?.late).toBe(0);
      expect(await signIn(id)).toMatchObject({ ok: false, rejection: { code: "SecondFactorCodeNeeded" } });
    }
  });
});

describe("the last active admin", () => {
  it("stays, however admins deactivate and delete one another at once", async () => {
    for (let round = 0; round < 12; round++) {
      const admins = await Promise.all([created("admin"), created("admin"), created("admin")]);
      const ids = new Set(admins.map(({ id }) => id));
      // Only these three are left active.
      const others = await core.sql<{ id: number }[]>`
        select staff_id as id from staff_credentials where role = 'admin' and active`;
      for (const { id } of others.filter((other) => !ids.has(other.id))) {
        await changeStaffAccount(core, { type: "DeactivateStaffAccount", id, by: "product" }, adminMeta);
      }
      const type = round % 2 === 0 ? "DeactivateStaffAccount" : "DeleteStaffAccount";
      const outcomes = await Promise.all(
        admins.flatMap((by) =>
          admins
            .filter((target) => target !== by)
            .map(({ id }) => changeStaffAccount(core, { type, id, by }, adminMeta)),
        ),
      );
      const count = await activeAdmins();
      expect(count).toEqual({ counted: 1, standing: 1 });
      const refused = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.rejection.code]));
      expect(refused).toContain("LastActiveAdmin");
      for (const code of refused) expect(["LastActiveAdmin", "StaffNotFound"]).toContain(code);
    }
    const [row] = await core.sql<{ deadlocks: number }[]>`
      select deadlocks from pg_stat_database where datname = current_database()`;
    expect(row?.deadlocks).toBe(0);
  });

  it("is counted whenever an admin is added or removed", async () => {
    const { id } = await created("admin");
    const before = await activeAdmins();
    const change = (type: "DeactivateStaffAccount" | "ReactivateStaffAccount" | "DeleteStaffAccount") =>
      changeStaffAccount(core, { type, id, by: "product" }, adminMeta);
    for (const type of [
      "DeactivateStaffAccount",
      "DeactivateStaffAccount",
      "ReactivateStaffAccount",
    ] as const) {
      expect((await change(type)).ok).toBe(true);
    }
    expect(await activeAdmins()).toEqual(before);
    await change("DeactivateStaffAccount");
    await change("DeleteStaffAccount");
    const after = await activeAdmins();
    expect(after).toEqual({ counted: (before?.counted ?? 0) - 1, standing: (before?.standing ?? 0) - 1 });
  });
});

describe("the first start", () => {
  it("creates one admin, whichever process is first, and prints a generated password once", async () => {
    const fresh = await createTestDatabase();
    try {
      const notices = await Promise.all(
        [1, 2, 3].map(() => seedAdmin({ ...core, sql: fresh.ownerSql }, undefined)),
      );
      const [notice, ...more] = notices.filter((text) => text !== null);
      expect(more).toEqual([]);
      const password = /password: (\S+)/.exec(notice ?? "")?.[1] ?? "";
      const freshCore = { ...core, sql: fresh.sql };
      const admin = await checkStaffPassword(freshCore, { username: "admin", password });
      expect(admin).not.toBeNull();
      const [row] =
        await fresh.sql`select role, active from staff_credentials where staff_id = ${admin?.id ?? 0}`;
      expect(row).toEqual({ role: "admin", active: true });
      expect(await seedAdmin({ ...core, sql: fresh.ownerSql }, "another password")).toBeNull();
      expect(
        await checkStaffPassword(freshCore, { username: "admin", password: "another password" }),
      ).toBeNull();
      expect(await fresh.sql`select * from events`).toHaveLength(1);
    } finally {
      await fresh.drop();
    }
  });

  it("accepts the operator's password and prints nothing", async () => {
    const fresh = await createTestDatabase();
    try {
      expect(await seedAdmin({ ...core, sql: fresh.ownerSql }, "from the operator")).toBeNull();
      const login = { username: "admin", password: "from the operator" };
      expect(await checkStaffPassword({ ...core, sql: fresh.sql }, login)).not.toBeNull();
    } finally {
      await fresh.drop();
    }
  });
});
