/** Checks which of the first seven rooms the finder puts first for each activity, and why. */
import { describe, expect, it } from "vitest";
import { ROOM_SEEDS } from "../../../../core/venue/rooms/seed-rooms.ts";
import { ACTIVITIES, bySuiting, suits, whySuits } from "./suits.ts";

const times = ROOM_SEEDS.map(({ id, slug }) => ({ roomId: id, slug }));
const room = (slug: string) => {
  const found = ROOM_SEEDS.find((each) => each.slug === slug);
  if (!found) throw new Error(`no room ${slug}`);
  return found;
};

describe("which room suits", () => {
  it.each([
    ["Rehearsal", "rehearsal-room"],
    ["Recording Session", "recording-studio"],
    ["Performance", "auditorium"],
    ["Workshop", "classroom"],
    ["Meeting", "conference-room"],
  ] as const)("%s: %s comes first", (activity, slug) => {
    expect(bySuiting(times, ROOM_SEEDS, activity)[0]?.slug).toBe(slug);
  });
  it("is said in the room's own words", () => {
    expect(whySuits(room("rehearsal-room"), "Rehearsal")).toBe(
      "Mirrored wall with curtain; PA and backline included",
    );
    expect(whySuits(room("conference-room"), "Rehearsal")).toBeNull();
  });
  it("is not decided by one line of equipment: a drum kit makes no rehearsal room of the studio", () => {
    expect(suits(room("recording-studio"), "Rehearsal")).toBe(0);
    expect(suits(room("auditorium"), "Recording Session")).toBe(0);
  });
  it("leaves the others in their order, and everything without an activity", () => {
    expect(bySuiting(times, ROOM_SEEDS, undefined)).toBe(times);
    const others = bySuiting(times, ROOM_SEEDS, "Rehearsal")
      .slice(1)
      .map(({ roomId }) => roomId);
    expect(others).toEqual([1, 2, 3, 4, 6, 7]);
  });
  it("knows every activity once", () => {
    expect(new Set(ACTIVITIES.map(([type]) => type)).size).toBe(ACTIVITIES.length);
  });
});
