/** Owns where a time slider stops: before everything, at each change, and now. */

export interface Stop {
  /** UTC instant, ISO 8601; null for now. */
  at: string | null;
  /** What has just happened. */
  label: string;
}

/**
 * A stop for each instant at which something changed; what changed at once is one stop. `before`: what the time before the first of them
 * is called.
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

/** Which stop holds at an instant (undefined: now): the last that is not after it. */
export function stopAt(stops: readonly Stop[], at: string | undefined): number {
  if (at === undefined) return stops.length - 1;
  const instant = Date.parse(at);
  const after = stops.findIndex((stop) => stop.at === null || Date.parse(stop.at) > instant);
  return Math.max(0, after - 1);
}
