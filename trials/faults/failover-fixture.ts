/** Sets up a product for the loss of a database machine: two PostgreSQL servers, a BFF and a worker that know both, and their output. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { testPrograms } from "../../bff/testing/process-fixture.ts";
import { openSql, type Sql } from "../../core/platform/database/database.ts";
import { freePort } from "../../core/testing/free-port.ts";
import { startReplicatedPostgres } from "../../core/testing/replicated-postgres.ts";
import { watchLive } from "./live-watch-fixture.ts";
import { startLoad } from "./load-fixture.ts";

/** A server is asked each 500 ms, and its answer may take as long. */
const KNOWN_WITHIN_MS = 2_000;

export const SESSION_SECRET = "a-secret-of-thirty-two-characters";

/** `commits` says what a commit of the first primary waits for; `prepare` creates schema and venue. Bookings start at once. */
export async function startOnTwoServers(
  commits: "locally" | "on both",
  prepare: (ownerUrl: string) => Promise<void>,
) {
  const { launch, start, stopAll } = testPrograms({ RATE_LIMIT_BOOKINGS: "0", SESSION_SECRET });
  const servers = await startReplicatedPostgres({
    applyDelay: "0",
    commits,
    prepare,
  });
  const dataDir = mkdtempSync(join(tmpdir(), "hub-failover-"));
  const port = await freePort();
  const env = { DATABASE_URL: servers.bothRuntimeUrl, DATA_DIR: dataDir, PORT: String(port) };
  const programs = [await start("bff", env, /ready http/), await start("worker", env, /worker ready/)];
  const live = await watchLive(port);
  const load = startLoad({ port, ownerUrl: servers.bothUrl, dataDir });
  const call = (path: string, init?: RequestInit): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}${path}`, init);
  const onOldPrimary = openSql(servers.database.url, { max: 1, applicationName: "fault tests" });

  return {
    servers,
    load,
    live,
    /** A call to the BFF. */
    call,
    /**
     * Runs in a session of the owner on the server that is the primary now. The product may have found it earlier than this
     * process, which asks both servers each half second; meanwhile a session is refused.
     */
    async onPrimary<T>(ask: (sql: Sql) => Promise<T>): Promise<T> {
      const sql = openSql(servers.bothUrl, { max: 1, applicationName: "fault tests" });
      try {
        for (const until = performance.now() + KNOWN_WITHIN_MS; ; await delay(50)) {
          try {
            return await ask(sql);
          } catch (error) {
            const isUnknown = error instanceof Error && error.name === "NoPrimary";
            if (!isUnknown || performance.now() > until) throw error;
          }
        }
      } finally {
        await sql.end({ timeout: 1 });
      }
    },
    /** Uses the first primary's own address. */
    onOldPrimary,
    stillRunning: () => programs.every(({ child }) => child.exitCode === null && child.signalCode === null),
    output: () => programs.map((program) => program.output()).join("\n"),
    /** Keeps the newest signed head outside of the database; answers its size in events, and the file. */
    async keepHead(): Promise<{ size: number; file: string }> {
      const note = await (await call("/log/checkpoint")).text();
      const file = join(dataDir, "kept-head");
      writeFileSync(file, note);
      return { size: Number(note.split("\n")[1]), file };
    },
    /** Runs an operator's command with the address of both servers. */
    async command(...args: string[]): Promise<{ code: number | string | null; output: string }> {
      const command = [process.execPath, "dist/cli.js", ...args];
      const program = launch("cli", { DATABASE_OWNER_URL: servers.bothUrl, DATA_DIR: dataDir }, command);
      return { code: await program.ended, output: program.output() };
    },
    async metrics(): Promise<string> {
      return (await call("/metrics")).text();
    },
    async close() {
      live.close();
      await load.close();
      await stopAll();
      await onOldPrimary.end({ timeout: 1 });
      await servers.database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
