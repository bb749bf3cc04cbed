/** The checks of `make words`: words not to use, files and decisions that are cited and do not exist. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ENFORCED, EXCEPTIONS, LEFT_OUT, type WordList } from "./word-list.ts";

const FOLDERS = ["bff", "core", "docs", "migrations", "operator", "projections", "trials", "web"];
const CHECKED = /\.(tsx?|mjs|cjs|md|css|sql|yml|sh|html)$|^Makefile$/;
const IGNORED = /(^|\/)(node_modules|dist|test-results)\/|\.gen\.ts$/;

/** A path from the root of the repository. After `../`, a dot or a letter it is the end of another path. */
const PATH =
  /(?<![\w./@$-])(?:bff|core|docs|migrations|operator|projections|trials|web|patches|\.ci)\/[\w$./-]*(?:[\w$-]\.(?:tsx?|mjs|md|css|sql|yml|json|ndjson|svg|png|sh|patch)\b|\/(?=[`\s,;:)]))/g;
const LINK = /\]\((?!\w+:|#)([^)#\s]+)(?:#[^)]*)?\)/g;
/** "decision 12", "decisions 3, 12 and 40", "decisions 131 to 135"; a comment may break the line between them. */
const CITATION = /\bdecisions?(?:\s|\*|\/\/)+(\d+(?:(?:,| and| to)(?:\s|\*|\/\/)+\d+)*)/gi;
const FOREIGN = /\bSPEC(\.md)?\b|\bDECISIONS\b|\bARCHITECTURE\b|\bUI(\.md| \d| Direction| Formats)/g;

export interface Repository {
  exists(path: string): boolean;
  decisions: ReadonlySet<number>;
  words: WordList;
}

const lineOf = (text: string, index: number): number => text.slice(0, index).split("\n").length;

/** What is wrong with a file, one line each: `path:line: "word": what to write`. */
export function findFaults(path: string, text: string, { exists, decisions, words }: Repository): string[] {
  const faults: { line: number; fault: string }[] = [];
  const each = (pattern: RegExp, within: string, faultOf: (match: RegExpExecArray) => string | null) => {
    for (const match of within.matchAll(pattern)) {
      const fault = faultOf(match);
      if (fault !== null)
        faults.push({ line: lineOf(within, match.index), fault: `"${match[0]}": ${fault}` });
    }
  };
  const blank = (found: string) => " ".repeat(found.length);
  const plain = EXCEPTIONS.reduce((rest, { text: allowed }) => rest.replace(allowed, blank), text);
  for (const [word, instead] of Object.entries(words)) {
    each(new RegExp(`\\b(?:${word})\\b`, "gi"), plain, () => `write ${instead}`);
  }
  each(FOREIGN, text, () => "not in this repository; cite docs/decisions.md");
  each(PATH, text, ([file]) => (exists(file) ? null : "there is no such file"));
  if (path.endsWith(".md")) {
    each(LINK, text, ([, target = ""]) =>
      exists(join(dirname(path), target)) ? null : "there is no such file",
    );
  }
  each(CITATION, text, ([, numbers = ""]) => {
    const unknown = (numbers.match(/\d+/g) ?? []).filter((number) => !decisions.has(Number(number)));
    return unknown.length === 0 ? null : `docs/decisions.md has no ${unknown.join(", ")}`;
  });
  return faults.toSorted((a, b) => a.line - b.line).map(({ line, fault }) => `${path}:${line}: ${fault}`);
}

/** The numbers of `docs/decisions.md`. @throws where one is given twice. */
export function decisionsOf(text: string): Set<number> {
  const numbers = [...text.matchAll(/^- \*\*(\d+)\*\* /gm)].map(([, number]) => Number(number));
  const twice = numbers.find((number, place) => numbers.indexOf(number) !== place);
  if (twice !== undefined) throw new Error(`docs/decisions.md has ${twice} twice`);
  return new Set(numbers);
}

/** Every fault of the repository in the current folder. */
export function findRepositoryFaults(): string[] {
  const files = [
    ...readdirSync(".").filter((name) => CHECKED.test(name)),
    ...FOLDERS.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
    ),
  ].filter(
    (path) => CHECKED.test(path) && !IGNORED.test(path) && !LEFT_OUT.some((left) => left.path.test(path)),
  );
  const repository = {
    exists: existsSync,
    decisions: decisionsOf(readFileSync("docs/decisions.md", "utf8")),
    words: ENFORCED,
  };
  return files.flatMap((path) => findFaults(path, readFileSync(path, "utf8"), repository));
}
