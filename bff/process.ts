/** Owns the life of a serving process: started or a clear line, stopped by a signal within 10 s, at once by a second one. */
import { flushLogs, type Logger } from "../core/platform/logger.ts";

const STOP_WITHIN_MS = 9_500;

export interface Started {
  port: number;
}

/** What a process has opened so far; closed in reverse order. */
export type Opened = (close: () => Promise<unknown>) => void;

/**
 * Runs until a signal comes. `start` tells `opened` of each thing it opens, so that it is closed also when a later
 * one fails. When it serves, `ready http://localhost:<port>` is printed, the one line for scripts and people to wait for.
 */
export async function runProcess(logger: Logger, start: (opened: Opened) => Promise<Started>): Promise<void> {
  const closers: (() => Promise<unknown>)[] = [];
  let stopping: Promise<void> | undefined;
  let starting: Promise<unknown> = Promise.resolve();

  async function end(exitCode: number): Promise<void> {
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    // What is being opened this moment would else be left behind.
    await starting.catch(() => undefined);
    for (const close of closers.splice(0).reverse()) {
      try {
        await close();
      } catch (error) {
        logger.error({ err: error }, "could not close something while stopping");
      }
    }
    await flushLogs(logger);
    process.exit(exitCode);
  }

  function stop(reason: object, exitCode: number): void {
    if (stopping) process.exit(1);
    logger.info(reason, "stopping");
    stopping = end(exitCode);
  }
  process.on("SIGTERM", () => stop({ signal: "SIGTERM" }, 0));
  process.on("SIGINT", () => stop({ signal: "SIGINT" }, 0));
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (error) => {
      logger.fatal({ err: error }, "a bug nobody caught; the process ends");
      stop({ reason: event }, 1);
    });
  }

  const started = start((close) => void closers.push(close));
  starting = started;
  try {
    const { port } = await started;
    if (!stopping) process.stdout.write(`ready http://localhost:${port}\n`);
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    await (stopping ?? end(1));
  }
}

/** A refused connection arrives as several errors, one per address, under one without words. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "") return error.errors.map(messageOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}
