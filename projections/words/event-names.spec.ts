/** Checks that auditors find kinds of events by plain words, by names in the log, and by names that newer versions write. */
import { expect, it } from "vitest";
import { EVENT_NAMES, eventTypesNamed } from "./event-names.ts";

it("finds every kind that has to do with a price by the word", () => {
  expect(eventTypesNamed("price")).toEqual([
    "HoldChanged",
    "BookingMoved",
    "PriceReduced",
    "RoomPriced",
    "RoomEngineerOffered",
    "RoomPriceRulesSet",
    "RoomPricesScheduled",
    "RoomPricesWithdrawn",
  ]);
});

it.each([
  ["several words", "room price set", ["RoomPriced"]],
  ["words in another order and case", "SET Price room", ["RoomPriced"]],
  ["the name in the log", "RoomPriced", ["RoomPriced"]],
  ["a name that this version does not know", "OrganTuned", ["OrganTuned"]],
])("finds by %s", (_, words, types) => {
  expect(eventTypesNamed(words)).toEqual(expect.arrayContaining(types));
});

it("gives each kind a name of its own", () => {
  const names = Object.values(EVENT_NAMES);
  expect(new Set(names).size).toBe(names.length);
});
