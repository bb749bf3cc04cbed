/** Runs the product as `make run` does: one command for BFF, worker and the embedded PostgreSQL, restarted by a supervisor. */
import { freePort } from "../../../core/testing/free-port.ts";
import { productFolder } from "./builds.ts";
import { startMember } from "./member.ts";
import { prepareCluster, serverIn } from "./postgres-server.ts";
import { runToEnd } from "./product-command.ts";
import { ADMIN, openRunEnvironment } from "./run-environment.ts";
import type { RunningProduct } from "./running-product.ts";

const READY_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 12_000;

/** Resolves when everything runs. */
export async function startSingleCommand(
  folder: string,
  minutes: { holdMinutes: number; offerMinutes: number },
): Promise<RunningProduct> {
  let build = productFolder();
  const port = await freePort();
  const bffs = () => [`http://127.0.0.1:${port}`];
  const surroundings = await openRunEnvironment(folder, { bffs, ...minutes });
  const { provider, outbox, dataDir } = surroundings;
  await prepareCluster(dataDir, { durable: true });
  const env = {
    ...surroundings.env,
    ADMIN_PASSWORD: ADMIN.password,
    EMBEDDED_PG_PORT: String(await freePort()),
  };
  const member = startMember({
    name: "product",
    kind: "product",
    folder,
    env,
    build: () => build,
    databaseProxy: null,
    port,
  });
  await member.program.ready(READY_WITHIN_MS);

  return {
    arrangement: "product",
    folder,
    server: serverIn(dataDir),
    providerProxy: provider.providerProxy,
    webhookRelay: provider.webhookRelay,
    provider,
    outbox,
    dataDir,
    members: () => [member],
    bffs,
    addMember: () => Promise.reject(new Error("the product is one command")),
    removeMember: () => Promise.reject(new Error("the product is one command")),
    build: () => build,
    deploy(next) {
      build = next;
    },
    runCommand: (args) => runToEnd(build, "cli", args, { ...env, LOG_LEVEL: "warn" }),
    async close() {
      await member.program.stop(STOP_WITHIN_MS);
      await surroundings.close();
    },
  };
}
