/** Starts the BFF process: one of any number against one server, which a migration job has migrated before. */
import { runtimeDatabase } from "../core/platform/database-readiness.ts";
import { runProcess } from "../core/platform/process.ts";
import { openBff } from "./open-bff.ts";

await runProcess(async (process) => {
  const bff = await openBff(process, await runtimeDatabase(process.config.database, "BFF"));
  return `ready http://localhost:${bff.port}`;
});
