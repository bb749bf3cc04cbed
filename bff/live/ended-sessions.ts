/** Owns that a session's sockets end with it, whichever process ended it: told by NOTIFY, with the commit. */
import type { Sql } from "../../core/platform/database.ts";
import { SESSIONS_ENDED_CHANNEL } from "../../core/session/sessions.ts";
import type { LiveSockets } from "./sockets.ts";

/** Listens on the connection that `followViews` uses as well, which reconnects by itself. */
export async function followEndedSessions(
  sql: Sql,
  sockets: Pick<LiveSockets, "endSession" | "endEnded">,
): Promise<{ stop(): Promise<void> }> {
  const { unlisten } = await sql.listen(
    SESSIONS_ENDED_CHANNEL,
    (sessionId) => sockets.endSession(sessionId),
    // After a lost connection anything may have ended meanwhile.
    () => void sockets.endEnded(),
  );
  return { stop: unlisten };
}
