/** Reads the lines that describe the map of the streets around the venue (decision 227). Pure; a grid of 100 by 60. Safe in a browser. */
import { type PlanItem, readPlanLine } from "./rooms/floor-plan.ts";

/** The size of the grid; it has no scale. */
export const MAP_SIZE = { width: 100, height: 60 } as const;

/** The form of a line, as staff are told it. */
export const MAP_LINE = "High Street: 0, 28, 100 x 6";

/** The streets around the first settings' address. */
export const FIRST_MAP: readonly string[] = [
  "The Hub: 45, 35, 20 x 9",
  "Harrison Place: 0, 9, 100 x 6",
  "Grattan Street: 0, 28, 100 x 6",
  "Thames Street: 0, 47, 100 x 6",
  "Bogart Street: 36, 0, 6 x 60",
  "Morgan Avenue: 80, 0, 6 x 60",
  "Morgan Avenue L: 53, 16, 12 x 4",
  "Freight door: 42, 39, 3 x 4",
];

export interface VenueMap {
  /** The first line. */
  venue: PlanItem;
  /** At least five times as long as they are wide. */
  streets: PlanItem[];
  places: PlanItem[];
}

const STREET = 5;

const isStreet = ({ width, depth }: PlanItem): boolean => width >= STREET * depth || depth >= STREET * width;

const isOnMap = ({ x, y, width, depth }: PlanItem): boolean =>
  width > 0 && depth > 0 && x + width <= MAP_SIZE.width && y + depth <= MAP_SIZE.height;

/** Null if there is no line that can be drawn. */
export function readMap(lines: readonly string[]): VenueMap | null {
  const items = lines.map(readPlanLine).filter((item) => item !== null && isOnMap(item)) as PlanItem[];
  const [venue, ...others] = items;
  if (!venue) return null;
  return { venue, streets: others.filter(isStreet), places: others.filter((item) => !isStreet(item)) };
}

/** Why these lines make no map, naming the line; null if they do. */
export function mapTrouble(lines: readonly string[]): string | null {
  for (const [index, line] of lines.entries()) {
    const item = readPlanLine(line);
    const named = `Map, line ${index + 1}`;
    if (item === null) return `${named}: write it like "${MAP_LINE}"`;
    if (!isOnMap(item)) return `${named}: ${item.what} is outside of the map, or has no size`;
  }
  return null;
}

/** `"Map of the streets around The Hub: Harrison Place, …. Also on it: Morgan Avenue L."`. */
export function mapText({ venue, streets, places }: VenueMap): string {
  const names = (items: readonly PlanItem[]) => items.map(({ what }) => what).join(", ");
  const near = places.length === 0 ? "" : ` Also on it: ${names(places)}.`;
  return `Map of the streets around ${venue.what}: ${names(streets)}.${near}`;
}
