/** Shows that one process at a time uses a data folder. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DataFolderInUseError, lockDataFolder, processUsingDataFolder } from "./data-lock.ts";

const PROCESSES = 6;
const ROUNDS = 60;

/** Locks the folder that an input line names, at the instant that it names; a line without an instant unlocks it. */
const PROGRAM = `
  import { createInterface } from "node:readline";
  import { lockDataFolder } from "./data-lock.mjs";
  let lock;
  for await (const line of createInterface({ input: process.stdin })) {
    const [folder, at] = line.split(" ");
    let answer = "free";
    if (at === undefined) lock?.release();
    else {
      while (Date.now() < Number(at));
      try {
        lock = lockDataFolder(folder);
        answer = "got it";
      } catch (error) {
        lock = undefined;
        answer = error.name;
      }
    }
    process.stdout.write(answer + "\\n");
  }`;

let home: string;

interface Contender {
  child: ChildProcess;
  say(line: string): Promise<string>;
}

function contender(): Contender {
  const child = spawn(process.execPath, [join(home, "program.mjs")], { stdio: ["pipe", "pipe", "inherit"] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    child,
    async say(line) {
      child.stdin.write(`${line}\n`);
      return (await answers.next()).value ?? "ended";
    },
  };
}

async function killed({ child }: Contender): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

const folderOf = (name: string): string => {
  const folder = join(home, name);
  mkdirSync(folder);
  return folder;
};

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "hub-lock-"));
  const source = join(import.meta.dirname, "data-lock.ts");
  await build({
    entryPoints: [source],
    outfile: join(home, "data-lock.mjs"),
    bundle: true,
    platform: "node",
    format: "esm",
  });
  writeFileSync(join(home, "program.mjs"), PROGRAM);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe("processes that start at once", () => {
  const rivals: Contender[] = [];
  beforeAll(() => {
    for (let n = 0; n < PROCESSES; n++) rivals.push(contender());
  });
  afterAll(() => Promise.all(rivals.map(killed)));

  /** Lets all processes try to lock one folder at the same millisecond, in many rounds; returns how many succeeded in each. */
  async function winners(prepare: (folder: string) => void): Promise<number[]> {
    const counts: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const folder = mkdtempSync(join(home, "round-"));
      prepare(folder);
      const at = Date.now() + 8;
      const answers = await Promise.all(rivals.map(({ say }) => say(`${folder} ${at}`)));
      expect(new Set(answers)).toEqual(new Set(["got it", "DataFolderInUseError"]));
      counts.push(answers.filter((answer) => answer === "got it").length);
      await Promise.all(rivals.map(({ say }) => say(folder)));
    }
    return counts;
  }
  const once60 = Array.from({ length: ROUNDS }, () => 1);

  it("on an empty folder: one locks it", async () => {
    expect(await winners(() => undefined)).toEqual(once60);
  });

  it("on what a killed process left: one locks it", async () => {
    const left = folderOf("left-by-a-killed-one");
    const victim = contender();
    expect(await victim.say(`${left} 0`)).toBe("got it");
    await killed(victim);
    expect(await winners((folder) => cpSync(left, folder, { recursive: true }))).toEqual(once60);
  });

  it("on one folder repeatedly, with short locks: never two at once", async () => {
    const folder = folderOf("again-and-again");
    let holders = 0;
    let most = 0;
    let taken = 0;
    await Promise.all(
      rivals.map(async ({ say }) => {
        for (let round = 0; round < ROUNDS; round++) {
          if ((await say(`${folder} 0`)) !== "got it") continue;
          holders += 1;
          taken += 1;
          most = Math.max(most, holders);
          // Between its report that it has the lock and the order to unlock, the process certainly holds it.
          for (let turns = 0; turns < 20; turns++) await new Promise(setImmediate);
          holders -= 1;
          await say(folder);
        }
      }),
    );
    expect(most).toBe(1);
    expect(taken).toBeGreaterThan(0);
    expect(processUsingDataFolder(folder)).toBeUndefined();
    expect(readdirSync(folder)).toHaveLength(1);
  });
});

describe("the holder", () => {
  it("is named to later processes, until it unlocks the folder", () => {
    const folder = folderOf("named");
    const lock = lockDataFolder(folder);
    expect(processUsingDataFolder(folder)).toBe(process.pid);
    expect(() => lockDataFolder(folder)).toThrow(`is in use by process ${process.pid}`);
    lock.release();
    expect(processUsingDataFolder(folder)).toBeUndefined();
    lockDataFolder(folder).release();
  });

  it("that unlocks twice does not release a lock that another process has taken since", async () => {
    const folder = folderOf("twice");
    const first = lockDataFolder(folder);
    first.release();
    const other = contender();
    expect(await other.say(`${folder} 0`)).toBe("got it");
    first.release();
    expect(() => lockDataFolder(folder)).toThrow(DataFolderInUseError);
    await killed(other);
    lockDataFolder(folder).release();
  });

  it("of a version that used only the pid file is respected while it is alive", async () => {
    const folder = folderOf("older");
    const older = contender();
    const elsewhere = folderOf("elsewhere");
    await older.say(`${elsewhere} 0`);
    cpSync(join(elsewhere, "product.pid"), join(folder, "product.pid"));
    expect(() => lockDataFolder(folder)).toThrow(`is in use by process ${older.child.pid}`);
    await killed(older);
    lockDataFolder(folder).release();
  });
});
