/** Owns the news that a projection has moved on: one NOTIFY per batch, in its transaction, heard by every BFF. */
import { formatPosition, type LogPosition, parsePosition } from "../../core/log/position.ts";
import type { TransactionSql } from "../../core/platform/database.ts";

export const PROJECTED_CHANNEL = "projected";

export interface Projected {
  projection: string;
  position: LogPosition;
}

export async function notifyProjected(
  tx: TransactionSql,
  { projection, position }: Projected,
): Promise<void> {
  const payload = JSON.stringify({ projection, position: formatPosition(position) });
  await tx`select pg_notify(${PROJECTED_CHANNEL}, ${payload})`;
}

/** Reads a NOTIFY's payload; null when it is none of ours. */
export function readProjected(payload: string): Projected | null {
  try {
    const { projection, position } = JSON.parse(payload) as Record<string, unknown>;
    const at = typeof position === "string" ? parsePosition(position) : null;
    return typeof projection === "string" && at ? { projection, position: at } : null;
  } catch {
    return null;
  }
}
