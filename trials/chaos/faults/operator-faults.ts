/** Operators' actions during traffic: rebuilds, backups, a newer version of a projection, processes that are added and removed. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { buildWithRaisedVersion, UPGRADED_PROJECTIONS } from "../arena/builds.ts";
import type { Member } from "../arena/running-product.ts";
import { type FaultContext, type FaultKind, fault, SEPARATE_PROCESSES } from "./fault.ts";
import { pickMember } from "./process-faults.ts";

const READY_WITHIN_MS = 60_000;
const REBUILT = ["availability", "bookings", "loyalty", "takings", "analytics", "all"] as const;

export const operatorFaults: readonly FaultKind[] = [
  fault("rebuild", 2, rebuild),
  fault("rebuild-killed", 2, rebuildKilled),
  fault("backup", 2, backup),
  fault("upgrade-projection", 1, upgrade),
  fault("replace-worker", 2, (scene) => replace(scene, "worker"), SEPARATE_PROCESSES),
  fault("replace-bff", 2, (scene) => replace(scene, "bff"), SEPARATE_PROCESSES),
  fault("restart-member", 2, restart),
];

/** Runs the command to its end. A failure during another fault is not recorded. */
async function operate({ product, history, alone }: FaultContext, args: readonly string[]): Promise<void> {
  const { exitCode, output } = await product.runCommand(args).ended;
  if (exitCode === 0 || alone)
    history.add({ kind: "command", command: args.join(" "), endedAt: Date.now(), exitCode, output });
}

async function rebuild(scene: FaultContext): Promise<string> {
  const name = scene.random.pick(REBUILT);
  await operate(scene, ["rebuild", name]);
  return name;
}

async function rebuildKilled({ product, random }: FaultContext): Promise<string> {
  const name = random.pick(REBUILT);
  const run = product.runCommand(["rebuild", name]);
  await delay(random.between(300, 1_500));
  run.kill();
  await run.ended;
  return name;
}

async function backup(scene: FaultContext): Promise<string> {
  const file = join(scene.product.folder, "hub.backup");
  await operate(scene, ["backup", file]);
  rmSync(file, { force: true });
  return "database";
}

/** Restarts one process after another, as a deployment does, so that for a while both versions run. */
async function upgrade({ product, random }: FaultContext): Promise<string> {
  const projection = random.pick(UPGRADED_PROJECTIONS);
  product.deploy(buildWithRaisedVersion(product.build(), join(product.folder, "builds"), projection));
  for (const { kind, program } of product.members()) {
    if (kind === "bff") continue;
    await endBySigterm(program);
    await program.ready(READY_WITHIN_MS);
  }
  return projection;
}

/** Resolves when the program has finished its work and ended; at once if another fault has just ended it. */
async function endBySigterm(program: Member["program"]): Promise<void> {
  const before = program.pid();
  if (before === null) return;
  program.signal("SIGTERM");
  while (program.pid() === before) await delay(50);
}

async function replace(scene: FaultContext, kind: "worker" | "bff"): Promise<string> {
  const leaving = pickMember(scene, kind);
  const joined = await scene.product.addMember(kind);
  await scene.product.removeMember(leaving);
  return `${leaving.program.name} by ${joined.program.name}`;
}

/** Ends it by SIGTERM, as a reboot does; the supervisor starts it again. */
async function restart({ product, random }: FaultContext): Promise<string> {
  const { program } = random.pick(product.members());
  await endBySigterm(program);
  return program.name;
}
