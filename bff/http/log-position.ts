/** Reads and writes the two headers that carry log positions: `Log-Position` of a write's answer, `Read-After` of a read. */
import type { IncomingMessage } from "node:http";
import { formatPosition, type LogPosition } from "../../core/log/position.ts";
import { LOG_POSITION_HEADER, READ_AFTER_HEADER } from "../contract/headers.ts";

/** No header when nothing was written. */
export function writtenAt(position: LogPosition | null): Record<string, string> {
  return position ? { [LOG_POSITION_HEADER]: formatPosition(position) } : {};
}

export function readAfterOf(request: IncomingMessage): string | undefined {
  const header = request.headers[READ_AFTER_HEADER];
  return typeof header === "string" ? header : undefined;
}
