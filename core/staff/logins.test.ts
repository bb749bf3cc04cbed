/** Checks staff's logins on a real database, also at the same time as changes of the account. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { load } from "../log/transact.ts";
import { newSession } from "../session/sessions.ts";
import { changeOwnAccount, changeStaffAccount, checkStaffPassword, logOutStaffEverywhere } from "./handle.ts";
import { addSecondFactor } from "./second-factor-store.ts";
import { staffStream } from "./staff.ts";
import {
  account,
  adminMeta,
  core,
  create,
  created,
  database,
  openStaffCore,
  signIn,
} from "./staff-fixture.ts";

beforeAll(openStaffCore);
afterAll(() => database.drop());

const loginsOf = (id: number) =>
  core.sql`
    select type, version, data, meta from events
    where stream like 'session-%' and (data ->> 'staffId')::bigint = ${id} order by position`;

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
        changeOwnAccount(core, id, enrol, { meta: adminMeta, appendRules: enrolment }),
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
