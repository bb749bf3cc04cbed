/** Puts together a process of the product for a run: its program under a supervisor, its clock, its connection path to the database. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseProxy } from "./database-proxy.ts";
import { commandOf } from "./product-command.ts";
import type { Member } from "./running-product.ts";
import { supervise } from "./supervisor.ts";

const READY = { bff: /ready http/, worker: /worker ready/, product: /ready http/ } as const;

/** `build` is called at each start. */
export function startMember(given: {
  name: string;
  kind: Member["kind"];
  folder: string;
  env: Record<string, string>;
  build: () => string;
  databaseProxy: DatabaseProxy | null;
  port: number | null;
}): Member {
  const { name, kind, folder, env, build, databaseProxy, port } = given;
  const clockFile = join(folder, `${name}.clock`);
  const program = supervise(name, () => ({
    command: commandOf(build(), kind, clockFile),
    env: port === null ? env : { ...env, PORT: String(port) },
    ready: READY[kind],
    logFile: join(folder, "logs", `${name}.log`),
  }));
  return {
    kind,
    program,
    databaseProxy,
    address: port === null ? null : `http://127.0.0.1:${port}`,
    shiftClock(ms) {
      if (ms === 0) rmSync(clockFile, { force: true });
      else writeFileSync(clockFile, String(ms));
    },
  };
}
