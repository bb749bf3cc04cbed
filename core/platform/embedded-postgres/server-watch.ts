/**
 * Keeps the embedded server alive while the product runs: a server that has died is started again, or the product gets the
 * reason why it cannot be.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "../logger.ts";

const LOOK_EVERY_MS = 250;

export interface ServerWatch {
  /** Stops watching; resolves when a start that is under way has ended. */
  stop(): Promise<void>;
}

/**
 * Checks four times a second whether the server is alive. `startAgain` starts it on its port; if that throws, the watch
 * ends and `onLost` gets the reason, in words for the operator.
 */
export function watchServer(options: {
  isAlive(): boolean;
  startAgain(): Promise<void>;
  onLost(reason: Error): void;
  logger: Logger;
}): ServerWatch {
  const { isAlive, startAgain, onLost, logger } = options;
  const stopping = new AbortController();

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      // The watch does not keep a process alive that has nothing else to do.
      await delay(LOOK_EVERY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      if (stopping.signal.aborted || isAlive()) continue;
      logger.error("PostgreSQL has died; it is started again");
      const began = Date.now();
      try {
        await startAgain();
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        onLost(new Error(`PostgreSQL has died and could not be started again. ${why}`, { cause: error }));
        return;
      }
      logger.info({ ms: Date.now() - began }, "PostgreSQL is up again");
    }
  }

  const watching = watch();
  return {
    async stop() {
      stopping.abort();
      await watching;
    },
  };
}
