/** Shows that an unaltered log, its exports and its proofs pass every check. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestDatabase } from "../../core/testing/database.ts";
import { newCosigner } from "../../core/transparency/cosigner-fixture.ts";
import { appendSome, sealAll } from "../../core/transparency/log-fixture.ts";
import { newestCheckpoint } from "../../core/transparency/seal-tables.ts";
import { EVERYTHING } from "../../core/transparency/sealed-events.ts";
import { proofsOfStream } from "../stream-proofs.ts";
import { check, testLogs, VKEY, verify } from "./tampering-fixture.ts";

const { sealedLog, exported, folder, clear } = testLogs();
afterAll(clear);

describe("an unaltered log", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await sealedLog();
  });

  it("is verified, and unsealed events are counted separately", async () => {
    await appendSome(database.sql, 2);
    // If another test's transaction held an event back, the seal needed one head more.
    const heads = async (): Promise<number> => {
      const [row] = await database.sql<
        { count: number }[]
      >`select count(*)::int as count from log_checkpoints`;
      return row?.count ?? 0;
    };
    expect(await verify(database)).toEqual({
      faults: [],
      events: 604,
      checkpoints: await heads(),
      unsealed: 2,
    });
    await sealAll(database.sql);
    expect(await verify(database)).toEqual({
      faults: [],
      events: 606,
      checkpoints: await heads(),
      unsealed: 0,
    });
  });

  it("passes the check as an export, whole and in part", async () => {
    const whole = await exported(database);
    expect(await check(whole)).toEqual({ code: 0, lines: ["verified 606 events"] });
    const part = await exported(database, { ...EVERYTHING, stream: "inquiry-1" });
    expect(await check(part)).toEqual({ code: 0, lines: ["verified 300 events"] });
    const [first] = readFileSync(whole, "utf8").split("\n");
    expect(Object.keys(JSON.parse(first ?? ""))).toEqual(["index", "entry"]);
    const witness = newCosigner("witness.example/w1").vkey;
    expect((await check("--witness", witness, whole)).code).toBe(1);
    expect((await check("--witness", VKEY, whole)).code).toBe(2);
    expect((await check(join(folder, "nothing.tlog-proof"))).code).toBe(2);
  });

  it("passes the check event by event, and an altered proof fails it", async () => {
    const proofs = await proofsOfStream(database.sql, "booking-2");
    expect(proofs.map(({ name }) => name)).toEqual(["booking-2-1.tlog-proof"]);
    const [{ name = "", text = "" } = {}] = proofs;
    const file = join(folder, name);
    writeFileSync(file, text);
    expect(await check(file)).toEqual({ code: 0, lines: ["verified 1 events"] });
    const extra = /^extra (.*)$/m.exec(text)?.[1] ?? "";
    const entry = Buffer.from(extra, "base64").toString().replace('"roomId":3', '"roomId":4');
    writeFileSync(file, text.replace(extra, Buffer.from(entry).toString("base64")));
    const { code, lines } = await check(file);
    expect(code).toBe(1);
    expect(lines[0]).toContain("fault: event 1 booking-2 v1: is not what the checkpoint");
  });

  it("leads to a head that was kept, and not to one of another log", async () => {
    const head = await newestCheckpoint(database.sql);
    expect((await verify(database, { kept: head?.note ?? null })).faults).toEqual([]);
    const elsewhere = await sealedLog();
    expect((await verify(elsewhere, { kept: head?.note ?? null })).faults).toEqual([
      "checkpoint 606: is signed, and fewer events are sealed",
    ]);
  });
});
