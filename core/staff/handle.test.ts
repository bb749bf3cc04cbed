/** Checks staff accounts on a real database, also when changes race. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readRawStream } from "../log/read.ts";
import { readPerson } from "../person/personal-data.ts";
import { credentialsOf, findCredentials } from "./credentials.ts";
import { changeStaffAccount, checkStaffPassword } from "./handle.ts";
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
