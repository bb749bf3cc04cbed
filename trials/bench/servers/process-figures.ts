/** Reads what a running process uses at this moment, from the kernel and from its own metrics. */
import { readdirSync, readFileSync } from "node:fs";

/** The resident memory of the process in bytes. */
export function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  if (kilobytes === undefined) throw new Error(`Process ${pid} does not report its memory`);
  return Number(kilobytes) * 1_024;
}

/** The number of files, sockets and pipes that the process has open. */
export const openFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** The number of files that this process and its children may have open; Node uses the hard limit. */
export function fileLimit(): number {
  const limit = /^Max open files\s+\S+\s+(\S+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
  return limit === "unlimited" ? Number.POSITIVE_INFINITY : Number(limit);
}

/** The sum of each metric over its labels, as a BFF reports them. */
export async function metricsOf(origin: string): Promise<Map<string, number>> {
  const response = await fetch(`${origin}/metrics`);
  if (!response.ok) throw new Error(`/metrics answered ${response.status}`);
  const sums = new Map<string, number>();
  for (const line of (await response.text()).split("\n")) {
    const [, name = "", value] = /^([a-z_]+)(?:\{[^}]*\})? (\S+)$/.exec(line) ?? [];
    if (value !== undefined) sums.set(name, (sums.get(name) ?? 0) + Number(value));
  }
  return sums;
}
