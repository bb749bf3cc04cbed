/** Shows that all processes together open fewer connections than PostgreSQL allows. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { CONNECTIONS } from "./database.ts";

/** PostgreSQL's default limit of connections, and how many of them it reserves for its superusers. */
const SERVER_TAKES = 100;
const KEPT_FOR_SUPERUSERS = 3;

/** The programs that the example's services start; `<<: *bff` is replaced by the anchor's content. */
function programsOf(file: string): string[] {
  const text = readFileSync(join(import.meta.dirname, "../../..", file), "utf8");
  const programOf = new Map<string, string>();
  const programs: string[] = [];
  let anchor = "";
  for (const line of text.split("\n")) {
    if (/^\S/.test(line)) anchor = /^x-[a-z]+: &([a-z]+)/.exec(line)?.[1] ?? "";
    const program = /command: \[.*dist\/([a-z]+)\.js\]/.exec(line)?.[1];
    const service = anchor ? undefined : /^ {2}[a-z0-9-]+: \*([a-z]+)$/.exec(line)?.[1];
    if (program && anchor) programOf.set(anchor, program);
    else if (program) programs.push(program);
    if (service) programs.push(programOf.get(service) ?? service);
  }
  return programs;
}

const isKnown = (program: string): program is keyof typeof CONNECTIONS => program in CONNECTIONS;

const FILES = ["docker-compose.yml", "docker-compose.ha.yml"];

it.each(FILES)(
  "the processes of %s, together with operators' connections, stay below PostgreSQL's limit",
  (file) => {
    const programs = programsOf(file);
    expect(programs.toSorted()).toEqual(["bff", "bff", "migrate", "worker", "worker"]);
    const processes = programs.filter(isKnown).reduce((sum, program) => sum + CONNECTIONS[program], 0);
    expect(processes + CONNECTIONS.demo).toBeLessThan(SERVER_TAKES - KEPT_FOR_SUPERUSERS);
    expect(processes + 4 * CONNECTIONS.operator).toBeLessThan(SERVER_TAKES - KEPT_FOR_SUPERUSERS);
  },
);
