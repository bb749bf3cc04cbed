/** Writes a public event as programs get it, pulled or pushed: what happened to which booking, and nothing about a person (decision 297). */

/** `Position`: null for a test, as is the booking. */
interface Told<Type extends string, Position extends number | null> {
  type: Type;
  /** UTC instant. */
  occurredAt: Date;
  stream: string;
  version: number;
  position: Position;
  bookingId: Position;
}

export const thinEvent = <Type extends string, Position extends number | null>({
  type,
  occurredAt,
  stream,
  version,
  position,
  bookingId,
}: Told<Type, Position>) => ({
  type,
  timestamp: occurredAt.toISOString(),
  data: { stream, version, position, bookingId },
});
