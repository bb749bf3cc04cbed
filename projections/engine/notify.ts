/** Notifies every BFF that projections have moved: one NOTIFY per batch, within the batch's transaction. */
import { formatPosition, type LogPosition, parsePosition } from "../../core/log/position.ts";

export const PROJECTED_CHANNEL = "projected";

export interface ProjectedMessage {
  /** Keyed by the names of their cursors. */
  projections: readonly string[];
  position: LogPosition;
}

export const projectedMessage = (projections: readonly string[], position: LogPosition): string =>
  JSON.stringify({ projections, position: formatPosition(position) });

/** Reads the payload of a NOTIFY; null if it is not one of these messages. */
export function parseProjectedMessage(payload: string): ProjectedMessage | null {
  try {
    const { projections, position } = JSON.parse(payload) as Record<string, unknown>;
    const at = typeof position === "string" ? parsePosition(position) : null;
    if (!Array.isArray(projections) || !at) return null;
    return { projections: projections.filter((name) => typeof name === "string"), position: at };
  } catch {
    return null;
  }
}
