/** Shows that the embedded PostgreSQL starts, stops and recovers, whatever a killed product left. */
import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSql } from "../database/database.ts";
import { createLogger } from "../logger.ts";
import { connectOperator } from "../operator-database.ts";
import { commandLineOf } from "./data-lock.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { choosePostgresAccount, findPostgresBinaries, runPostgresProgram } from "./postgres-binaries.ts";

const logger = createLogger({ logLevel: "silent" });
let dataDir: string;
let running: EmbeddedPostgres[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "hub-embedded-"));
  chmodSync(dataDir, 0o755);
});
afterEach(async () => {
  await Promise.all(running.map((server) => server.stop()));
  running = [];
  rmSync(dataDir, { recursive: true, force: true });
});

const start = async (durable = false): Promise<EmbeddedPostgres> => {
  const server = await startEmbeddedPostgres({ dataDir, logger, durable });
  running.push(server);
  return server;
};

const query = async (url: string, text: string): Promise<Record<string, unknown>[]> => {
  const sql = openSql(url, { max: 1 });
  try {
    return await sql.unsafe(text);
  } finally {
    await sql.end({ timeout: 5 });
  }
};

const postmasterPid = (): number =>
  Number.parseInt(readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8"), 10);

/** A product in a process of its own that starts the server and then does nothing. */
const startProductProcess = async () => {
  const code = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL("./embedded-postgres.ts", import.meta.url).href)};
    import { createLogger } from ${JSON.stringify(new URL("../logger.ts", import.meta.url).href)};
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, logger: createLogger({ logLevel: "silent" }) });
    process.stdout.write("up");
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve, reject) => {
    child.stdout.once("data", resolve);
    child.once("exit", () => reject(new Error("the product ended before its server was up")));
  });
  return child;
};

describe("a data folder", () => {
  it("keeps its data, its port and its secrets between runs", async () => {
    const first = await start();
    await query(first.ownerUrl, "create table kept (n int); insert into kept values (42)");
    const addresses = { "owner-url": first.ownerUrl, "database-url": first.runtimeUrl };
    const secrets = ["postgres-password", "runtime-password", ...Object.keys(addresses)];
    for (const file of secrets) expect(statSync(join(dataDir, file)).mode & 0o777).toBe(0o600);
    await first.stop();
    for (const [file, address] of Object.entries(addresses)) {
      expect(readFileSync(join(dataDir, file), "utf8")).toBe(`${address}\n`);
    }
    const second = await start();
    expect(second.runtimeUrl).toBe(first.runtimeUrl);
    expect(second.ownerUrl).toBe(first.ownerUrl);
    expect(await query(second.ownerUrl, "select n from kept")).toEqual([{ n: 42 }]);
  });

  it("is durable, and reachable with its password from this machine only", async () => {
    const server = await start(true);
    expect(
      await query(
        server.ownerUrl,
        "select name, setting from pg_settings where name in ('fsync', 'listen_addresses', 'synchronous_commit') order by 1",
      ),
    ).toEqual([
      { name: "fsync", setting: "on" },
      { name: "listen_addresses", setting: "127.0.0.1" },
      { name: "synchronous_commit", setting: "on" },
    ]);
    const stranger = new URL(server.ownerUrl);
    stranger.password = "guess";
    await expect(query(stranger.href, "select 1")).rejects.toThrow("password authentication failed");
  });

  it("is served to the product with a login that does not own the database", async () => {
    const server = await start();
    expect(await query(server.runtimeUrl, "select current_user as name")).toEqual([{ name: "hub_runtime" }]);
    await expect(query(server.runtimeUrl, "create table mine (n int)")).rejects.toThrow("permission denied");
    await expect(query(server.runtimeUrl, "set role postgres")).rejects.toThrow("permission denied");
  });

  it("made by a version whose runtime could not log in gets that login", async () => {
    const first = await start();
    await query(first.ownerUrl, "alter role hub_runtime nologin password null");
    await first.stop();
    const second = await start();
    expect(await query(second.runtimeUrl, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("is refused to a second product while the first one is running", async () => {
    await start();
    await expect(start()).rejects.toThrow(`is in use by process ${process.pid}`);
  });

  it("is not damaged by a first start that was killed halfway", async () => {
    mkdirSync(join(dataDir, "postgres.unfinished"));
    writeFileSync(join(dataDir, "postgres.unfinished/PG_VERSION"), "18\n");
    const server = await start();
    expect(await query(server.ownerUrl, "select 1 as one")).toEqual([{ one: 1 }]);
  });
});

describe("after kill -9", () => {
  it("of the product: the server left running is stopped, and the data is there", async () => {
    const product = await startProductProcess();
    const orphan = postmasterPid();
    const url = readFileSync(join(dataDir, "owner-url"), "utf8").trim();
    await query(url, "create table kept (n int); insert into kept values (1)");
    const ended = new Promise((resolve) => product.once("exit", resolve));
    product.kill("SIGKILL");
    await ended;
    expect(commandLineOf(orphan)).toContain(dataDir);
    const server = await start();
    expect(postmasterPid()).not.toBe(orphan);
    expect(await query(server.ownerUrl, "select n from kept")).toEqual([{ n: 1 }]);
  });

  it("of the product: the server left running is stopped, also if it does not stop properly", async () => {
    const product = await startProductProcess();
    const orphan = postmasterPid();
    const url = readFileSync(join(dataDir, "owner-url"), "utf8").trim();
    const sql = openSql(url, { max: 1 });
    const [session] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    await sql`create table kept as select 1 as n`;
    const ended = new Promise((resolve) => product.once("exit", resolve));
    product.kill("SIGKILL");
    await ended;
    // A session that does not end: the server would wait for it.
    process.kill(session?.pid ?? 0, "SIGSTOP");
    const server = await start();
    expect(postmasterPid()).not.toBe(orphan);
    expect(await query(server.ownerUrl, "select n from kept")).toEqual([{ n: 1 }]);
    await sql.end({ timeout: 0 });
  }, 60_000);

  it("of everything: stale pid files do no harm, even if other processes have the numbers now", async () => {
    const first = await start();
    await query(first.ownerUrl, "create table kept (n int); insert into kept values (1)");
    const postmasterFile = join(dataDir, "postgres/postmaster.pid");
    const content = readFileSync(postmasterFile, "utf8");
    await first.stop();
    const stranger = spawn("sleep", ["60"]);
    try {
      writeFileSync(postmasterFile, content.replace(/^\d+/, String(stranger.pid)));
      writeFileSync(join(dataDir, "product.pid"), `${stranger.pid}\nstarted at another time\n`);
      const second = await start();
      expect(await query(second.ownerUrl, "select n from kept")).toEqual([{ n: 1 }]);
      expect(stranger.exitCode).toBeNull();
    } finally {
      stranger.kill();
    }
  });
});

describe("after a product was killed while it started its server", () => {
  it("a pid file that is still empty does no harm", async () => {
    const first = await start();
    await query(first.ownerUrl, "create table kept (n int); insert into kept values (1)");
    await first.stop();
    writeFileSync(join(dataDir, "postgres/postmaster.pid"), "");
    const second = await start();
    expect(await query(second.ownerUrl, "select n from kept")).toEqual([{ n: 1 }]);
  });

  it("a server that comes up meanwhile is stopped", async () => {
    await (await start()).stop();
    for (let round = 0; round < 5; round += 1) {
      const binaries = findPostgresBinaries();
      const cluster = join(dataDir, "postgres");
      const args = ["start", "-w", "-s", "-D", cluster, "-l", join(dataDir, "postgres.log")];
      const orphan = runPostgresProgram(
        binaries.pgCtl,
        args,
        choosePostgresAccount(cluster, binaries),
        cluster,
      );
      await delay(round * 10);
      const server = await start();
      expect(await query(server.ownerUrl, "select 1 as one")).toEqual([{ one: 1 }]);
      await orphan;
      expect(await query(server.ownerUrl, "select 1 as one")).toEqual([{ one: 1 }]);
      await server.stop();
    }
  });
});

describe("an operator's command", () => {
  const config = () => ({ dataDir, database: { kind: "embedded" as const, port: undefined } });

  it("uses the server if it is running", async () => {
    const server = await start();
    const operator = await connectOperator(config(), { logger, create: false });
    expect(operator.url).toBe(server.ownerUrl);
    await operator.close();
    expect(await query(server.ownerUrl, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("starts a server for its own duration if none is running", async () => {
    await (await start()).stop();
    const operator = await connectOperator(config(), { logger, create: false });
    expect(await query(operator.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await operator.close();
    expect(existsSync(join(dataDir, "postgres/postmaster.pid"))).toBe(false);
  });

  it("reports that there is no database yet", async () => {
    await expect(connectOperator(config(), { logger, create: false })).rejects.toThrow(
      "There is no database",
    );
  });
});
