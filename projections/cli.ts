/** Owns the operators' commands: over the log and its projections, over personal data, and the sample history. */
import { setTimeout as delay } from "node:timers/promises";
import { Command } from "commander";
import type { LogPosition } from "../core/log/position.ts";
import { formatPosition, LOG_START } from "../core/log/position.ts";
import { readAfter, readStream } from "../core/log/read.ts";
import { erasePerson } from "../core/personal-data.ts";
import type { Config } from "../core/platform/config.ts";
import type { Sql } from "../core/platform/database.ts";
import { holderHashWith } from "../core/platform/keyed-hash.ts";
import { loadKeys } from "../core/platform/keys.ts";
import { readLags } from "./cursor.ts";
import { makeDemo } from "./demo.ts";
import { PROJECTION_NAMES, type ProjectionName, rebuilds } from "./followers.ts";
import { onDatabase, progressBar, say } from "./operator.ts";
import { printEvent } from "./print-events.ts";

const FOLLOW_INTERVAL_MS = 250;
const PAGE = 1_000;

async function rebuild(sql: Sql, config: Config, name: ProjectionName): Promise<void> {
  const bar = progressBar(name, "events");
  const context = {
    timeZone: config.venueTimezone,
    holderHash: holderHashWith((await loadKeys(sql)).holders),
  };
  const done = await rebuilds(context)[name](sql, (progress) => bar.show(progress.done, progress.total));
  const { seconds, rate } = bar.stop();
  say(`${name}: rebuilt from ${done} events in ${seconds.toFixed(1)} s (${rate}/s)`);
}

function isProjection(name: string): name is ProjectionName {
  return PROJECTION_NAMES.includes(name);
}

const names = PROJECTION_NAMES.filter(isProjection);
const program = new Command("hub").description("Operators' commands over the event log");

program
  .command("rebuild")
  .description("build a projection anew from the log, beside the old one, and swap it in")
  .argument("<projection>", `${names.join(", ")} or all`)
  .action(async (wanted: string) => {
    if (wanted !== "all" && !isProjection(wanted)) {
      program.error(`There is no projection "${wanted}". Choose ${names.join(", ")} or all.`);
    }
    await onDatabase(async (sql, { config }) => {
      for (const name of names) if (wanted === "all" || wanted === name) await rebuild(sql, config, name);
    });
  });

program
  .command("status")
  .description("how far each projection has come, and what is still before it")
  .action(() =>
    onDatabase(async (sql) => {
      for (const lag of await readLags(sql)) {
        const since = lag.behindSince ? ` since ${lag.behindSince.toISOString()}` : "";
        say(
          `${lag.name.padEnd(14)} at ${formatPosition(lag.cursor).padEnd(22)} ${lag.behind} events behind${since}`,
        );
      }
    }),
  );

program
  .command("stream")
  .description("show one stream's history, oldest first")
  .argument("<stream>", "booking-42, say")
  .action((stream: string) =>
    onDatabase(async (sql) => {
      const events = await readStream(sql, stream);
      for (const event of events) say(printEvent(event));
      if (events.length === 0) throw new Error(`There is no stream ${stream}.`);
    }),
  );

program
  .command("log")
  .description("show the log in its global order")
  .option("-f, --follow", "go on with what is appended from now", false)
  .option("-n, --last <count>", "show only the last events", "50")
  .action((options: { follow: boolean; last: string }) =>
    onDatabase(async (sql) => {
      const last = Number(options.last);
      if (!Number.isInteger(last) || last < 0) throw new Error("--last takes a whole number");
      let cursor = await positionBeforeLast(sql, last);
      for (;;) {
        const events = await readAfter(sql, cursor, PAGE);
        for (const event of events) say(printEvent(event));
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
  .argument("<email>", "the address they used")
  .action((email: string) =>
    onDatabase(async (sql) => {
      const rows = await erasePerson(sql, email, new Date());
      say(rows > 0 ? `Erased ${rows} records.` : "Nothing is kept under this address.");
    }),
  );

program
  .command("raise-epoch")
  .description("after restoring a dump into a younger cluster: make new events sort after the restored ones")
  .action(() =>
    onDatabase(async (sql) => {
      const epoch = await sql.begin(async (tx) => {
        await tx`lock table events in access exclusive mode`;
        const [row] = await tx<{ epoch: number }[]>`update log_epoch set epoch = epoch + 1 returning epoch`;
        const next = row?.epoch ?? 1;
        // A literal default costs an append nothing; a parameter is not allowed in DDL.
        await tx.unsafe(`alter table events alter column epoch set default ${next}`);
        return next;
      });
      say(`New events are now of epoch ${epoch}. Start the product.`);
    }),
  );

program
  .command("demo")
  .description("make a sample history through the real commands: bookings, payments, refunds, messages")
  .option("-b, --bookings <count>", "so many sample bookings in all", "400")
  .option("--yes", "also into a database that holds real bookings", false)
  .action((options: { bookings: string; yes: boolean }) =>
    onDatabase((sql, operator) => {
      const bookings = Number(options.bookings);
      if (!Number.isInteger(bookings) || bookings < 1)
        throw new Error("--bookings takes a whole number above 0");
      return makeDemo(sql, operator, { bookings, besideReal: options.yes });
    }),
  );

/** The cursor after which `count` events lie. */
async function positionBeforeLast(sql: Sql, count: number): Promise<LogPosition> {
  const [row] = await sql<LogPosition[]>`
    select epoch, xid, position from events
    order by epoch desc, xid desc, position desc offset ${count} limit 1`;
  return row ?? LOG_START;
}

await program.parseAsync();
