/** The worker that checks the log once, so that the page stays responsive. */

import { CannotCheckSignatures, type SignedHead } from "../../../browser/sealed-log/signed-head.ts";
import { checkLog, type Verdict } from "./check-log.ts";
import { createLogReader, NothingSealed, SessionEnded } from "./log-reader.ts";

export interface CheckRequest {
  token: string;
  withEvents: boolean;
  remembered: SignedHead | null;
}

/** Why nothing is known about the log. */
export type UncheckedReason = "no-ed25519" | "nothing-sealed" | "session-ended" | "no-answer";

export type CheckMessage =
  | { kind: "progress"; done: number; size: number }
  | { kind: "verdict"; verdict: Verdict }
  | { kind: "unchecked"; why: UncheckedReason };

/** Limits progress messages to what the page can show. */
const PROGRESS_EVERY_MS = 100;

const tell = (news: CheckMessage): void => postMessage(news);

async function check({ token, withEvents, remembered }: CheckRequest): Promise<void> {
  let reportedAt = 0;
  const onProgress = (done: number, size: number): void => {
    const now = performance.now();
    if (done < size && now - reportedAt < PROGRESS_EVERY_MS) return;
    reportedAt = now;
    tell({ kind: "progress", done, size });
  };
  try {
    const verdict = await checkLog(createLogReader(token), { withEvents, remembered, onProgress });
    tell({ kind: "verdict", verdict });
  } catch (error) {
    tell({ kind: "unchecked", why: reason(error) });
  }
}

function reason(error: unknown): UncheckedReason {
  if (error instanceof CannotCheckSignatures) return "no-ed25519";
  if (error instanceof NothingSealed) return "nothing-sealed";
  if (error instanceof SessionEnded) return "session-ended";
  return "no-answer";
}

addEventListener("message", ({ data }: MessageEvent<CheckRequest>) => void check(data), { once: true });
