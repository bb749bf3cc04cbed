/** Faults between one process and its database: connections cut, slow, silent or refused. */
import type { DatabaseProxy } from "../arena/database-proxy.ts";
import { type FaultContext, type FaultKind, fault, SEPARATE_PROCESSES } from "./fault.ts";

const CUT_WITHIN_MS = 800;

export const networkFaults: readonly FaultKind[] = [
  lineFault("network-cut", 2, async (_, line) => void line.cut()),
  lineFault("network-cut-in-answer", 4, cutInAnswer),
  fault("network-slow", 2, slowLine, SEPARATE_PROCESSES),
  lineFault("network-silent", 2, (scene, line) => lasting(scene, line, { kind: "silent" })),
  lineFault("network-refused", 2, async (scene, line) => {
    line.set({ kind: "shut" });
    line.cut();
    await lasting(scene, line, { kind: "shut" });
  }),
];

function lineFault(
  name: string,
  weight: number,
  act: (scene: FaultContext, line: DatabaseProxy) => Promise<void>,
): FaultKind {
  return fault(name, weight, (scene) => onLine(scene, (line) => act(scene, line)), SEPARATE_PROCESSES);
}

function slowLine(scene: FaultContext): Promise<string> {
  const ms = scene.random.between(5, 80);
  return onLine(scene, (line) => lasting(scene, line, { kind: "slow", ms }));
}

async function onLine(scene: FaultContext, act: (line: DatabaseProxy) => Promise<void>): Promise<string> {
  const { program, databaseProxy } = scene.random.pick(scene.product.members());
  if (databaseProxy === null) throw new Error(`${program.name} has no separate connection path`);
  await act(databaseProxy);
  return program.name;
}

/** Cuts again and again for a moment: the sessions that follow are cut as well. */
async function cutInAnswer({ random }: FaultContext, line: DatabaseProxy): Promise<void> {
  const times = random.between(1, 3);
  for (let time = 0; time < times; time++) await line.cutAfter(random.between(1, 600), CUT_WITHIN_MS);
}

async function lasting(
  scene: FaultContext,
  line: DatabaseProxy,
  state: Parameters<DatabaseProxy["set"]>[0],
): Promise<void> {
  line.set(state);
  try {
    await scene.lasts(1_000, 5_000);
  } finally {
    line.set({ kind: "open" });
  }
}
