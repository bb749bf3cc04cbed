/** Owns what of a stream counts as of an instant. */

/**
 * The events of a stream that had been decided up to the instant. Clocks of two processes differ: where one is left out, so are the
 * later ones, as `make as-of` has it.
 */
export function decidedUpTo<Event extends { occurredAt: Date }>(
  events: readonly Event[],
  instant: Date,
): readonly Event[] {
  const end = events.findIndex(({ occurredAt }) => occurredAt > instant);
  return end < 0 ? events : events.slice(0, end);
}
