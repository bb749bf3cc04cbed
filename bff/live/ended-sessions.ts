/** Closes a session's sockets when it ends, whichever process ended it: NOTIFY tells it at the commit. */
import type { Sql } from "../../core/platform/database/database.ts";
import { SESSIONS_ENDED_CHANNEL } from "../../core/session/sessions.ts";
import type { LiveSockets } from "./sockets.ts";

/** Listens on the connection that `followViews` uses as well, which reconnects by itself. */
export async function followEndedSessions(
  sql: Sql,
  sockets: Pick<LiveSockets, "closeSession" | "closeEndedSessions">,
): Promise<{ stop(): Promise<void> }> {
  const { unlisten } = await sql.listen(
    SESSIONS_ENDED_CHANNEL,
    (sessionId) => sockets.closeSession(sessionId),
    // Sessions may have ended while the connection was lost.
    () => void sockets.closeEndedSessions(),
  );
  return { stop: unlisten };
}
