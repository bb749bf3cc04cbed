/** Checks how a typed name is split, and what is sent of a wish. */
import { expect, it } from "vitest";
import { joinRequest, splitName } from "./join-request.ts";

it.each([
  ["Ada Lovelace", "Ada", "Lovelace"],
  ["  Ana  María de la Cruz ", "Ana María de la", "Cruz"],
  ["Cher", "Cher", null],
])("splits %j at its last space", (typed, firstName, lastName) => {
  expect(splitName(typed)).toEqual({ firstName, lastName });
});

it("sends the wish with clock times of the API", () => {
  const wish = {
    roomIds: [5, 2],
    day: "2026-12-12",
    from: 9,
    to: 24,
    hours: 3,
    duration: "hourly",
    people: 6,
  } as const;
  expect(joinRequest(wish, { ...splitName("Ada Lovelace"), email: "ada@example.com" })).toEqual({
    roomIds: [5, 2],
    day: "2026-12-12",
    until: null,
    from: "09:00",
    to: "24:00",
    hours: 3,
    attendees: 6,
    bookingDuration: "hourly",
    firstName: "Ada",
    lastName: "Lovelace",
    email: "ada@example.com",
    engineerRequired: false,
    terms: true,
  });
});
