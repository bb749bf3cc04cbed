/** Owns a crowd of open pages as a bench drives it: a child process that opens, closes and tells when each page heard what. */
import { startChild } from "./child.ts";

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
  const { tell, stop } = startChild<CrowdOrder>("bff/bench/socket-crowd.ts", [new URL(origin).port]);
  return {
    open: (count, room) => tell({ type: "open", count, room }),
    close: (count) => tell({ type: "close", count }),
    take: () => tell({ type: "take" }),
    stop,
  };
}
