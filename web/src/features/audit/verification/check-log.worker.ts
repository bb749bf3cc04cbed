/** The worker that checks the log once, so that the page stays responsive. */
import { checkLog, type Verdict } from "./check-log.ts";
import { logDoors, NothingSealed, SessionEnded } from "./log-doors.ts";
import { CannotCheckSignatures, type SignedHead } from "./signed-head.ts";

export interface CheckOrder {
  token: string;
  withEvents: boolean;
  remembered: SignedHead | null;
}

/** Why nothing is known about the log. */
export type Unchecked = "no-ed25519" | "nothing-sealed" | "session-ended" | "no-answer";

export type CheckNews =
  | { kind: "progress"; done: number; size: number }
  | { kind: "verdict"; verdict: Verdict }
  | { kind: "unchecked"; why: Unchecked };

/** Limits progress messages to what the page can show. */
const PROGRESS_EVERY_MS = 100;

const tell = (news: CheckNews): void => postMessage(news);

async function check({ token, withEvents, remembered }: CheckOrder): Promise<void> {
  let reportedAt = 0;
  const onProgress = (done: number, size: number): void => {
    const now = performance.now();
    if (done < size && now - reportedAt < PROGRESS_EVERY_MS) return;
    reportedAt = now;
    tell({ kind: "progress", done, size });
  };
  try {
    const verdict = await checkLog(logDoors(token), { withEvents, remembered, onProgress });
    tell({ kind: "verdict", verdict });
  } catch (error) {
    tell({ kind: "unchecked", why: reason(error) });
  }
}

function reason(error: unknown): Unchecked {
  if (error instanceof CannotCheckSignatures) return "no-ed25519";
  if (error instanceof NothingSealed) return "nothing-sealed";
  if (error instanceof SessionEnded) return "session-ended";
  return "no-answer";
}

addEventListener("message", ({ data }: MessageEvent<CheckOrder>) => void check(data), { once: true });
