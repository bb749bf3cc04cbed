/** Shows that the login of the running processes cannot change history, and that any stronger login is refused. */
import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { receiveInquiry } from "../../inquiry/handle.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { createTestCore, testMeta } from "../../testing/test-core.ts";
import { openSql, withLogin } from "../database/database.ts";
import { assertNotOwner, derivedRuntimeUrl, ensureRuntimeLogin, isOwnersAddress } from "./runtime-login.ts";

// The database is the boundary: PostgreSQL prevents what the product's code does not prevent.
const SECRET = "a secret of the tests, long enough for anyone";
let database: TestDatabase;
let owner: string;
/** An operator's server may give the tests fewer rights than some of them need. */
let isSuperuser = false;
const roles: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const core = await createTestCore(database);
  await receiveInquiry(
    core,
    {
      firstName: "Ada",
      lastName: "Byron",
      email: "ada@example.test",
      phone: null,
      interestedRoom: null,
      message: "Is there a piano?",
    },
    testMeta,
  );
  const [row] = await database.ownerSql<{ name: string; superuser: boolean }[]>`
    select rolname as name, rolsuper as superuser from pg_roles where rolname = session_user`;
  owner = row?.name ?? "";
  isSuperuser = row?.superuser ?? false;
});
afterEach(async () => {
  for (const role of roles.splice(0)) await database.ownerSql`drop role if exists ${database.ownerSql(role)}`;
});
afterAll(() => database.drop());

/** Runs statements one after another on one connection of the processes' login. */
async function asRuntime(...statements: string[]): Promise<void> {
  const sql = openSql(database.runtimeUrl, { max: 1 });
  try {
    for (const statement of statements) await sql.unsafe(statement);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

const historyOf = () => database.ownerSql`select * from events order by position`;

describe("the processes' login", () => {
  it.each([
    [
      "taking its role off",
      ["set role none", "alter table events disable trigger all", "delete from events"],
    ],
    ["going back to the role it came from", ["reset role", "alter table events disable trigger all"]],
    [
      "going back to who logged in",
      ["reset session authorization", "alter table events disable trigger all"],
    ],
    ["becoming the owner", ["set role %owner%"]],
    ["logging in as the owner after all", ["set session authorization %owner%"]],
    ["giving itself the rights", ["grant delete on events to current_user", "delete from events"]],
    ["giving itself the owner's role", ["grant %owner% to current_user"]],
    ["owning the log", ["alter table events owner to current_user"]],
    ["removing the triggers", ["drop trigger events_are_immutable on events"]],
    [
      "putting up one of its own",
      ["create trigger mine before insert on events execute function refuse_change_of_history()"],
    ],
    ["a session that skips triggers", ["set session_replication_role = replica"]],
    ["deleting", ["delete from events"]],
    ["changing", ["update events set type = 'Other'"]],
    ["emptying", ["truncate events"]],
    ["changing the append", ["alter function append_events owner to current_user"]],
    ["forgetting which migrations there were", ["delete from schema_migrations"]],
    ["changing a key", ["update keys set key = 'mine'"]],
  ])("cannot change history by %s", async (_, statements) => {
    const before = await historyOf();
    expect(before.length).toBeGreaterThan(0);
    const act = asRuntime(...statements.map((text) => text.replaceAll("%owner%", `"${owner}"`)));
    await expect(act).rejects.toThrow(/permission denied|must be (owner|able to)|not permitted/i);
    expect(await historyOf()).toEqual(before);
  });
});

describe("without the append, the processes' login", () => {
  it.each([
    [
      "an event",
      `insert into events (stream, version, type, schema_version, data, meta, command_id, command_seq, occurred_at)
       values ('booking-1', 1, 'Forged', 1, '{}', '{}', 'forged', 0, now())`,
    ],
    ["an hour", "insert into room_hours (room_id, starts_at, booking_id) values (1, now(), 1)"],
    ["another hold", "update room_hours set held_until = now()"],
    ["a free hour", "delete from room_hours"],
    ["an empty guard", "truncate room_hours"],
  ])("cannot write %s", async (_, statement) => {
    await expect(asRuntime(statement)).rejects.toThrow("permission denied");
  });

  it("is accepted at the start of a process", async () => {
    await expect(assertNotOwner(database.sql)).resolves.toBeUndefined();
  });
});

/** A role of this server for one test; returns its address on this database. */
async function roleWith(attributes: string): Promise<{ role: string; url: string }> {
  const role = `hub_test_${randomBytes(6).toString("hex")}`;
  roles.push(role);
  await database.ownerSql.unsafe(`create role ${role} login password 'secret' ${attributes}`);
  return { role, url: withLogin(database.url, role, "secret") };
}

async function refusalOf(url: string): Promise<string> {
  const sql = openSql(url, { max: 1 });
  try {
    await assertNotOwner(sql);
    return "";
  } catch (error) {
    return String(error);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

describe("a login that could change history is refused", () => {
  it("with instructions for fixing it: the owner's login", async () => {
    const words = await refusalOf(database.url);
    expect(words).toContain(`The login ${owner} could change history`);
    expect(words).toContain(
      "Set DATABASE_URL to the login of the running processes; `make migrate` with DATABASE_OWNER_URL",
    );
  });

  it("that may create roles", async () => {
    expect(await refusalOf((await roleWith("createrole")).url)).toContain("may create roles");
  });

  it("that can become the owner through another role by one more statement", async ({ skip }) => {
    skip(!isSuperuser);
    const between = await roleWith("noinherit");
    const login = await roleWith("noinherit");
    await database.ownerSql.unsafe(
      `grant "${owner}" to ${between.role}; grant ${between.role} to ${login.role}`,
    );
    expect(await refusalOf(login.url)).toMatch(/is or can become/);
  });

  it("that took on a harmless role at login", async () => {
    const login = await roleWith("createrole");
    await database.ownerSql.unsafe(
      `grant hub_runtime to ${login.role}; alter role ${login.role} set role to hub_runtime`,
    );
    expect(await refusalOf(login.url)).toContain("may create roles");
  });

  it.each([["insert"], ["delete"], ["truncate"], ["trigger"], ["update (held_until)"]])(
    "that was granted %s on a table of the append",
    async (right) => {
      const { role, url } = await roleWith("");
      await database.ownerSql.unsafe(`grant ${right} on room_hours to ${role}`);
      try {
        expect(await refusalOf(url)).toContain("may write to room_hours directly");
      } finally {
        await database.ownerSql.unsafe(`revoke all on room_hours from ${role}`);
      }
    },
  );
});

describe("the login of the running processes", () => {
  it("is made from only the owner's address, for this database only, and is repaired when it no longer fits", async () => {
    const url = derivedRuntimeUrl(database.url, SECRET);
    const { username } = new URL(url);
    roles.push(username);
    expect(username).toMatch(/^hub_runtime_[0-9a-f]{8}$/);
    await ensureRuntimeLogin(database.url, url);
    await ensureRuntimeLogin(database.url, url);
    expect(await refusalOf(url)).toBe("");
    const rotated = derivedRuntimeUrl(database.url, `${SECRET}, another`);
    expect(new URL(rotated).username).toBe(username);
    await expect(isOwnersAddress(rotated)).rejects.toThrow("password authentication failed");
    await ensureRuntimeLogin(database.url, rotated);
    expect(await isOwnersAddress(rotated)).toBe(false);
  });

  it("is made and repaired with the password of its address", async () => {
    const role = `hub_test_${randomBytes(6).toString("hex")}`;
    roles.push(role);
    for (const password of ["one'); drop", 'an@ther: %/"$$']) {
      const url = withLogin(database.url, role, password);
      await Promise.all(Array.from({ length: 4 }, () => ensureRuntimeLogin(database.url, url)));
      expect(await refusalOf(url)).toBe("");
    }
  });

  it("is never made of a role with more powers", async ({ skip }) => {
    skip(!isSuperuser);
    for (const attributes of ["superuser", "createrole"]) {
      const { role, url } = await roleWith(attributes);
      await expect(ensureRuntimeLogin(database.url, withLogin(url, role, "other"))).rejects.toThrow(
        `The role ${role} cannot become the login of the running processes`,
      );
      expect(await refusalOf(url)).not.toBe("");
    }
    await expect(ensureRuntimeLogin(database.url, database.url)).rejects.toThrow("cannot become the login");
  });

  it("made by an administrator is enough for an owner who may not create roles", async () => {
    const poor = await roleWith("");
    const made = await roleWith("");
    await database.ownerSql.unsafe(`grant hub_runtime to ${made.role}`);
    await ensureRuntimeLogin(poor.url, made.url);
    const missing = withLogin(database.url, "hub_test_missing", "secret");
    await expect(ensureRuntimeLogin(poor.url, missing)).rejects.toThrow(
      'Ask an administrator of the server to run: create role "hub_test_missing"',
    );
  });
});
