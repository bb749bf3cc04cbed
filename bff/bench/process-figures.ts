/** Owns what a running process holds at this moment, as the kernel and its own metrics tell. */
import { readdirSync, readFileSync } from "node:fs";

/** Bytes that the process has resident. */
export function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  if (kilobytes === undefined) throw new Error(`Process ${pid} says nothing of its memory`);
  return Number(kilobytes) * 1_024;
}

/** Files, sockets and pipes that the process has open. */
export const openFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** Files that this process, and whatever it starts, may have open; Node takes the hard limit. */
export function fileLimit(): number {
  const limit = /^Max open files\s+\S+\s+(\S+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
  return limit === "unlimited" ? Number.POSITIVE_INFINITY : Number(limit);
}

/** The sum of each metric over its labels, as a BFF tells them. */
export async function metricsOf(origin: string): Promise<Map<string, number>> {
  const response = await fetch(`${origin}/metrics`);
  if (!response.ok) throw new Error(`The metrics answer ${response.status}`);
  const sums = new Map<string, number>();
  for (const line of (await response.text()).split("\n")) {
    const [, name = "", value] = /^([a-z_]+)(?:\{[^}]*\})? (\S+)$/.exec(line) ?? [];
    if (value !== undefined) sums.set(name, (sums.get(name) ?? 0) + Number(value));
  }
  return sums;
}
