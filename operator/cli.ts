/** Defines the operators' commands: for the log and its projections, for personal data, and for the sample history. */
import { setTimeout as delay } from "node:timers/promises";
import { Command, CommanderError } from "commander";
import { z } from "zod";
import { raiseEpoch } from "../core/log/epoch.ts";
import type { LogPosition } from "../core/log/position.ts";
import { LOG_START } from "../core/log/position.ts";
import { readAfter, readRawStream } from "../core/log/read.ts";
import { systemClock } from "../core/platform/clock.ts";
import type { Sql } from "../core/platform/database/database.ts";
import { removeSecondFactorOf } from "../core/staff/second-factor.ts";
import { changeZone } from "../core/venue/venue-zone.ts";
import { wakeFollowers } from "../projections/engine/wake-followers.ts";
import { FOLLOWER_NAMES, PROJECTION_NAMES } from "../projections/followers.ts";
import { readWorkStatus } from "../projections/work-status.ts";
import { addBackupCommands } from "./backup/backup-commands.ts";
import { checkHourClaimsCommand } from "./check-hour-claims.ts";
import { confirmWhileRunning } from "./confirm-while-running.ts";
import { makeDemo } from "./demo/demo.ts";
import { eraseCommand } from "./erase-command.ts";
import { addImportCommands } from "./import/import-command.ts";
import { addLogCommands } from "./log-commands.ts";
import { COULD_NOT_RUN, exitWithFindings, onDatabase, printLine, warn } from "./operator.ts";
import { printEvent } from "./print-events.ts";
import { printStatus } from "./print-status.ts";
import { rebuildCommand } from "./rebuild-command.ts";
import { asOfCommand, diffCommand } from "./replay-commands.ts";
import { printReplica } from "./replica-status.ts";
import { MissingArgument, required } from "./required-argument.ts";
import { resumeFollowers, resumeStream } from "./resume-commands.ts";
import { printServers, readServers } from "./servers-status.ts";

const FOLLOW_INTERVAL_MS = 250;
const PAGE = 1_000;

const projectionNames = (wanted: readonly string[]): readonly string[] =>
  wanted.includes("all") ? PROJECTION_NAMES : [...new Set(wanted)];

const program = new Command("hub").description("Operators' commands over the event log").exitOverride();

const AS_OF_EXAMPLE = "make as-of PROJECTION=bookings AT=2026-11-21T10:00:00Z";

const emailAddress = (text: string): string => {
  const example = "make erase EMAIL=someone@example.com";
  const email = required("EMAIL", example)(text);
  if (z.email().safeParse(email).success) return email;
  throw new MissingArgument(`"${email}" is no email address. For example: ${example}`);
};

program
  .command("rebuild")
  .description("rebuild projections in one pass over the log, beside the live rows, and swap them in")
  .argument("<projections...>", `${PROJECTION_NAMES.join(", ")}, or all`)
  .option("--from-start", "start at the log's beginning, not where an earlier rebuild stopped", false)
  .action((wanted: string[], { fromStart }: { fromStart: boolean }) =>
    onDatabase((sql, config) => rebuildCommand(sql, config, { names: projectionNames(wanted), fromStart })),
  );

program
  .command("as-of")
  .description("show a projection's rows as they were at an instant, one JSON object a line")
  .argument("<projection>", PROJECTION_NAMES.join(", "), required("PROJECTION", AS_OF_EXAMPLE))
  .argument("<instant>", "for example 2026-11-21T10:00:00Z", required("AT", AS_OF_EXAMPLE))
  .action((name: string, at: string) => onDatabase((sql, config) => asOfCommand(sql, config, { name, at })));

program
  .command("diff")
  .description("compare projections' live rows with a replay of the log, and print the differences")
  .argument("<projections...>", `${PROJECTION_NAMES.join(", ")}, or all`)
  .action((wanted: string[]) =>
    onDatabase((sql, config) => exitWithFindings(diffCommand(sql, config, projectionNames(wanted)))),
  );

program
  .command("check-guard")
  .description("compare the hour claims with the events, and print the differences")
  .option("--repair", "change the hour claims to what the events say", false)
  .action(({ repair }: { repair: boolean }) =>
    onDatabase((sql) => exitWithFindings(checkHourClaimsCommand(sql, { repair, print: printLine }))),
  );

program
  .command("status")
  .description("show the state of the followers, the jobs and the database servers, and what delays them")
  .action(() =>
    onDatabase(async (sql, { database }, ownerUrl) => {
      for (const line of printStatus(await readWorkStatus(sql, new Date()), new Date())) printLine(line);
      for (const line of printServers(await readServers(sql, ownerUrl))) printLine(line);
      const readUrl = database.kind === "server" ? database.readUrl : undefined;
      for (const line of await printReplica(sql, readUrl, new Date())) printLine(line);
    }),
  );

program
  .command("resume")
  .description(
    "retry a parked follower, or resume a stream that is set aside from the event where it stopped",
  )
  .argument("[follower]", `${FOLLOWER_NAMES.join(", ")} or all`, "all")
  .option("--stream <stream>", "for example booking-42")
  .action(async (wanted: string, { stream }: { stream?: string }) => {
    if (wanted !== "all" && !FOLLOWER_NAMES.includes(wanted)) {
      program.error(`There is no follower "${wanted}". Choose ${FOLLOWER_NAMES.join(", ")} or all.`);
    }
    await onDatabase((sql, config) =>
      stream === undefined
        ? resumeFollowers(sql, wanted === "all" ? null : wanted)
        : exitWithFindings(resumeStream(sql, config, stream)),
    );
  });

program
  .command("stream")
  .description("show one stream's history, oldest first")
  .argument("<stream>", "for example booking-42", required("STREAM", "make log STREAM=booking-42"))
  .action((stream: string) =>
    onDatabase(async (sql) => {
      const events = await readRawStream(sql, stream);
      for (const event of events) printLine(printEvent(event));
      if (events.length === 0) throw new Error(`There is no stream ${stream}.`);
    }),
  );

program
  .command("log")
  .description("show the log in its global order")
  .option("-f, --follow", "continue with new events", false)
  .option("-n, --last <count>", "show only the last events", "50")
  .action((options: { follow: boolean; last: string }) =>
    onDatabase(async (sql) => {
      const last = Number(options.last);
      if (!Number.isInteger(last) || last < 0) throw new Error("--last must be a whole number");
      let cursor = await positionBeforeLast(sql, last);
      for (;;) {
        const events = await readAfter(sql, cursor, PAGE);
        for (const event of events) printLine(printEvent(event));
        cursor = events.at(-1)?.at ?? cursor;
        if (events.length === PAGE) continue;
        if (!options.follow) return;
        await delay(FOLLOW_INTERVAL_MS);
      }
    }),
  );

program
  .command("erase")
  .description(
    "erase a person's data and account at their request; the log and the bookings stay, without a name",
  )
  .argument("<email>", "the email that they used", emailAddress)
  .action((email: string) =>
    onDatabase(async (sql, config) => {
      for (const line of await eraseCommand(sql, config, email)) printLine(line);
    }),
  );

program
  .command("remove-second-factor")
  .description("let a staff member whose device and recovery codes are lost log in with the password alone")
  .argument(
    "<username>",
    "the username of the account",
    required("USERNAME", "make remove-second-factor USERNAME=admin"),
  )
  .action((username: string) =>
    onDatabase(async (sql) => {
      const log = { sql, clock: systemClock, afterAppend: () => undefined };
      const outcome = await removeSecondFactorOf(log, username);
      if (!outcome.ok) throw new Error(`There is no staff account ${username}.`);
      await wakeFollowers(sql);
      printLine(`${username} logs in with the password alone.`);
    }),
  );

program
  .command("raise-epoch")
  .description("after restoring a dump into a younger cluster: make new events sort after the restored ones")
  .option("--yes", "also while the product runs", false)
  .action(({ yes }: { yes: boolean }) =>
    onDatabase(async (sql) => {
      if (!yes) await confirmWhileRunning(sql);
      const epoch = await sql.begin(raiseEpoch);
      printLine(`New events are now of epoch ${epoch}. Start the product.`);
    }),
  );

program
  .command("change-zone")
  .description(
    "move the venue into the zone of VENUE_TIMEZONE, while the product is stopped and nothing is booked ahead",
  )
  .action(() =>
    onDatabase(
      async (sql, { venueTimezone }) => {
        const log = { sql, clock: systemClock, afterAppend: () => undefined };
        const before = await changeZone(log, venueTimezone);
        await wakeFollowers(sql);
        printLine(`The venue is in ${venueTimezone}; before: ${before ?? "not set"}.`);
        printLine(
          "Run `make rebuild`, so that past days are counted in this zone too. Then start the product.",
        );
      },
      "operator",
      { anyZone: true },
    ),
  );

program
  .command("demo")
  .description("make a sample history through the real commands: bookings, payments, refunds, messages")
  .option("-b, --bookings <count>", "the number of sample bookings afterward", "400")
  .option("--yes", "also into a database that holds real bookings", false)
  .action((options: { bookings: string; yes: boolean }) =>
    onDatabase((sql, config) => {
      const bookings = Number(options.bookings);
      if (!Number.isInteger(bookings) || bookings < 1)
        throw new Error("--bookings must be a whole number above 0");
      return makeDemo(sql, config, { bookings, besideReal: options.yes });
    }, "demo"),
  );

addImportCommands(program);
addLogCommands(program);
addBackupCommands(program);

/** The cursor that is followed by `count` events. */
async function positionBeforeLast(sql: Sql, count: number): Promise<LogPosition> {
  const [row] = await sql<LogPosition[]>`
    select epoch, xid, position from events
    order by epoch desc, xid desc, position desc offset ${count} limit 1`;
  return row ?? LOG_START;
}

try {
  await program.parseAsync();
} catch (error) {
  // Commander has printed its errors; asking for help is no error.
  if (error instanceof MissingArgument) warn(error.message);
  else if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error instanceof CommanderError && error.exitCode === 0 ? 0 : COULD_NOT_RUN;
}
