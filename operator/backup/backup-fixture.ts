/** Backs up and restores in tests: with one secret, into separate databases; also in a process that kills itself at a given step. */
import type { Sql } from "../../core/platform/database/database.ts";
import { type ProductSchema, productSchema } from "../../core/platform/database/migration-files.ts";
import { pseudonymsWith } from "../../core/platform/secrets/pseudonyms.ts";
import { migrate } from "../../migrations/runner.ts";
import { projections } from "../../projections/followers.ts";
import { diffProjection } from "../replay-commands.ts";
import { checkBackup } from "./read-backup.ts";
import { type Restored, type RestoreOptions, restoreBackup } from "./restore.ts";
import { newKeys, openKeys, type RestoredKeys, sealKeyWith } from "./restored-keys.ts";
import { type WrittenBackup, writeBackup } from "./write-backup.ts";

const SECRET = "a secret of the tests, long enough for anyone";
const TIME_ZONE = "America/New_York";

export function backUp(
  ownerSql: Sql,
  file: string,
  warn = (_: string): void => undefined,
): Promise<WrittenBackup> {
  return writeBackup(ownerSql, file, {
    sealKey: sealKeyWith(SECRET),
    timeZone: TIME_ZONE,
    onProgress: () => undefined,
    warn,
  });
}

/** The projections as they are built with these keys. */
const projectionsWith = ({ byPurpose }: RestoredKeys) =>
  projections({ timeZone: TIME_ZONE, ...pseudonymsWith(byPurpose.get("holders") ?? "") });

/** The differences between the rows of the projections and the events, one line each. */
export async function differencesIn(sql: Sql, keys: RestoredKeys): Promise<string[]> {
  const lines: string[] = [];
  for (const projection of projectionsWith(keys)) {
    await diffProjection(
      sql,
      projection,
      () => undefined,
      async (line) => void lines.push(line),
    );
  }
  return lines;
}

export async function restore(
  url: string,
  file: string,
  {
    onProgress = () => undefined,
    schema = productSchema(),
    withSecret = true,
  }: {
    onProgress?: RestoreOptions["onProgress"];
    schema?: ProductSchema;
    withSecret?: boolean;
  } = {},
): Promise<Restored & { keys: RestoredKeys }> {
  const backup = await checkBackup(file);
  const opened = openKeys(backup.header, { secret: SECRET, previous: [] });
  const keys = withSecret && opened ? opened : newKeys(backup.header);
  const options = { keys, migrate, schema, projectionsWith, onProgress };
  return { ...(await restoreBackup(url, backup, options)), keys };
}
