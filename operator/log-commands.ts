/** Defines the auditors' commands: seal the log, verify it, and export entries with their proofs (decisions 189, 190). */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Command } from "commander";
import type { Config } from "../core/platform/config/config.ts";
import type { Sql } from "../core/platform/database/database.ts";
import { countText } from "../core/text/count-text.ts";
import { findLogKey, logKeyOf } from "../core/transparency/log-key.ts";
import { seal } from "../core/transparency/seal.ts";
import { SealRefused } from "../core/transparency/seal-refused.ts";
import { newestCheckpoint, withCosignatures } from "../core/transparency/seal-tables.ts";
import { introduceKey } from "../core/transparency/vouched-keys.ts";
import { exportLog } from "./export-log.ts";
import { onDatabase, printLine, progressBar, warn } from "./operator.ts";
import { required } from "./required-argument.ts";
import { proofsOfStream } from "./stream-proofs.ts";
import { verifyLog } from "./verify/verify.ts";

/** How long a seal that the command waits for may be delayed by an older transaction. */
const PATIENCE_MS = 10_000;
const LOOK_AGAIN_MS = 100;
const PROOF_EXAMPLE = "make proof STREAM=booking-42 DIR=proofs";

export function addLogCommands(program: Command): void {
  program
    .command("seal")
    .description("seal every event that is committed now, and print the signed head")
    .option(
      "--new-key",
      "sign with this environment's key from now on; it vouches for the earlier keys",
      false,
    )
    .action(({ newKey }: { newKey: boolean }) =>
      onDatabase(async (sql, config) => {
        if (newKey) await introduceOwnKey(sql, config, warn);
        await sealToTheEnd(sql, config);
        const head = await newestCheckpoint(sql);
        if (!head) throw new Error("The log is empty: there is nothing to seal.");
        process.stdout.write(await withCosignatures(sql, head));
      }),
    );

  program
    .command("verify")
    .description(
      "check the log against its seal, the hour claims against the log, and the rows that events name",
    )
    .option("--checkpoint <file>", "a signed head that you have kept; the log must still lead to it")
    .action((options: { checkpoint?: string }) =>
      onDatabase(async (sql, config) => {
        const bar = progressBar("verify", "events");
        const claimsBar = progressBar("claims", "bookings");
        const result = await verifyLog(sql, {
          ownKey: (origin) => findLogKey(config, origin),
          witnessKeys: config.logWitnessKeys,
          kept: options.checkpoint === undefined ? null : readFileSync(options.checkpoint, "utf8"),
          onFault: (fault) => printLine(`fault: ${fault}`),
          onProgress(done, total) {
            bar.show(done, total);
            if (done === total) bar.stop();
          },
          onGuardProgress: (done, total) => claimsBar.show(done, total),
        });
        claimsBar.stop();
        if (result.unsealed > 0) warn(`${result.unsealed} events are not sealed yet`);
        if (result.faults.length > 0) process.exitCode = 1;
        printLine(
          result.faults.length > 0
            ? countText(result.faults.length, "fault")
            : `verified ${result.events} events in ${result.checkpoints} checkpoints`,
        );
      }),
    );

  program
    .command("proof")
    .description("write a proof file for every event of a stream; verify-log.mjs checks them on any machine")
    .argument("<stream>", "for example booking-42", required("STREAM", PROOF_EXAMPLE))
    .argument(
      "<folder>",
      "the folder for the files; created if it does not exist",
      required("DIR", PROOF_EXAMPLE),
    )
    .action((stream: string, folder: string) =>
      onDatabase(async (sql, config) => {
        await sealIfPossible(sql, config);
        const proofs = await proofsOfStream(sql, stream);
        mkdirSync(folder, { recursive: true });
        for (const { name, text } of proofs) writeFileSync(join(folder, name), text);
        printLine(`${proofs.length} proofs of ${stream} in ${folder}`);
      }),
    );

  program
    .command("export")
    .description(
      "write the sealed log as NDJSON, with the signed head beside it; a part of the log with proofs",
    )
    .argument(
      "<file>",
      "for example out.ndjson; out.ndjson.checkpoint is written beside it",
      required("FILE", "make export FILE=out.ndjson"),
    )
    .option("--from <instant>", "only events decided at or after it")
    .option("--to <instant>", "only events decided at or before it")
    .option("--stream <stream>", "only this stream's events")
    .action((file: string, options: { from?: string; to?: string; stream?: string }) =>
      onDatabase(async (sql, config) => {
        const { stream = null } = options;
        const selection = { from: instantOf(options.from), to: instantOf(options.to), stream };
        await sealIfPossible(sql, config);
        const bar = progressBar("export", "events");
        const written = await exportLog(sql, file, selection, (done, total) => bar.show(done, total));
        bar.stop();
        printLine(`${written} events in ${file}, the signed head in ${file}.checkpoint`);
      }),
    );
}

function instantOf(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const instant = new Date(text);
  if (Number.isNaN(instant.getTime()))
    throw new Error(`"${text}" is not an instant. Write it like 2026-11-21T10:00:00Z.`);
  return instant;
}

/** Tells the operator which key the new key vouches for. */
export async function introduceOwnKey(sql: Sql, config: Config, tell: (line: string) => void): Promise<void> {
  const before = await introduceKey(sql, { logKey: logKeyOf(config) });
  if (before !== null) tell(`A new key signs from now on and vouches for ${before}`);
}

/** Throws if an older transaction keeps holding events back. */
async function sealToTheEnd(sql: Sql, config: Config): Promise<void> {
  const settings = { publicUrl: config.publicUrl, logKey: logKeyOf(config) };
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const { nextAfterMs } = await seal(sql, settings);
    if (nextAfterMs === null) return;
    if (Date.now() > until) {
      throw new Error("An older transaction delays events. `make status` says for how long.");
    }
    await delay(LOOK_AGAIN_MS);
  }
}

/** Seals first, so that an export is as new as possible; if the log cannot be sealed any further, the export has what is sealed. */
async function sealIfPossible(sql: Sql, config: Config): Promise<void> {
  try {
    await sealToTheEnd(sql, config);
  } catch (error) {
    if (!(error instanceof SealRefused)) throw error;
    warn(`The log is not sealed any further (${error.message}): run make verify.`);
  }
}
