/** Reads the lines that describe a room's plan, and says in words where each thing is (decision 226). Pure; feet. Safe in a browser. */

/** Feet from the left wall and from the back wall. Something that is 0 wide or deep is an opening in a wall: a door, a window. */
export interface PlanItem {
  what: string;
  x: number;
  y: number;
  width: number;
  depth: number;
}

/** Inside the walls; null where staff have not measured. Height is the ceiling's. */
export interface RoomSize {
  widthFeet: number | null;
  depthFeet: number | null;
  heightFeet: number | null;
}

/** A floor that can be drawn. */
export interface Floor {
  width: number;
  depth: number;
}

const FEET = String.raw`\s*(\d{1,3}(?:\.\d)?)\s*`;
const LINE = new RegExp(`^([^:]{1,40}):${FEET},${FEET},${FEET}[x×]${FEET}$`);

/** The form of a line, as staff are told it. */
export const PLAN_LINE = "Piano: 2, 3, 5 x 2";

/** `"Piano: 2, 3, 5 x 2"`: 2 feet from the left wall, 3 from the back wall, 5 wide, 2 deep. Null if the line is not of that form. */
export function readPlanLine(line: string): PlanItem | null {
  const match = LINE.exec(line.trim());
  if (!match) return null;
  const [, what = "", ...feet] = match;
  const [x = 0, y = 0, width = 0, depth = 0] = feet.map(Number);
  return { what: what.trim(), x, y, width, depth };
}

/** The floor, if both of its sides are known. */
export const floorOf = ({ widthFeet, depthFeet }: Omit<RoomSize, "heightFeet">): Floor | null =>
  widthFeet && depthFeet ? { width: widthFeet, depth: depthFeet } : null;

const isWithin = ({ x, y, width, depth }: PlanItem, floor: Floor): boolean =>
  x + width <= floor.width && y + depth <= floor.depth;

const isOnWall = ({ x, y, width, depth }: PlanItem, floor: Floor): boolean =>
  (width > 0 && depth === 0 && (y === 0 || y === floor.depth)) ||
  (depth > 0 && width === 0 && (x === 0 || x === floor.width));

/** Why these lines make no plan of this room, naming the line; null if they do. */
export function planTrouble(lines: readonly string[], size: Omit<RoomSize, "heightFeet">): string | null {
  if (lines.length === 0) return null;
  const floor = floorOf(size);
  if (floor === null) return "A plan needs the room's width and depth";
  for (const [index, line] of lines.entries()) {
    const item = readPlanLine(line);
    const named = `Plan, line ${index + 1}`;
    if (item === null) return `${named}: write it like "${PLAN_LINE}"`;
    if (!isWithin(item, floor)) return `${named}: ${item.what} is outside of the walls`;
    if ((item.width === 0 || item.depth === 0) && !isOnWall(item, floor)) {
      return `${named}: ${item.what} is 0 wide or deep, so it must be in a wall`;
    }
  }
  return null;
}

/** The things on the floor that can be drawn, in their order. */
export const itemsOn = (lines: readonly string[], floor: Floor): PlanItem[] =>
  lines.flatMap((line) => {
    const item = readPlanLine(line);
    return item && isWithin(item, floor) ? [item] : [];
  });

export const isOpening = ({ width, depth }: PlanItem): boolean => width === 0 || depth === 0;

/** `"back left"`, `"front"`, `"middle"`: where its center is, as seen by someone who faces the back wall. */
export function placeOf({ x, y, width, depth }: PlanItem, floor: Floor): string {
  const across = (x + width / 2) / floor.width;
  const down = (y + depth / 2) / floor.depth;
  const side = across < 1 / 3 ? "left" : across > 2 / 3 ? "right" : "";
  const row = down < 1 / 3 ? "back" : down > 2 / 3 ? "front" : "";
  return [row, side].filter((word) => word !== "").join(" ") || "middle";
}

const SQUARE_METRES = 0.092903;
const METRES = 0.3048;

/** `"26 × 20 feet, 520 sq ft (48 m²)"`. */
export const floorText = ({ width, depth }: Floor): string =>
  `${width} × ${depth} feet, ${(width * depth).toLocaleString("en-US")} sq ft (${Math.round(width * depth * SQUARE_METRES).toLocaleString("en-US")} m²)`;

/** `"11 feet (3.4 m)"`. */
export const heightText = (feet: number): string => `${feet} feet (${(feet * METRES).toFixed(1)} m)`;
