/** Owns that this process hears of every change of its venue, whichever process made it: told by NOTIFY, with the commit. */
import type { Core } from "../../core/context.ts";
import type { Sql } from "../../core/platform/database.ts";
import type { Logger } from "../../core/platform/logger.ts";
import { VENUE_CHANGED_CHANNEL } from "../../core/venue/venue.ts";

/** NOTIFY tells at once; this finds what a half-dead connection did not. No price waits for it: the guard refuses an old one. */
const REFRESH_EVERY_MS = 5_000;

/**
 * Listens on the connection that `followViews` uses as well, so that the news of a change comes before the news that a view has
 * its event. `onChanged` is called at once, and again when what changed has been read.
 */
export async function followVenue(options: {
  sql: Sql;
  venue: Core["venue"];
  onChanged: () => void;
  logger: Logger;
}): Promise<{ stop(): Promise<void> }> {
  const { sql, venue, onChanged, logger } = options;

  let told: string | null = null;

  /** Reads it anew; says once of each change of the house that this version cannot read. */
  async function readAnew(): Promise<void> {
    try {
      await venue.settled();
    } catch (error) {
      logger.warn({ err: error }, "could not read the venue anew");
      return;
    }
    const reason = venue.unreadable();
    if (reason !== null && reason !== told) {
      logger.error({ reason }, "a change of the house cannot be read; the house goes on as it was before it");
    }
    told = reason;
  }
  function refresh(): void {
    venue.expire();
    void readAnew();
  }
  function changed(): void {
    venue.expire();
    onChanged();
    void readAnew().then(onChanged);
  }

  const { unlisten } = await sql.listen(VENUE_CHANGED_CHANNEL, changed, changed);
  const refreshing = setInterval(refresh, REFRESH_EVERY_MS);
  refreshing.unref();
  return {
    async stop() {
      clearInterval(refreshing);
      await unlisten();
    },
  };
}
