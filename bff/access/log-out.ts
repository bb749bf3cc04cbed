/** Logs out: ends every session that a request carries, and takes its cookie back. */
import type { Context } from "hono";
import { endSession, type SessionKind } from "../../core/session/sessions.ts";
import type { Bff } from "../context.ts";
import type { BffEnv } from "../http/hono-env.ts";

/** False when another site may have sent the request; then no session ends. */
export async function endSentSessions(
  c: Context<BffEnv>,
  { core, sessions }: Pick<Bff, "core" | "sessions">,
  kind: SessionKind,
): Promise<boolean> {
  const carried = await sessions.readAll(c.env.incoming, kind);
  if (carried === null) return false;
  for (const { sessionId } of carried) await endSession(core.sql, sessionId, core.clock.now());
  sessions.clearCookie(c, kind);
  return true;
}
