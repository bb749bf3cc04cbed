/** Checks that a plan's lines are read, refused with the line's number, and told in words. */
import { describe, expect, it } from "vitest";
import { floorText, heightText, itemsOn, placeOf, planTrouble, readPlanLine } from "./floor-plan.ts";
import { ROOM_SEEDS } from "./seed-rooms.ts";

const SIZE = { widthFeet: 26, depthFeet: 20 };
const FLOOR = { width: 26, depth: 20 };

describe("a line of a plan", () => {
  it("is read in feet, with x or × and any spaces", () => {
    expect(readPlanLine("Upright piano: 2, 3.5, 5 x 2")).toEqual({
      ...{ what: "Upright piano", x: 2, y: 3.5, width: 5, depth: 2 },
    });
    expect(readPlanLine(" Desk:20,0,6×3 ")).toMatchObject({ what: "Desk", x: 20, depth: 3 });
  });

  it.each(["Piano", "Piano: 2, 3", "Piano: a, 3, 5 x 2", ": 1, 1, 1 x 1", "Piano: 2, 3, 5 x -2"])(
    "is refused if it is %j",
    (line) => expect(readPlanLine(line)).toBeNull(),
  );
});

describe("a plan", () => {
  it.each([
    [[], {}, null],
    [["Door: 0, 4, 0 x 3", "Piano: 2, 3, 5 x 2"], {}, null],
    [["Piano: 2, 3, 5 x 2"], { depthFeet: null }, "A plan needs the room's width and depth"],
    [["Piano: 2, 3, 5 x 2", "Sofa"], {}, 'Plan, line 2: write it like "Piano: 2, 3, 5 x 2"'],
    [["Piano: 22, 3, 5 x 2"], {}, "Plan, line 1: Piano is outside of the walls"],
    [["Door: 5, 4, 0 x 3"], {}, "Plan, line 1: Door is 0 wide or deep, so it must be in a wall"],
  ])("of %j in %j: %j", (lines, size, trouble) => {
    expect(planTrouble(lines, { ...SIZE, ...size })).toBe(trouble);
  });

  it("says where things are, and how large the room is", () => {
    const [piano, desk, table] = itemsOn(["P: 1, 1, 5 x 2", "D: 20, 16, 5 x 3", "T: 10, 8, 6 x 4"], FLOOR);
    expect([piano, desk, table].map((item) => item && placeOf(item, FLOOR))).toEqual([
      ...["back left", "front right", "middle"],
    ]);
    expect(floorText(FLOOR)).toBe("26 × 20 feet, 520 sq ft (48 m²)");
    expect(heightText(11)).toBe("11 feet (3.4 m)");
  });

  it.each(ROOM_SEEDS.map((room) => [room.name, room] as const))("of the %s can be drawn", (_, room) => {
    expect(planTrouble(room.plan, room)).toBeNull();
    expect(room.plan.length).toBeGreaterThan(3);
  });
});
