/** Computes the venue day and the venue-local hour of an instant. */

export function createDays(timeZone: string) {
  const written = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
  });
  const partsOf = (at: number): Map<string, string> =>
    new Map(written.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    /** `2026-12-15`. */
    dayOf(at: number): string {
      const parts = partsOf(at);
      return [parts.get("year"), parts.get("month"), parts.get("day")].join("-");
    },
    hourOf: (at: number): number => Number(partsOf(at).get("hour")),
  };
}

export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
