/** Runs the product as on a server: PostgreSQL, two BFFs and two workers, each with a separate connection path to the database. */
import { join } from "node:path";
import { freePort } from "../../../core/testing/free-port.ts";
import { productFolder } from "./builds.ts";
import { openDatabaseProxy } from "./database-proxy.ts";
import { startMember } from "./member.ts";
import { prepareCluster, runServer, serverIn } from "./postgres-server.ts";
import { runOrThrow, runToEnd } from "./product-command.ts";
import { ADMIN, failRun, openRunEnvironment } from "./run-environment.ts";
import type { Member, RunningProduct } from "./running-product.ts";

const FIRST_MEMBERS = ["bff", "bff", "worker", "worker"] as const;
const READY_WITHIN_MS = 60_000;
/** The time that the product promises for a stop. */
const STOP_WITHIN_MS = 12_000;

/** Resolves when everything runs. */
export async function startSeparateProcesses(
  folder: string,
  minutes: { holdMinutes: number; offerMinutes: number },
): Promise<RunningProduct> {
  let members: Member[] = [];
  let build = productFolder();
  let number = 0;
  const bffs = () => members.flatMap(({ address }) => address ?? []);

  const surroundings = await openRunEnvironment(folder, { bffs, ...minutes });
  const { logger, env, provider, outbox, dataDir } = surroundings;
  const databaseDir = join(folder, "database");
  await prepareCluster(databaseDir, { durable: true });
  const database = await runServer(databaseDir, { durable: true, logger, onLost: failRun });
  const { ownerUrl, runtimeUrl } = database;
  const operatorEnv = { ...env, DATABASE_OWNER_URL: ownerUrl, LOG_LEVEL: "warn" };
  await runOrThrow(build, "migrate", [], {
    ...operatorEnv,
    DATABASE_URL: runtimeUrl,
    ADMIN_PASSWORD: ADMIN.password,
  });

  async function joins(kind: "bff" | "worker"): Promise<Member> {
    number += 1;
    const name = `${kind}-${number}`;
    const databaseProxy = await openDatabaseProxy(database.port);
    const url = new URL(runtimeUrl);
    url.port = String(databaseProxy.port);
    const member = startMember({
      name,
      kind,
      folder,
      env: { ...env, DATABASE_URL: url.href },
      build: () => build,
      databaseProxy,
      port: kind === "bff" ? await freePort() : null,
    });
    await member.program.ready(READY_WITHIN_MS);
    members = [...members, member];
    return member;
  }

  async function removeMember(member: Member): Promise<void> {
    members = members.filter((one) => one !== member);
    await member.program.stop(STOP_WITHIN_MS);
    await member.databaseProxy?.close();
  }

  await Promise.all(FIRST_MEMBERS.map(joins));

  return {
    arrangement: "processes",
    folder,
    server: serverIn(databaseDir),
    providerProxy: provider.providerProxy,
    webhookRelay: provider.webhookRelay,
    provider,
    outbox,
    dataDir,
    members: () => members,
    bffs,
    addMember: joins,
    removeMember,
    build: () => build,
    deploy(next) {
      build = next;
    },
    runCommand: (args) => runToEnd(build, "cli", args, operatorEnv),
    async close() {
      await Promise.all(members.map(removeMember));
      await database.stop();
      await surroundings.close();
    },
  };
}
