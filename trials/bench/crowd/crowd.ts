/** Controls a crowd of open pages for a bench: a child process that opens and closes pages and reports when each page heard what. */
import { startChild } from "./child.ts";

/** Orders for the child, which carries out one at a time. */
export type CrowdOrder =
  | { type: "open"; count: number; room: number | null }
  | { type: "close"; count: number }
  | { type: "take" };

export interface CrowdAnswer {
  open: number;
  /** Connections that the server ended since the start. */
  lost: number;
  /** When each page heard of each log position. Only in the answer to `take`. */
  heard: [position: string, at: number[]][];
}

export interface Crowd {
  /** Opens this many pages that show this room; null shows no room. */
  open(count: number, room: number | null): Promise<CrowdAnswer>;
  /** Closes the oldest pages. */
  close(count: number): Promise<CrowdAnswer>;
  /** Returns what was heard since the last call. */
  take(): Promise<CrowdAnswer>;
  stop(): Promise<void>;
}

export function startCrowd(origin: string): Crowd {
  const { tell, stop } = startChild<CrowdOrder>("trials/bench/crowd/socket-crowd.ts", [new URL(origin).port]);
  return {
    open: (count, room) => tell({ type: "open", count, room }),
    close: (count) => tell({ type: "close", count }),
    take: () => tell({ type: "take" }),
    stop,
  };
}
