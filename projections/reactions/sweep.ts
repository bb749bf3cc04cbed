/** Works through a list for a limited time, so that the next minute's sweep finds the lane free. */
import type { Logger } from "pino";
import { GatewayUnavailable } from "../../core/payment/gateway.ts";

/** No sweep runs longer. */
export const SWEEP_MS = 40_000;
/** What is beyond it waits for the next sweep. */
export const SWEEP_LIMIT = 100;

/** Such as `{ bookingId }`; it is logged with an error. */
type Item = object;

/** Does `one` for each item until the time is up; one that throws does not stop the others. */
export async function sweep<One extends Item>(
  logger: Logger,
  items: readonly One[],
  one: (item: One) => Promise<unknown>,
): Promise<void> {
  const until = performance.now() + SWEEP_MS;
  for (const item of items) {
    if (performance.now() > until) return;
    try {
      await one(item);
    } catch (error) {
      const about: object = { err: error, ...item };
      logger.error(about, "a sweep failed for one of its items");
    }
  }
}

/** Asks the payment provider and logs an error; answers whether the provider answered. */
export async function askQuietly(logger: Logger, item: Item, ask: () => Promise<void>): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch (error) {
    logger.warn({ err: error, ...item }, "could not ask the payment provider about a payment");
    return !(error instanceof GatewayUnavailable);
  }
}

/** The same for each item, until one gets no answer: the next sweep asks about the others. */
export async function askAbout<One extends Item>(
  logger: Logger,
  items: readonly One[],
  ask: (item: One) => Promise<void>,
): Promise<void> {
  let answers = true;
  await sweep(logger, items, async (item) => {
    if (answers) answers = await askQuietly(logger, item, () => ask(item));
  });
}
