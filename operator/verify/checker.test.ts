/** Shows which faults `verify-log.mjs` reports for exports and proofs that were altered in transit. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestDatabase } from "../../core/testing/database.ts";
import { TEST_ORIGIN, testLogKey } from "../../core/transparency/log-fixture.ts";
import { EVERYTHING } from "../../core/transparency/sealed-events.ts";
import { parseNote, signNote } from "../../core/transparency/signed-note.ts";
import { proofsOfStream } from "../stream-proofs.ts";
import { check, testLogs } from "./tampering-fixture.ts";

const { sealedLog, exported, folder, clear } = testLogs();
afterAll(clear);

let database: TestDatabase;
let whole: { lines: string[]; checkpoint: string; hashes: Buffer };
let part: { lines: string[]; checkpoint: string };
beforeAll(async () => {
  database = await sealedLog();
  const file = await exported(database);
  const linesOf = (one: string) => readFileSync(one, "utf8").trimEnd().split("\n");
  const noteOf = (one: string) => readFileSync(`${one}.checkpoint`, "utf8");
  whole = { lines: linesOf(file), checkpoint: noteOf(file), hashes: readFileSync(`${file}.hashes`) };
  const some = await exported(database, { ...EVERYTHING, stream: "inquiry-1" });
  part = { lines: linesOf(some), checkpoint: noteOf(some) };
});

const forge = (note: string): string => signNote(parseNote(note)?.text ?? "", testLogKey(9)(TEST_ORIGIN));
const atNine = "event 9 inquiry-1 v6";

type Files = { lines: string[]; checkpoint: string; hashes?: Buffer };

function write({ lines, checkpoint, hashes }: Files): string {
  const file = join(folder, "received.ndjson");
  writeFileSync(file, lines.length > 0 ? `${lines.join("\n")}\n` : "");
  writeFileSync(`${file}.checkpoint`, checkpoint);
  rmSync(`${file}.hashes`, { force: true });
  if (hashes) writeFileSync(`${file}.hashes`, hashes);
  return file;
}

describe("a whole export that was changed in transit", () => {
  it.each<{ what: string; change(files: Files): Files; found: (string | RegExp)[] }>([
    {
      what: "a line altered",
      change: (files) => ({
        ...files,
        lines: files.lines.with(9, whole.lines[9]?.replace('"n":5', '"n":6') ?? ""),
      }),
      found: [`${atNine}: is not what was sealed`],
    },
    {
      what: "a line altered, and the hashes left out",
      change: ({ lines, checkpoint }) => ({
        lines: lines.with(9, lines[9]?.replace('"n":5', '"n":6') ?? ""),
        checkpoint,
      }),
      found: ["checkpoint 604: the events do not lead to its root"],
    },
    {
      what: "a line with one field twice",
      change: (files) => ({
        ...files,
        lines: files.lines.with(9, files.lines[9]?.replace('"data":{"n":5}', '"data":{"n":6,"n":5}') ?? ""),
      }),
      found: [`${atNine}: line 10 is not written as it was sealed`],
    },
    {
      what: "a line removed",
      change: (files) => ({ ...files, lines: files.lines.toSpliced(9, 1) }),
      found: ["event 9: is missing", "event 10 inquiry-1 v7: follows v5"],
    },
    {
      what: "a line added at the end",
      change: (files) => ({
        ...files,
        lines: [
          ...files.lines,
          files.lines[603]
            ?.replaceAll('"index":603', '"index":604')
            .replace('"version":300', '"version":301') ?? "",
        ],
      }),
      found: ["event 604 inquiry-2 v301: is beyond the 604 events of the checkpoint"],
    },
    {
      what: "a line repeated",
      change: (files) => ({ ...files, lines: files.lines.toSpliced(9, 0, files.lines[9] ?? "") }),
      found: [`${atNine}: comes after event 9`],
    },
    {
      what: "two lines exchanged",
      change: ({ lines, ...files }) => ({
        ...files,
        lines: lines.with(9, lines[10] ?? "").with(10, lines[9] ?? ""),
      }),
      found: ["event 9: is missing", "event 10 inquiry-1 v7: follows v5", `${atNine}: comes after event 10`],
    },
    {
      what: "the tail cut",
      change: (files) => ({ ...files, lines: files.lines.slice(0, -2) }),
      found: ["event 602: is missing", "event 603: is missing"],
    },
    {
      what: "the checkpoint altered",
      change: (files) => ({ ...files, checkpoint: files.checkpoint.replace("\n604\n", "\n603\n") }),
      found: [/: the signature of .* does not hold$/],
    },
    {
      what: "the checkpoint signed again with another key",
      change: (files) => ({ ...files, checkpoint: forge(files.checkpoint) }),
      found: [/: it is signed by hub\.example\.test\/log\+[0-9a-f]{8}, not by the key that was given$/],
    },
    {
      what: "the hashes altered",
      change: (files) => ({ ...files, hashes: Buffer.from(whole.hashes).fill(0, 32, 64) }),
      found: [/^fault: checkpoint 604: .*\.hashes does not lead to its root$/],
    },
    {
      what: "lines that are not events",
      change: (files) => ({
        ...files,
        lines: [...files.lines, "{", "null", '{"index":"9"}', '{"index":9,"entry":null}'],
      }),
      found: [
        "line 605: is not JSON",
        "line 606: is not an event of a log",
        "line 607: is not an event of a log",
        "line 608: is not an event of a log",
      ],
    },
  ])("$what", async ({ change, found }) => {
    expect(await check(write(change(whole)))).toEqual({
      code: 1,
      lines: [
        ...found.map((text) => (typeof text === "string" ? `fault: ${text}` : expect.stringMatching(text))),
        `${found.length} faults`,
      ],
    });
  });

  it("cannot be checked if files are missing or empty", async () => {
    const file = write(whole);
    rmSync(`${file}.checkpoint`);
    expect((await check(file)).code).toBe(2);
    expect(await check(write({ ...part, lines: [] }))).toEqual({
      code: 2,
      lines: [expect.stringMatching(/holds no event: there is nothing to check\.$/)],
    });
  });
});

describe("a part of the log that was changed in transit", () => {
  it.each<{ what: string; change(lines: string[]): string[]; found: string[] }>([
    {
      what: "a line altered",
      change: (lines) => lines.with(5, lines[5]?.replace('"n":5', '"n":6') ?? ""),
      found: [`${atNine}: is not what the checkpoint of 604 holds`],
    },
    {
      what: "a line removed",
      change: (lines) => lines.toSpliced(5, 1),
      found: ["event 10 inquiry-1 v7: follows v5"],
    },
    {
      what: "a line repeated",
      change: (lines) => lines.toSpliced(5, 0, lines[5] ?? ""),
      found: [`${atNine}: follows v6`],
    },
    {
      what: "a line without its proof",
      change: (lines) =>
        lines.toSpliced(0, 300, ...lines.slice(0, 5), lines[5]?.replace(/,"proof".*/, "}") ?? ""),
      found: [
        ...Array.from({ length: 9 }, (_, n) => `event ${n}: is missing`),
        `${join(folder, "received.ndjson")}: 1 of its lines have no proof`,
      ],
    },
  ])("$what", async ({ change, found }) => {
    const lines = [...found.map((text) => `fault: ${text}`), `${found.length} faults`];
    expect(await check(write({ ...part, lines: change(part.lines) }))).toEqual({ code: 1, lines });
  });
});

describe("a proof that was changed in transit", () => {
  it.each<{ what: string; change(text: string): string; found: RegExp }>([
    {
      what: "its place",
      change: (text) => text.replace("index 1\n", "index 2\n"),
      found: /^fault: event 2 booking-2 v1: is not what/,
    },
    {
      what: "a hash",
      change: (text) => text.replace(/\n[A-Za-z0-9+/]{43}=\n/, `\n${"A".repeat(43)}=\n`),
      found: /^fault: event 1 booking-2 v1: is not what/,
    },
    {
      what: "a hash left out",
      change: (text) => text.replace(/\n[A-Za-z0-9+/]{43}=\n/, "\n"),
      found: /^fault: event 1 booking-2 v1: is not what/,
    },
    {
      what: "its checkpoint",
      change: (text) => text.replace("\n604\n", "\n605\n"),
      found: /: the signature of .* does not hold$/,
    },
    {
      what: "its signer",
      change: (text) => {
        const at = text.indexOf("\n\n") + 2;
        return text.slice(0, at) + forge(text.slice(at));
      },
      found: /: it is signed by .*, not by the key that was given$/,
    },
    {
      what: "its event left out",
      change: (text) => text.replace(/extra .*/, "extra bnVsbA=="),
      found: /: is not a proof of an event$/,
    },
    {
      what: "its format",
      change: (text) => text.replace("@v1", "@v2"),
      found: /: is not a proof of an event$/,
    },
  ])("$what", async ({ change, found }) => {
    const [{ name = "", text = "" } = {}] = await proofsOfStream(database.sql, "booking-2");
    const file = join(folder, name);
    writeFileSync(file, text);
    expect((await check(file)).code).toBe(0);
    writeFileSync(file, change(text));
    expect(await check(file)).toEqual({ code: 1, lines: [expect.stringMatching(found), "1 faults"] });
  });
});
