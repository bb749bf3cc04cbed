/** Owns the news that views have moved on: one NOTIFY per batch, in its transaction, heard by every BFF. */
import { formatPosition, type LogPosition, parsePosition } from "../../core/log/position.ts";

export const PROJECTED_CHANNEL = "projected";

export interface Projected {
  /** By their cursors' names. */
  projections: readonly string[];
  position: LogPosition;
}

export const newsOf = (projections: readonly string[], position: LogPosition): string =>
  JSON.stringify({ projections, position: formatPosition(position) });

/** Reads a NOTIFY's payload; null when it is none of ours. */
export function readProjected(payload: string): Projected | null {
  try {
    const { projections, position } = JSON.parse(payload) as Record<string, unknown>;
    const at = typeof position === "string" ? parsePosition(position) : null;
    if (!Array.isArray(projections) || !at) return null;
    return { projections: projections.filter((name) => typeof name === "string"), position: at };
  } catch {
    return null;
  }
}
