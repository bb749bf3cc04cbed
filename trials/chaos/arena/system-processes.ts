/** Finds the children of processes that were started elsewhere, and sends them signals. */
import { execFileSync } from "node:child_process";

interface SystemProcess {
  pid: number;
  command: string;
}

export function childrenOf(parent: number | null): SystemProcess[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,command="], { encoding: "utf8" }).split("\n");
  return lines.flatMap((line) => {
    const [pid, ppid, ...command] = line.trim().split(/\s+/);
    return Number(ppid) === parent ? [{ pid: Number(pid), command: command.join(" ") }] : [];
  });
}

/** Does nothing if the process has ended. */
export function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}
