/** Runs a process: it starts or ends with a clear message, and stops within 10 s after a signal or a crash. */
import { type Config, loadConfigOrExit } from "./config/config.ts";
import { createLogger, flushLogs, type Logger } from "./logger.ts";

const STOP_WITHIN_MS = 9_500;
/** The part of that time reserved for the thing that was opened first, however slow the others were: it is the database server. */
const KEPT_FOR_FIRST_MS = 3_500;
/** The part for the last lines of the log. */
const KEPT_FOR_LOG_MS = 300;

const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/** Closes one thing; the argument is how many milliseconds it has. */
export type Close = (withinMs: number) => Promise<unknown>;

/** Called for each thing that a process opens; they are closed in reverse order. Throws once the process is stopping. */
type Opened = (close: Close) => void;

/** What a process gets at its start. */
export interface Process {
  config: Config;
  logger: Logger;
  opened: Opened;
  /** Ends the process with exit code 1 and this reason as its last line; for when something that it needs is gone for good. */
  giveUp(reason: Error): void;
}

/**
 * Reads the environment and runs until a signal comes. `start` calls `opened` for each thing it opens, so that it is
 * closed even if a later one fails. `start` returns the line that is printed when the process is serving, for which
 * scripts and people wait. The exit code is 0 after a signal, and 1 if the start failed, the process gave up, or an
 * error was not caught. A signal that comes while the process is stopping changes nothing: make passes on a signal that
 * the process has already received.
 */
export async function runProcess(start: (process: Process) => Promise<string>): Promise<void> {
  const config = loadConfigOrExit();
  const logger = createLogger(config);
  const closers: Close[] = [];
  let stopping: Promise<void> | undefined;
  let starting: Promise<unknown> = Promise.resolve();
  let exitCode = 0;

  async function end(): Promise<void> {
    const deadline = Date.now() + STOP_WITHIN_MS;
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    // Otherwise something that is just being opened would be left open.
    await within(
      starting.catch(() => undefined),
      STOP_WITHIN_MS - KEPT_FOR_FIRST_MS,
    );
    for (let close = closers.pop(); close; close = closers.pop()) {
      const kept = closers.length > 0 ? KEPT_FOR_FIRST_MS : KEPT_FOR_LOG_MS;
      const left = Math.max(0, deadline - kept - Date.now());
      try {
        if (!(await within(close(left), left)))
          logger.warn("something was too slow to close; stopping without it");
      } catch (error) {
        logger.error({ err: error }, "could not close something while stopping");
      }
    }
    await flushLogs(logger);
    process.exit(exitCode);
  }

  function stop(reason: object): void {
    if (stopping) return;
    logger.info(reason, "stopping");
    stopping = end();
  }
  for (const signal of SIGNALS) process.on(signal, () => stop({ signal }));
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (error) => {
      logger.fatal({ err: error }, "an error was not caught; the process ends");
      exitCode = 1;
      stop({ reason: event });
    });
  }

  const opened: Opened = (close) => {
    closers.push(close);
    if (stopping) throw new Error("The process is stopping.");
  };
  function giveUp(reason: Error): void {
    if (stopping) return;
    process.stderr.write(`${messageOf(reason)}\n`);
    exitCode = 1;
    stop({ reason: "gave up" });
  }

  const started = start({ config, logger, opened, giveUp });
  starting = started;
  try {
    const ready = await started;
    if (!stopping) process.stdout.write(`${ready}\n`);
  } catch (error) {
    giveUp(error instanceof Error ? error : new Error(String(error)));
    await stopping;
  }
}

/** False if the time was up first; the promise continues and its result is ignored. */
async function within(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([promise.then(() => true), timeUp]);
  } finally {
    clearTimeout(timer);
  }
}

/** A refused connection arrives as an error without a message that contains one error per address. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "") return error.errors.map(messageOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}
