/** Tells this process of every change of its venue, whichever process made it: by NOTIFY, with the commit. */
import type { Sql } from "../platform/database/database.ts";
import type { Logger } from "../platform/logger.ts";
import { VENUE_CHANGED_CHANNEL, type Venue } from "./venue.ts";

/**
 * NOTIFY arrives at once; this interval finds what a broken connection missed. Prices do not depend on it, because an
 * append with an old one is refused.
 */
const REFRESH_EVERY_MS = 30_000;

/**
 * Listens on the client's only listening connection, so that the news of a change arrives before later news: for
 * example, that a projection has processed its event. `onChanged` is called at once, and again when the change has been
 * read.
 */
export async function followVenue(options: {
  sql: Sql;
  venue: Pick<Venue, "expire" | "refreshIfExpired" | "unreadable">;
  onChanged?: () => void;
  logger: Logger;
}): Promise<{ stop(): Promise<void> }> {
  const { sql, venue, onChanged = () => undefined, logger } = options;

  let reported: string | null = null;

  /** Reads the venue again; reports once each change of the settings that this version cannot read. */
  async function readAgain(): Promise<void> {
    try {
      await venue.refreshIfExpired();
    } catch (error) {
      logger.warn({ err: error }, "could not read the venue again");
      return;
    }
    const reason = venue.unreadable();
    if (reason !== null && reason !== reported) {
      logger.error(
        { reason },
        "this version cannot read a change of the settings; the settings before it apply",
      );
    }
    reported = reason;
  }
  function refresh(): void {
    venue.expire();
    void readAgain();
  }
  function changed(): void {
    venue.expire();
    onChanged();
    void readAgain().then(onChanged);
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
