/** Defines `make backup` and `make restore` with their texts, progress bars and exit codes (decisions 211, 212). */
import type { Command } from "commander";
import { type Config, loadConfigOrExit } from "../../core/platform/config/config.ts";
import { findSessionSecret, sessionSecretOf } from "../../core/platform/config/secret-file.ts";
import type { Sql } from "../../core/platform/database/database.ts";
import { productMigrations, productSchema } from "../../core/platform/database/migration-files.ts";
import { pseudonymsWith } from "../../core/platform/secrets/pseudonyms.ts";
import { ensureRuntimeLogin } from "../../core/platform/secrets/runtime-login.ts";
import { countText } from "../../core/text/count-text.ts";
import { SealRefused } from "../../core/transparency/seal-refused.ts";
import { isSameZone, OtherVenueZone } from "../../core/venue/time/zone-name.ts";
import { migrate } from "../../migrations/runner.ts";
import { projections } from "../../projections/followers.ts";
import { introduceOwnKey } from "../log-commands.ts";
import { COULD_NOT_RUN, onDatabase, printLine, progressBar, warn } from "../operator.ts";
import { required } from "../required-argument.ts";
import { BackupDamaged, type BackupHeader } from "./backup-format.ts";
import { type CheckedBackup, checkBackup } from "./read-backup.ts";
import { migrationsOf, type Restored, type RestoreStep, restoreBackup } from "./restore.ts";
import { newKeys, openKeys, type RestoredKeys, sealKeyWith } from "./restored-keys.ts";
import { SEQUENCE_GAP } from "./restored-sequences.ts";
import { writeBackup } from "./write-backup.ts";

const FOUND_DAMAGE = 1;
const FAULTS_NAMED = 10;

const secondsSince = (began: number): string => `${((performance.now() - began) / 1_000).toFixed(1)} s`;

export function addBackupCommands(program: Command): void {
  program
    .command("backup")
    .description("write everything that cannot be rebuilt into one file, while the product runs")
    .argument(
      "<file>",
      "for example hub.backup; an existing file is replaced once the new one is complete",
      required("FILE", "make backup FILE=hub.backup"),
    )
    .action((file: string) => onDatabase((sql, config) => backupCommand(sql, config, file)));

  program
    .command("restore")
    .description("restore a backup into an empty database of any cluster")
    .argument(
      "<file>",
      "a file written by the backup command",
      required("FILE", "make restore FILE=hub.backup"),
    )
    .option("--new-keys", "make new keys, because the session secret of the backed-up hub is lost", false)
    .action(async (file: string, options: { newKeys: boolean }) => {
      const began = performance.now();
      const checked = await checkedOrExit(file, options);
      if (!checked) return;
      const command = (sql: Sql, config: Config, url: string) =>
        restoreCommand(sql, url, config, { ...checked, began });
      await onDatabase(command, "operator", { create: true });
    });
}

async function backupCommand(sql: Sql, config: Config, file: string): Promise<void> {
  const began = performance.now();
  const bar = progressBar("backup", "rows");
  const written = await writeBackup(sql, file, {
    sealKey: sealKeyWith(sessionSecretOf(config)),
    timeZone: config.venueTimezone,
    onProgress: (done, total) => bar.show(done, total),
    warn,
  }).finally(() => bar.stop());
  const size = `${(written.bytes / 1e6).toFixed(1)} MB`;
  printLine(
    `${file}: ${countText(written.events, "event")}, ${countText(written.rows, "row")} in all, ${size}`,
  );
  printLine(`sha256 ${written.sha256}`);
  printLine(`took ${secondsSince(began)}`);
}

/** Everything that can be refused is refused here, before anything is created or written. */
async function checkedOrExit(
  file: string,
  options: { newKeys: boolean },
): Promise<{ backup: CheckedBackup; keys: RestoredKeys } | null> {
  try {
    const config = loadConfigOrExit();
    const bar = progressBar("check", "bytes");
    const backup = await checkBackup(file, (done, total) => bar.show(done, total)).finally(() => bar.stop());
    migrationsOf(backup.header, productMigrations());
    const { timeZone } = backup.header;
    if (!isSameZone(timeZone, config.venueTimezone)) throw new OtherVenueZone(timeZone, config.venueTimezone);
    return { backup, keys: keysOf(backup.header, config, options) };
  } catch (error) {
    warn(error instanceof Error ? error.message : String(error));
    process.exitCode = error instanceof BackupDamaged ? FOUND_DAMAGE : COULD_NOT_RUN;
    return null;
  }
}

function keysOf(header: BackupHeader, config: Config, options: { newKeys: boolean }): RestoredKeys {
  const secret = findSessionSecret(config);
  const opened =
    secret === null ? null : openKeys(header, { secret, previous: config.previousSessionSecrets });
  if (opened) return opened;
  if (options.newKeys) return newKeys(header);
  const given =
    secret === null ? "There is no session secret here" : "The session secret here is a different one";
  const where =
    config.database.kind === "embedded"
      ? `put its file session-secret into ${config.dataDir}, or set SESSION_SECRET`
      : "set SESSION_SECRET (or SESSION_SECRET_PREVIOUS)";
  throw new Error(
    `${given}: the backup's keys are sealed with the secret of the backed-up hub. Restore that first: ${where}. ` +
      "If it is lost, NEW_KEYS=1 restores without it. Links in earlier mails then stop working, and staff whose second factor it sealed need make remove-second-factor.",
  );
}

async function restoreCommand(
  sql: Sql,
  url: string,
  config: Config,
  { backup, keys, began }: { backup: CheckedBackup; keys: RestoredKeys; began: number },
): Promise<void> {
  const { madeAt } = backup.header;
  const bars = barPerStep();
  const restored = await restoreBackup(url, backup, {
    keys,
    migrate,
    schema: productSchema(),
    projectionsWith: ({ byPurpose }) =>
      projections({
        timeZone: config.venueTimezone,
        ...pseudonymsWith(byPurpose.get("holders") ?? ""),
      }),
    onProgress: bars.show,
  }).finally(bars.stop);
  const { database } = config;
  if (database.kind === "server" && database.url !== undefined && database.url !== url) {
    await ensureRuntimeLogin(url, database.url);
  }
  await signFromNowOn(sql, config);
  const { claims, claimedHoursBefore, viewsFailed } = restored;
  const claimsDiffer = claims.doubtful.length > 0 || claims.hours !== claimedHoursBefore;
  if (viewsFailed !== null || claimsDiffer) process.exitCode = FOUND_DAMAGE;
  for (const line of linesOf(restored, keys)) printLine(line);
  printLine(`restored the hub of ${madeAt} in ${secondsSince(began)}; start the product`);
}

/** The one who restores a log vouches for it: if the key here is another one, it signs from now on. */
async function signFromNowOn(sql: Sql, config: Config): Promise<void> {
  try {
    await introduceOwnKey(sql, config, printLine);
  } catch (error) {
    if (!(error instanceof SealRefused)) throw error;
    warn(`Nothing more is sealed until an operator acts (${error.message}): run make verify.`);
  }
}

function barPerStep() {
  let current: { step: RestoreStep; bar: ReturnType<typeof progressBar> } | null = null;
  const units = { load: "rows", views: "events", claims: "bookings" } satisfies Record<RestoreStep, string>;
  return {
    show(step: RestoreStep, done: number, total: number): void {
      if (current?.step !== step) {
        current?.bar.stop();
        current = { step, bar: progressBar(step, units[step]) };
      }
      current.bar.show(done, total);
    },
    stop: (): void => void current?.bar.stop(),
  };
}

function linesOf(restored: Restored, keys: RestoredKeys): string[] {
  const { events, rows, epoch, sequences, migrated, views, viewsFailed, claims, jobs } = restored;
  const next = Object.entries(sequences).filter(([name]) => /^public\.\w+_ids$/.test(name));
  const lines = [
    `${restored.resumed ? "continued: " : ""}${countText(events, "event")}, ${countText(rows, "row")} in all`,
    `epoch ${epoch}: new events sort after the restored ones`,
    `sequences ${SEQUENCE_GAP.toLocaleString("en-US")} higher: ${next.map(([name, id]) => `${name.slice(7)} at ${id}`).join(", ")}`,
    viewsFailed === null
      ? `${countText(views, "projection")} built from the events`
      : `not built: ${viewsFailed}; the worker retries, and make status shows the state`,
    `${countText(claims.hours, "hour")} of rooms claimed`,
    `${countText(jobs, "mail, refund or other job", "mails, refunds and other jobs")} queued again`,
  ];
  if (migrated.length > 0)
    lines.push(`migrated from ${countText(migrated.length, "version")} before: ${migrated.join(", ")}`);
  if (claims.hours !== restored.claimedHoursBefore) {
    lines.push(
      `fault: ${countText(restored.claimedHoursBefore, "hour")} of rooms claimed when it was backed up`,
    );
  }
  lines.push(...doubts([...new Set(claims.doubtful)]));
  if (keys.areNew) {
    lines.push("new keys: links in earlier mails stop working, and second factors cannot be read");
  }
  return lines;
}

/** Bookings that did not get all their hour claims: another booking has the hours by its events, or this code cannot read them. */
function doubts(streams: readonly string[]): string[] {
  const named = streams.slice(0, FAULTS_NAMED);
  const lines = named.map((stream) => `fault: ${stream}: its hours could not be claimed`);
  if (streams.length > 0) lines.push(`${countText(streams.length, "fault")}: make check-guard names them`);
  return lines;
}
