/** A position in the log's global order, `(epoch, xid, position)`, and its text form `epoch.xid.position`. */

export interface LogPosition {
  epoch: number;
  xid: bigint;
  position: number;
}

export const LOG_START: LogPosition = { epoch: 0, xid: 0n, position: 0 };

export function formatPosition(at: LogPosition): string {
  return `${at.epoch}.${at.xid}.${at.position}`;
}

/** Null if the text is not a position. */
export function parsePosition(text: string): LogPosition | null {
  const match = /^(\d{1,9})\.(\d{1,20})\.(\d{1,15})$/.exec(text);
  if (!match) return null;
  return { epoch: Number(match[1]), xid: BigInt(match[2] ?? 0), position: Number(match[3]) };
}

/** Negative if `a` comes before `b`, zero if they are the same position. */
export function comparePositions(a: LogPosition, b: LogPosition): number {
  if (a.epoch !== b.epoch) return a.epoch - b.epoch;
  if (a.xid !== b.xid) return a.xid < b.xid ? -1 : 1;
  return a.position - b.position;
}
