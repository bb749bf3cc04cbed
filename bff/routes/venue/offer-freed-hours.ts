/** Offers the hours that a change of the venue has freed to those who wait for them, before the change is answered (decision 287). */
import { sweepWaitlist } from "../../../core/booking/waitlist/sweep.ts";
import type { Bff } from "../../context.ts";
import type { RespondingContext } from "../../http/hono-env.ts";

/** The change is made. If this fails, it is answered all the same, and the worker tries again within minutes. */
export async function offerFreedHours(c: RespondingContext, { core, logger }: Bff): Promise<void> {
  try {
    await sweepWaitlist(core);
  } catch (error) {
    const requestId = c.get("requestId");
    logger.error({ requestId, err: error }, "could not offer freed hours to those who wait");
  }
}
