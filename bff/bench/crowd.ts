/** Owns a crowd of open pages as a bench drives it: a child process that opens, closes and tells when each page heard what. */
import { fork } from "node:child_process";
import { once } from "node:events";

/** What the child is told; it does one thing after another. */
export type CrowdOrder =
  | { type: "open"; count: number; room: number | null }
  | { type: "close"; count: number }
  | { type: "take" };

export interface CrowdAnswer {
  open: number;
  /** Connections that the server ended since the start. */
  lost: number;
  /** By position in the log, when each page heard it. Of `take` alone. */
  heard: [position: string, at: number[]][];
}

export interface Crowd {
  /** Opens so many pages that show this room; null: none. */
  open(count: number, room: number | null): Promise<CrowdAnswer>;
  /** The oldest go. */
  close(count: number): Promise<CrowdAnswer>;
  /** What was heard since it was taken last. */
  take(): Promise<CrowdAnswer>;
  stop(): Promise<void>;
}

export function startCrowd(origin: string): Crowd {
  const child = fork("bff/bench/socket-crowd.ts", [new URL(origin).port], {
    execArgv: ["--import", "tsx"],
    env: { PATH: "/usr/bin:/bin" },
  });
  let before: Promise<unknown> = Promise.resolve();
  /** Of the order that is being carried out. */
  let answered: ((answer: CrowdAnswer) => void) | undefined;
  let failed: ((error: Error) => void) | undefined;
  child.on("message", (answer: CrowdAnswer) => answered?.(answer));
  child.on("exit", (code) => failed?.(new Error(`The crowd ended with ${code}`)));

  function tell(order: CrowdOrder): Promise<CrowdAnswer> {
    const answer = before.then(
      () =>
        new Promise<CrowdAnswer>((resolve, reject) => {
          if (child.exitCode !== null) throw new Error("The crowd has ended");
          answered = resolve;
          failed = reject;
          child.send(order);
        }),
    );
    before = answer.catch(() => undefined);
    return answer;
  }

  return {
    open: (count, room) => tell({ type: "open", count, room }),
    close: (count) => tell({ type: "close", count }),
    take: () => tell({ type: "take" }),
    async stop() {
      const ended = once(child, "exit");
      if (child.exitCode !== null) return;
      child.disconnect();
      await ended;
    },
  };
}
