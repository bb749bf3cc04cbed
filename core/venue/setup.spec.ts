/** Checks what a venue still has of the sample. */
import { expect, it } from "vitest";
import { NEW_VENUE } from "./settings.ts";
import { isSampleVenue, sampleParts } from "./setup.ts";

const OWN = {
  ...NEW_VENUE,
  name: "Camden Sound",
  address: { street: "12 Chalk Farm Road", city: "London" },
  phone: "020 7946 0958",
  email: "desk@camden.example",
  directions: "",
  social: [],
};

it("is everything of a new venue", () => {
  expect(sampleParts(NEW_VENUE, 7)).toEqual([
    "name",
    "address",
    "phone",
    "email",
    "directions",
    "social links",
    "words",
    "questions",
    "terms",
    "privacy",
    "rooms",
  ]);
  expect(isSampleVenue(NEW_VENUE)).toBe(true);
});

it("is what was not replaced, until its step is called done", () => {
  expect(sampleParts(OWN, 2)).toEqual(["questions", "terms", "privacy", "rooms"]);
  expect(sampleParts({ ...OWN, done: ["policies", "rooms"] }, 2)).toEqual(["questions"]);
  expect(sampleParts({ ...OWN, questions: [], termsText: "Ours", privacyText: "Ours" }, 0)).toEqual([]);
  expect(isSampleVenue({ ...OWN, name: NEW_VENUE.name })).toBe(false);
});
