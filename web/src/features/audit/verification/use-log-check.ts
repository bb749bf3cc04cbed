/** Runs one check of the log at a time: starts it, follows it, cancels it, and remembers the head if it ended well. */
import { useEffect, useRef, useState } from "react";
import { endStaffSession, readStaff } from "../../../session/staff-session.ts";
import type { Verdict } from "./check-log.ts";
import type { CheckMessage, CheckRequest, UncheckedReason } from "./check-log.worker.ts";
import { readRememberedHead, rememberHead } from "./remembered-head.ts";

export type LogCheck =
  | { state: "idle" }
  | { state: "running"; done: number; size: number | null }
  | { state: "cancelled" }
  | { state: "checked"; verdict: Verdict; at: Date }
  | { state: "unchecked"; why: UncheckedReason };

export function useLogCheck() {
  const [check, setCheck] = useState<LogCheck>({ state: "idle" });
  const worker = useRef<Worker | null>(null);

  const stop = (): void => {
    worker.current?.terminate();
    worker.current = null;
  };
  useEffect(() => () => worker.current?.terminate(), []);

  function begin(withEvents: boolean): void {
    const session = readStaff(localStorage);
    if (session === null) return;
    stop();
    setCheck({ state: "running", done: 0, size: null });
    const begun = new Worker(new URL("./check-log.worker.ts", import.meta.url), { type: "module" });
    worker.current = begun;
    begun.onmessage = ({ data }: MessageEvent<CheckMessage>) => {
      if (worker.current !== begun) return;
      if (data.kind === "progress") {
        setCheck({ state: "running", done: data.done, size: data.size });
        return;
      }
      stop();
      setCheck(ended(data));
    };
    begun.onerror = () => {
      stop();
      setCheck({ state: "unchecked", why: "no-answer" });
    };
    const order: CheckRequest = { token: session.token, withEvents, remembered: readRememberedHead() };
    begun.postMessage(order);
  }

  function cancel(): void {
    stop();
    setCheck({ state: "cancelled" });
  }

  return { check, begin, cancel };
}

function ended(news: Exclude<CheckMessage, { kind: "progress" }>): LogCheck {
  if (news.kind === "unchecked") {
    if (news.why === "session-ended") endStaffSession("Your session has ended. Please log in again");
    return { state: "unchecked", why: news.why };
  }
  const { verdict } = news;
  const at = new Date();
  const { head, key, faultCount } = verdict;
  if (faultCount === 0 && key !== null) rememberHead({ ...head, key, verifiedAt: at.toISOString() });
  return { state: "checked", verdict, at };
}
