/** Checks the window in which a visitor waits, and which hours of a day may free up. */
import { describe, expect, it } from "vitest";
import { takenRuns, windowAround } from "./waitlist-window.ts";

const DAY = { open: 9, close: 22 };

describe("windowAround", () => {
  it("keeps hours that hold the visit", () => {
    expect(windowAround({ from: 18, to: 22 }, 2, DAY)).toEqual({ from: 18, to: 22 });
  });
  it("widens hours that are too short, to the end first", () => {
    expect(windowAround({ from: 18, to: 19 }, 3, DAY)).toEqual({ from: 18, to: 21 });
  });
  it("stays within the opening hours", () => {
    expect(windowAround({ from: 21, to: 22 }, 4, DAY)).toEqual({ from: 18, to: 22 });
    expect(windowAround({ from: 9, to: 10 }, 20, DAY)).toEqual({ from: 9, to: 22 });
  });
});

describe("takenRuns", () => {
  const hour = (at: number, state: "free" | "booked" | "held" | "closed" | "own", begun = false) => ({
    hour: at,
    state,
    begun,
  });

  it("joins hours in a row that others have", () => {
    const day = [hour(9, "booked"), hour(10, "held"), hour(11, "free"), hour(12, "booked")];
    expect(takenRuns(day)).toEqual([
      { from: 9, to: 11 },
      { from: 12, to: 13 },
    ]);
  });
  it("leaves out closed hours, the visitor's own and those that have begun", () => {
    expect(takenRuns([hour(9, "booked", true), hour(10, "closed"), hour(11, "own")])).toEqual([]);
  });
});
