/** Shows `make import` as an operator runs it: its lines, its exit codes, and that one that was killed is completed (decisions 308 to 311). */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { BOOKING_HEADERS, csvOf, manyLines, openDays } from "../../core/import/import-fixture.ts";
import { seedKeys } from "../../core/platform/secrets/keys.ts";
import { createTestDatabase, type TestDatabase } from "../../core/testing/database.ts";
import { seedRoomRows } from "../../core/testing/room-rows.ts";
import { addDays, venueDayOf } from "../../core/venue/time/venue-time.ts";
import { type Ended, run } from "../verify/tampering-fixture.ts";

const SESSION_SECRET = "of the tests, long enough for anyone";
const folder = mkdtempSync(join(tmpdir(), "hub-import-"));
let database: TestDatabase;
let env: Record<string, string>;
beforeAll(async () => {
  database = await createTestDatabase();
  await seedRoomRows(database.ownerSql);
  await seedKeys(database.ownerSql, SESSION_SECRET);
  env = {
    DATABASE_OWNER_URL: database.url,
    DATABASE_URL: database.runtimeUrl,
    SESSION_SECRET,
    PUBLIC_URL: "http://hub.example.test",
  };
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

let files = 0;
function fileOf(lines: readonly string[], headers = BOOKING_HEADERS): string {
  files += 1;
  const path = join(folder, `${files}.csv`);
  writeFileSync(path, csvOf(headers, lines));
  return path;
}

async function hub(...words: string[]): Promise<Ended & { told: string[] }> {
  const ended = await run("dist/cli.js", words, env);
  return { ...ended, told: ended.lines.filter((line) => /^(?:line \d|UNDO=|\d+ undone)/.test(line)) };
}

const bookingCount = async (): Promise<number> => {
  const [row] = await database.sql<{ count: number }[]>`
    select count(*)::integer as count from events where type = 'BookingConfirmed'`;
  return row?.count ?? 0;
};

/** A command has the computer's clock: the days are the next ones on which the venue is open. */
const [DAY = "", LATER = ""] = openDays(addDays(venueDayOf(new Date(), "UTC"), 3), 2);
const AMBIGUOUS = `03/04/${new Date().getFullYear()}`;
const line = (room: string, start: string, end: string, more = "ada@import.example.test,,,,"): string =>
  `${room},${DAY},${start},${end},Ada,Byron,${more}`;

it("a dry run writes nothing and says what each line would do; applying does it once, and is undone as a whole", async () => {
  const file = fileOf([
    line("Rehearsal Room", "10:00", "12:00", "ada@import.example.test,160.00,60.00,Two pianos,A-1"),
    line("rehearsal room", "11:00", "13:00"),
    line("Attic", "10:00", "12:00"),
    `Auditorium,2020-03-06,10:00,12:00,Ada,Byron,ada@import.example.test,,,,`,
    line("Auditorium", "ten", "12:00"),
  ]);
  const lines = (first: string, second: string): string[] => [
    `line 2: ${first}`,
    `line 3: clash with ${second}`,
    "line 4: unknown room",
    "line 5: in the past",
    'line 6: start: "ten" cannot be read as a time. Write it like 14:00',
  ];
  expect(await hub("import", file)).toMatchObject({ code: 1, told: lines("made", "line 2") });
  expect(await bookingCount()).toBe(0);
  const applied = await hub("import", file, "--apply");
  expect(applied.code).toBe(1);
  expect(applied.told).toEqual([...lines("made", "line 2"), expect.stringMatching(/^UNDO=\d+$/)]);
  const [{ id } = { id: 0 }] = await database.sql<{ id: number }[]>`
    select stream_id as id from imported_lines`;
  expect((await hub("import", file)).told).toEqual(lines("already imported", `booking ${id}`));
  const again = await hub("import", file, "--apply");
  expect(again.told.slice(0, 2)).toEqual(["line 2: already imported", `line 3: clash with booking ${id}`]);
  expect(await bookingCount()).toBe(1);
  const number = applied.told.at(-1)?.slice("UNDO=".length) ?? "";
  expect(await hub("undo-import", number)).toMatchObject({ code: 0, told: ["1 undone, 0 kept"] });
  expect(await hub("undo-import", number)).toMatchObject({ code: 0, told: ["1 undone, 0 kept"] });
  expect((await hub("import", file)).told).toEqual(lines("made", "line 2"));
}, 60_000);

it("a file of which every line would be made ends with 0", async () => {
  expect(await hub("import", fileOf([line("Classroom", "14:00", "15:00")]))).toMatchObject({
    code: 0,
    told: ["line 2: made"],
  });
}, 60_000);

it("headers that are not known, and dates that can be read in two ways, are asked", async () => {
  const file = fileOf([`Classroom,${AMBIGUOUS},10:00,11:00,Ada,x`], "room,date,start,end,name,Wherefore");
  const asked = await hub("import", file);
  expect(asked.code).toBe(2);
  expect(asked.lines.join("\n")).toContain("These headers are not known: Wherefore.");
  expect(asked.lines.join("\n")).toContain('COLUMNS="Wherefore=ignore"');
  expect(asked.lines.join("\n")).toContain("DAYS=day-first or DAYS=month-first");
  const said = await hub("import", file, "--columns", "Wherefore=note", "--days", "day-first");
  expect(said.told).toHaveLength(1);
}, 60_000);

it("one that was killed in the middle is completed by the same command, and nothing is made twice", async () => {
  const before = await bookingCount();
  const count = 3_000;
  const file = fileOf(manyLines(count, LATER));
  const child = execFile(process.execPath, ["dist/cli.js", "import", file, "--apply"], {
    env: { PATH: dirname(process.execPath), ...env },
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  await expect.poll(bookingCount).toBeGreaterThan(before);
  child.kill("SIGKILL");
  await ended;
  const standing = (await bookingCount()) - before;
  expect(standing).toBeLessThan(count);
  const completed = await hub("import", file, "--apply");
  expect(completed.told.filter((text) => text.endsWith(": made"))).toHaveLength(count - standing);
  expect(await bookingCount()).toBe(before + count);
  const undone = await hub("undo-import", completed.told.at(-1)?.slice("UNDO=".length) ?? "");
  expect(undone.told).toEqual([`${count} undone, 0 kept`]);
}, 120_000);
