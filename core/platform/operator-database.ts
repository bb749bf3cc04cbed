/** Connects an operator's command to the product's database as its owner, whether or not the product is running. */
import { existsSync, readFileSync } from "node:fs";
import type { Config } from "./config/config.ts";
import { withSql } from "./database/database.ts";
import { processUsingDataFolder } from "./embedded-postgres/data-lock.ts";
import {
  hasEmbeddedDatabase,
  ownerUrlFile,
  startEmbeddedPostgres,
} from "./embedded-postgres/embedded-postgres.ts";
import type { Logger } from "./logger.ts";
import { isOwnersAddress } from "./secrets/runtime-login.ts";

export type OperatorDatabase = {
  /** The database's address with the owner's login. */
  url: string;
  /** Stops what was started for the command; does nothing if the server was running. */
  close(): Promise<void>;
};

const nothingToClose = async (): Promise<void> => undefined;

/**
 * Connects to the operator's server, otherwise to the running embedded one, otherwise to the embedded one started for
 * the duration of the command. With `create: false` an empty data folder is an error and no database is created. Throws
 * if only the login of the running processes is given.
 */
export async function connectOperator(
  config: Pick<Config, "database" | "dataDir">,
  options: { logger: Logger; create: boolean },
): Promise<OperatorDatabase> {
  if (config.database.kind === "server") {
    return { url: await ownersAddress(config.database), close: nothingToClose };
  }
  const running = await runningEmbeddedUrl(config.dataDir);
  if (running !== undefined) return { url: running, close: nothingToClose };
  if (!options.create && !hasEmbeddedDatabase(config.dataDir)) {
    throw new Error(
      `There is no database in ${config.dataDir} yet. Start the product once, or set DATA_DIR or DATABASE_OWNER_URL.`,
    );
  }
  const server = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    logger: options.logger,
    port: config.database.port,
  });
  return { url: server.ownerUrl, close: () => server.stop() };
}

async function ownersAddress({ url, ownerUrl }: Extract<Config["database"], { kind: "server" }>) {
  if (ownerUrl !== undefined) return ownerUrl;
  if (url !== undefined && (await isOwnersAddress(url))) return url;
  throw new Error(
    "DATABASE_URL is the login of the running processes, which does not own the database. " +
      "Set DATABASE_OWNER_URL to the owner's address for this command.",
  );
}

async function runningEmbeddedUrl(dataDir: string): Promise<string | undefined> {
  const file = ownerUrlFile(dataDir);
  if (!existsSync(file) || processUsingDataFolder(dataDir) === undefined) return undefined;
  const url = readFileSync(file, "utf8").trim();
  // The file stays when the server stops, so only an answer shows that it is running.
  return withSql(url, { max: 1, applicationName: "hub operator" }, (sql) => sql`select 1`).then(
    () => url,
    () => undefined,
  );
}
