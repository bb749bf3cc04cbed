/** Computes the stops of a time slider: before the first change, at each change, and now. */

export interface Stop {
  /** UTC instant, ISO 8601; null for now. */
  at: string | null;
  /** What happened at that instant. */
  label: string;
}

/**
 * Makes one stop for each instant at which something changed; changes of the same instant share a stop. `before` is the label of the
 * time before the first change.
 */
export function stopsOf(changes: readonly { at: string; text: string }[], before: string): Stop[] {
  const byInstant = new Map<string, string[]>();
  for (const { at, text } of changes) byInstant.set(at, [...(byInstant.get(at) ?? []), text]);
  const stops = [...byInstant]
    .map(([at, texts]) => ({ at, label: texts.join("; ") }))
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  const [first] = stops;
  const start = first && { at: new Date(Date.parse(first.at) - 1).toISOString(), label: before };
  return [...(start ? [start] : []), ...stops, { at: null, label: "Now" }];
}

/** The stop that applies at an instant (undefined: now): the last one that is not after it. */
export function stopAt(stops: readonly Stop[], at: string | undefined): number {
  if (at === undefined) return stops.length - 1;
  const instant = Date.parse(at);
  const after = stops.findIndex((stop) => stop.at === null || Date.parse(stop.at) > instant);
  return Math.max(0, after - 1);
}
