/** Faults of the product's processes: killed, stopped for a while, or with a wrong clock. */
import { setTimeout as delay } from "node:timers/promises";
import type { Member } from "../arena/running-product.ts";
import { childrenOf, signalTo } from "../arena/system-processes.ts";
import { type FaultContext, type FaultKind, fault, SEPARATE_PROCESSES, SINGLE_COMMAND } from "./fault.ts";

const CLOCK_OFF_MS = 10 * 60_000;
const LONGER_THAN_HEARTBEAT_MS = [2_500, 6_000] as const;
const SHORTLY_MS = [300, 1_500] as const;

export const processFaults: readonly FaultKind[] = [
  fault("kill-bff", 3, killed("bff"), SEPARATE_PROCESSES),
  fault("kill-worker", 3, killed("worker"), SEPARATE_PROCESSES),
  fault("kill-product", 4, killed("product"), SINGLE_COMMAND),
  fault("kill-product-worker", 4, killWorkerOfProduct, SINGLE_COMMAND),
  fault("power-cut", 3, powerCut, SINGLE_COMMAND),
  fault("kill-all-workers", 1, killAll("worker"), SEPARATE_PROCESSES),
  fault("kill-all-processes", 1, killAll(null), SEPARATE_PROCESSES),
  fault("stop-bff", 2, stopped("bff", SHORTLY_MS), SEPARATE_PROCESSES),
  fault("stop-worker", 1, stopped("worker", SHORTLY_MS), SEPARATE_PROCESSES),
  fault("stop-worker-for-dead", 2, stopped("worker", LONGER_THAN_HEARTBEAT_MS), SEPARATE_PROCESSES),
  fault("stop-product", 2, stopped("product", LONGER_THAN_HEARTBEAT_MS), SINGLE_COMMAND),
  fault("clock-ahead", 2, clockOff(CLOCK_OFF_MS)),
  fault("clock-behind", 2, clockOff(-CLOCK_OFF_MS)),
];

export function pickMember({ product, random }: FaultContext, kind: Member["kind"]): Member {
  return random.pick(product.members().filter((member) => member.kind === kind));
}

function killed(kind: Member["kind"]) {
  return async (scene: FaultContext): Promise<string> => {
    const { program } = pickMember(scene, kind);
    await killHard(program);
    return program.name;
  };
}

function killAll(kind: Member["kind"] | null) {
  return async ({ product }: FaultContext): Promise<string> => {
    const members = product.members().filter((member) => kind === null || member.kind === kind);
    await Promise.all(members.map(({ program }) => killHard(program)));
    return members.map(({ program }) => program.name).join(", ");
  };
}

/** Until the end of the process is noticed, it would count as restarted. */
async function killHard(program: Member["program"], kill = () => program.signal("SIGKILL")): Promise<void> {
  const before = program.pid();
  if (before === null) return;
  kill();
  while (program.pid() === before) await delay(5);
}

async function killWorkerOfProduct(scene: FaultContext): Promise<string> {
  const { program } = pickMember(scene, "product");
  const worker = childrenOf(program.pid()).find(({ command }) => command.includes("worker.js"));
  // Another fault may have ended it a moment ago.
  if (worker) signalTo(worker.pid, "SIGKILL");
  return worker ? "the product's worker" : "the product's worker, which was down";
}

async function powerCut(scene: FaultContext): Promise<string> {
  const postmaster = scene.product.server.postmaster();
  if (postmaster !== null) signalTo(postmaster, "SIGKILL");
  const { program } = pickMember(scene, "product");
  await killHard(program, () => program.signalGroup("SIGKILL"));
  return "product and PostgreSQL";
}

function stopped(kind: Member["kind"], [least, most]: readonly [number, number]) {
  return async (scene: FaultContext): Promise<string> => {
    const { program } = pickMember(scene, kind);
    // Another fault may kill the process meanwhile, so the group of this process is continued, not that of its successor.
    const pid = program.pid();
    if (pid === null) return `${program.name}, which was down`;
    signalTo(-pid, "SIGSTOP");
    try {
      await scene.lasts(least, most);
    } finally {
      signalTo(-pid, "SIGCONT");
    }
    return program.name;
  };
}

function clockOff(ms: number) {
  return async (scene: FaultContext): Promise<string> => {
    const member = scene.random.pick(scene.product.members());
    member.shiftClock(ms);
    try {
      await scene.lasts(2_000, 6_000);
    } finally {
      member.shiftClock(0);
    }
    return member.program.name;
  };
}
