/** Shows the output and the exit codes of the auditors' commands. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seedKeys } from "../../core/platform/secrets/keys.ts";
import type { TestDatabase } from "../../core/testing/database.ts";
import { TEST_ORIGIN } from "../../core/transparency/log-fixture.ts";
import { privateKeyText } from "../../core/transparency/note-keys.ts";
import { newestCheckpoint, withCosignatures } from "../../core/transparency/seal-tables.ts";
import { check, type Ended, run, tamper, testLogs } from "./tampering-fixture.ts";

const SESSION_SECRET = "of the tests, long enough for anyone";

const { sealedLog, clear } = testLogs();
const folder = mkdtempSync(join(tmpdir(), "hub-commands-"));
afterAll(async () => {
  await clear();
  rmSync(folder, { recursive: true, force: true });
});

let database: TestDatabase;
let env: Record<string, string>;
beforeAll(async () => {
  database = await sealedLog();
  await seedKeys(database.ownerSql, SESSION_SECRET);
  env = {
    DATABASE_OWNER_URL: database.url,
    DATABASE_URL: database.runtimeUrl,
    SESSION_SECRET,
    LOG_SIGNING_KEY: privateKeyText(TEST_ORIGIN, Buffer.alloc(32, 1)),
    PUBLIC_URL: "http://hub.example.test",
  };
});

/** Runs a command like `make`, without the progress on stderr. */
async function hub(words: readonly string[], more: Record<string, string> = {}): Promise<Ended> {
  const { code, lines } = await run("dist/cli.js", words, { ...env, ...more });
  return { code, lines: lines.filter((line) => !/^(?:verify|claims|export) .*%|^$/.test(line)) };
}

const file = (name: string): string => join(folder, name);

describe("the auditors' commands, as an operator runs them", () => {
  it("report that there is no fault, and end with 0", async () => {
    const stored = await newestCheckpoint(database.sql);
    const head = stored ? await withCosignatures(database.sql, stored) : "";
    expect(await hub(["seal"])).toEqual({ code: 0, lines: head.trimEnd().split("\n").filter(Boolean) });
    expect(await hub(["verify"])).toEqual({ code: 0, lines: ["verified 604 events in 3 checkpoints"] });
    writeFileSync(file("kept"), head);
    expect((await hub(["verify", "--checkpoint", file("kept")])).code).toBe(0);
    expect(await hub(["check-guard"])).toEqual({ code: 0, lines: ["checked 4 hours of 4 bookings"] });
    expect(await hub(["proof", "booking-2", file("proofs")])).toEqual({
      code: 0,
      lines: [`1 proofs of booking-2 in ${file("proofs")}`],
    });
    const proofs = readdirSync(file("proofs")).map((name) => join(file("proofs"), name));
    expect(await check(...proofs)).toEqual({ code: 0, lines: ["verified 1 events"] });
    expect(await hub(["export", file("out.ndjson")])).toMatchObject({ code: 0 });
    expect(readFileSync(file("out.ndjson.checkpoint"), "utf8")).toBe(head);
    expect(await check(file("out.ndjson"))).toEqual({ code: 0, lines: ["verified 604 events"] });
    expect(
      await hub(["export", file("part.ndjson"), "--stream", "booking-2", "--to", "2030-01-01T00:00:00Z"]),
    ).toMatchObject({
      code: 0,
    });
    expect(await check(file("part.ndjson"))).toEqual({ code: 0, lines: ["verified 1 events"] });
  }, 60_000);

  it("end with 2 if they could not run, and say why", async () => {
    for (const [words, why, more] of [
      [["verify"], /ECONNREFUSED|connect/i, { DATABASE_OWNER_URL: "postgres://hub@127.0.0.1:1/hub" }],
      [["verify"], /SESSION_SECRET/, { SESSION_SECRET: "short" }],
      [["verify", "--checkpoint", file("none")], /ENOENT/],
      [["verify", "--chekpoint", "x"], /unknown option/],
      [["prove"], /unknown command/],
      [["proof", "booking-2"], /missing required argument/],
      [["proof", "booking-99", file("none")], /There is no stream booking-99/],
      [["export", file("x"), "--from", "yesterday"], /is not an instant/],
      [["resume", "unknown"], /There is no follower/],
    ] satisfies [string[], RegExp, Record<string, string>?][]) {
      const { code, lines } = await hub(words, more);
      expect([words, code, lines.join("\n")]).toEqual([words, 2, expect.stringMatching(why)]);
    }
    expect((await hub(["--help"])).code).toBe(0);
  }, 60_000);

  it("end with 2 and an example if a variable of make was not given, and leave nothing behind", async () => {
    for (const [words, variable] of [
      [["as-of", "", ""], "PROJECTION"],
      [["as-of", "bookings", ""], "AT"],
      [["stream", ""], "STREAM"],
      [["erase", ""], "EMAIL"],
      [["remove-second-factor", ""], "USERNAME"],
      [["backup", ""], "FILE"],
      [["restore", ""], "FILE"],
      [["proof", "", ""], "STREAM"],
      [["proof", "booking-2", ""], "DIR"],
      [["export", ""], "FILE"],
    ] satisfies [string[], string][]) {
      const { code, lines } = await hub(words);
      const [why = "", ...more] = lines;
      expect([words, code, more]).toEqual([words, 2, []]);
      expect(why).toMatch(new RegExp(`${variable} is missing\\. For example: make [a-z-]+ .*${variable}=`));
    }
    expect(await hub(["erase", "not an email"])).toMatchObject({ code: 2 });
    expect(readdirSync(".").filter((name) => /^\.(?:hashes|checkpoint)/.test(name))).toEqual([]);
  }, 60_000);

  it("ask before they raise the epoch while the product runs", async () => {
    const running = postgres(database.url, { max: 1, connection: { application_name: "hub bff" } });
    await running`select 1`;
    const { code, lines } = await hub(["raise-epoch"]);
    await running.end();
    expect([code, lines.join("\n")]).toEqual([2, expect.stringContaining("is running on this database")]);
  }, 60_000);

  it("name every fault and end with 1", async () => {
    await tamper(database.ownerSql, async (sql) => {
      await sql`update events set data = '{"n": 1000}' where stream = 'inquiry-1' and version = 6`;
      await sql`delete from events where stream = 'inquiry-2' and version = 300`;
      await sql`update log_checkpoints set note = replace(note, '604', '605') where size = 604`;
      await sql`delete from room_hours where starts_at = '2026-12-15T15:00:00Z'`;
    });
    const claims =
      "fault: hour room 3 2026-12-15T15:00:00Z: no booking has the claim, booking-2 by the events";
    expect(await hub(["verify"])).toEqual({
      code: 1,
      lines: [
        "fault: event 9 inquiry-1 v6: is not what was sealed",
        "fault: event 603 inquiry-2 v300: is sealed, and is not in the log",
        "fault: checkpoint 604: is not a checkpoint of this log and size",
        claims,
        "4 faults",
      ],
    });
    expect(await hub(["check-guard"])).toEqual({ code: 1, lines: [claims, "1 fault"] });
    expect(await hub(["seal"])).toMatchObject({ code: 2 });
    expect((await hub(["check-guard", "--repair"])).code).toBe(0);
    expect((await hub(["check-guard"])).code).toBe(0);
  }, 60_000);
});
