import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openSql } from "../core/platform/database/database.ts";
import { commandLineOf } from "../core/platform/embedded-postgres/data-lock.ts";
import { seedKeys } from "../core/platform/secrets/keys.ts";
import { derivedRuntimeUrl } from "../core/platform/secrets/runtime-login.ts";
import { createTestDatabase, type TestDatabase, withEmptyDatabase } from "../core/testing/database.ts";
import { freePort } from "../core/testing/free-port.ts";
import { seedVenue } from "../core/venue/seed-venue.ts";
import { type RunningProgram, testPrograms, waitForOutput } from "./testing/process-fixture.ts";

// The built processes themselves, as an operator starts and stops them (`make test` builds first).
const SESSION_SECRET = "a-secret-of-thirty-two-characters";
const STOPS_WITHIN_MS = 10_000;
const programs = testPrograms();

afterEach(() => programs.stopAll("SIGKILL"));

/** How it ended after the action, and how many milliseconds later. */
async function endAfter(program: RunningProgram, act: () => void | Promise<void>) {
  const began = Date.now();
  await act();
  const code = await program.ended;
  return { code, ms: Date.now() - began };
}

const saying = (program: RunningProgram, words: RegExp) =>
  expect.poll(program.output, { timeout: 30_000, interval: 2 }).toMatch(words);

describe("the whole product on its own", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "hub-stopped-"));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  const postmasterFile = join(dataDir, "postgres/postmaster.pid");
  const postmaster = () => Number.parseInt(readFileSync(postmasterFile, "utf8"), 10);

  /** Without the rules that build: `make test` has built. */
  const MAKE = ["make", "run", "SERVER=", "WEB="];

  async function launch(command?: readonly string[]): Promise<RunningProgram> {
    return programs.launch("product", { DATA_DIR: dataDir, PORT: String(await freePort()) }, command);
  }

  it.each(["SIGTERM", "SIGINT"] as const)(
    "stopped by %s to its whole group, twice, ends with 0 and takes its PostgreSQL along",
    async (signal) => {
      const product = await launch();
      await waitForOutput(product, /ready http/);
      const server = postmaster();
      const { code, ms } = await endAfter(product, async () => {
        product.signalGroup(signal);
        await saying(product, /"msg":"stopping"/);
        product.signalGroup(signal);
      });
      expect(code).toBe(0);
      expect(ms).toBeLessThan(STOPS_WITHIN_MS);
      expect(commandLineOf(server)).toBeUndefined();
      expect(existsSync(postmasterFile)).toBe(false);
    },
    60_000,
  );

  it("stopped in the middle of its start ends with 0 and stops its PostgreSQL", async () => {
    const product = await launch();
    await expect.poll(() => existsSync(postmasterFile), { timeout: 20_000, interval: 2 }).toBe(true);
    const { code, ms } = await endAfter(product, () => void product.child.kill("SIGTERM"));
    expect(code).toBe(0);
    expect(ms).toBeLessThan(STOPS_WITHIN_MS);
    expect(existsSync(postmasterFile)).toBe(false);
  }, 60_000);

  it("stopped while a request never ends stops within its time, PostgreSQL too", async () => {
    const port = await freePort();
    const product = programs.launch("product", { DATA_DIR: dataDir, PORT: String(port) });
    await waitForOutput(product, /ready http/);
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(
      "POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{",
    );
    await expect.poll(() => socket.bytesWritten, { interval: 5 }).toBeGreaterThan(0);
    const { code, ms } = await endAfter(product, () => void product.child.kill("SIGTERM"));
    socket.destroy();
    expect({ code, inTime: ms < STOPS_WITHIN_MS }).toEqual({ code: 0, inTime: true });
    expect(existsSync(postmasterFile)).toBe(false);
  }, 60_000);

  it("run by make and stopped by SIGTERM to the group leaves nothing running", async () => {
    const make = await launch(MAKE);
    await waitForOutput(make, /ready http/);
    const server = postmaster();
    const { ms } = await endAfter(make, () => make.signalGroup("SIGTERM"));
    // Its pipes close when the last process of the group has ended; make's own code tells of the signal.
    expect(ms).toBeLessThan(STOPS_WITHIN_MS);
    expect(make.output()).not.toMatch(/Error 1\b/);
    expect(commandLineOf(server)).toBeUndefined();
    expect(existsSync(postmasterFile)).toBe(false);
  }, 60_000);
});

describe("separate processes", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await seedVenue(database.ownerSql);
    await seedKeys(database.ownerSql, SESSION_SECRET);
  });
  afterAll(() => database.drop());

  it.each(["bff", "worker"])(
    "the %s refuses the owner's login, with the words that fix it",
    async (program) => {
      const refused = programs.launch(program, { DATABASE_URL: database.url, SESSION_SECRET, PORT: "1" });
      expect(await refused.ended).toBe(1);
      expect(refused.output()).toContain("could change history");
      expect(refused.output()).toContain("Set DATABASE_URL to the login of the running processes");
    },
  );

  it.each(["bff", "worker"])("the %s says that it must not use the owner's address", async (program) => {
    const refused = programs.launch(program, { DATABASE_OWNER_URL: database.url, SESSION_SECRET });
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain("needs DATABASE_URL, the login of the running processes");
  });

  it.each([
    ["bff", /ready http/],
    ["worker", /worker ready/],
  ])("the %s stops with 0 however often it is told", async (program, ready) => {
    const env = { DATABASE_URL: database.runtimeUrl, SESSION_SECRET, PORT: String(await freePort()) };
    const one = await programs.start(program, env, ready);
    const { code, ms } = await endAfter(one, async () => {
      one.signalGroup("SIGTERM");
      await saying(one, /"msg":"stopping"/);
      one.signalGroup("SIGTERM");
    });
    expect(code).toBe(0);
    expect(ms).toBeLessThan(STOPS_WITHIN_MS);
  });

  it("an operator's command says so when it is given the processes' login", async () => {
    const refused = programs.launch("cli", { DATABASE_URL: database.runtimeUrl, SESSION_SECRET }, [
      process.execPath,
      "dist/cli.js",
      "status",
    ]);
    expect(await refused.ended).not.toBe(0);
    expect(refused.output()).toContain("Set DATABASE_OWNER_URL to the owner's address");
  });
});

describe("on a server, a new database", () => {
  const loginOf = (url: string): string => new URL(url).username;

  /** Which logins are connected to it; then the login is removed. */
  async function logins(ownerUrl: string): Promise<string[]> {
    const sql = openSql(ownerUrl, { max: 1 });
    try {
      const rows = await sql<{ name: string }[]>`
        select distinct usename::text as name from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and usename is not null`;
      return rows.map(({ name }) => name);
    } finally {
      await sql.end({ timeout: 5 });
    }
  }

  async function dropLogin(ownerUrl: string, login: string): Promise<void> {
    const sql = openSql(ownerUrl, { max: 1 });
    await sql`drop role if exists ${sql(login)}`;
    await sql.end({ timeout: 5 });
  }

  it.each(["DATABASE_URL", "DATABASE_OWNER_URL"])(
    "with the owner's address alone, as %s: migrated by it, served by a login of this database's own",
    (variable) =>
      withEmptyDatabase(async (ownerUrl) => {
        const env = { [variable]: ownerUrl, SESSION_SECRET, PORT: String(await freePort()) };
        const login = loginOf(derivedRuntimeUrl(ownerUrl, SESSION_SECRET));
        try {
          const product = await programs.start("product", env, /ready http/);
          expect(await logins(ownerUrl)).toEqual([login]);
          product.child.kill("SIGTERM");
          expect(await product.ended).toBe(0);
        } finally {
          await programs.stopAll("SIGKILL");
          await dropLogin(ownerUrl, login);
        }
      }),
    60_000,
  );

  it(
    "with both addresses: migrate makes the login, then processes run by it, and a changed password is repaired",
    () =>
      withEmptyDatabase(async (ownerUrl) => {
        const login = `hub_test_${loginOf(derivedRuntimeUrl(ownerUrl, SESSION_SECRET)).slice(-8)}`;
        const runtimeUrl = (password: string): string => {
          const url = new URL(ownerUrl);
          url.username = login;
          url.password = password;
          return url.href;
        };
        const env = { DATABASE_OWNER_URL: ownerUrl, SESSION_SECRET };
        try {
          for (const password of ["first", "second"]) {
            const migrate = programs.launch("migrate", { ...env, DATABASE_URL: runtimeUrl(password) });
            expect(await migrate.ended, migrate.output()).toBe(0);
            const bffEnv = {
              DATABASE_URL: runtimeUrl(password),
              SESSION_SECRET,
              PORT: String(await freePort()),
            };
            const bff = await programs.start("bff", bffEnv, /ready http/);
            expect(await logins(ownerUrl)).toEqual([login]);
            bff.child.kill("SIGTERM");
            expect(await bff.ended).toBe(0);
          }
        } finally {
          await programs.stopAll("SIGKILL");
          await dropLogin(ownerUrl, login);
        }
      }),
    60_000,
  );
});
