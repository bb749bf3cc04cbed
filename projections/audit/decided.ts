/** Selects the events of a stream that count as of an instant. */

/**
 * The events of a stream that had been decided up to the instant. The clocks of two processes may differ: if one event is later than the
 * instant, the events after it are left out too, as in `make as-of`.
 */
export function decidedUpTo<Event extends { occurredAt: Date }>(
  events: readonly Event[],
  instant: Date,
): readonly Event[] {
  const end = events.findIndex(({ occurredAt }) => occurredAt > instant);
  return end < 0 ? events : events.slice(0, end);
}
