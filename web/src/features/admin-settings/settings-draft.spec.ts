/** Checks that the venue's form sends what was edited, and nothing else. */
import { expect, it } from "vitest";
import { INITIAL_VENUE } from "../../../../bff/contract/venue/initial-venue.ts";
import type { ScheduledChange, VenueWithChanges } from "../../../../bff/contract/venue/venue-record.ts";
import { changeOf, draftOf, edited, editsOf, settingsOn } from "./settings-draft.ts";

const LONG = { open: "10:00", close: "22:00" };
const current = (...upcoming: ScheduledChange[]): VenueWithChanges => ({
  house: INITIAL_VENUE,
  upcoming,
  bankDetails: "First Bank\nAccount 1",
  place: null,
});

it("sends an edited weekday for the day that is chosen later, without the weekdays that other changes set by then", () => {
  const venue = current({ id: 2, from: "2027-01-21", openingHours: { monday: LONG } });
  const today = draftOf(settingsOn(venue, "2027-01-20"));
  const typed = { ...today, phone: "1", openingHours: { ...today.openingHours, tuesday: null } };
  const then = draftOf(settingsOn(venue, "2027-01-25"));
  const draft = edited(then, editsOf(typed, today));
  expect(draft.openingHours).toMatchObject({ monday: LONG, tuesday: null });
  expect(changeOf(draft, then, "2027-01-25")).toEqual({
    from: "2027-01-25",
    phone: "1",
    openingHours: { tuesday: null },
  });
});

it("shows for a day the last decision of all changes that apply by then", () => {
  const venue = current(
    { id: 2, from: "2027-01-21", taxPercent: 8, phone: "1" },
    { id: 3, from: "2027-01-11", openingHours: { tuesday: null } },
    { id: 4, from: "2027-01-21", taxPercent: 9 },
  );
  expect(settingsOn(venue, "2027-01-20")).toMatchObject({ taxPercent: 0, openingHours: { tuesday: null } });
  expect(settingsOn(venue, "2027-01-21")).toMatchObject({
    taxPercent: 9,
    phone: "1",
    openingHours: { tuesday: null },
  });
});

it("shows the bank details of today until a scheduled change replaces them, and sends them as they are typed", () => {
  const venue = current({ id: 2, from: "2027-01-21", bankDetails: "Second Bank" });
  const before = draftOf(settingsOn(venue, "2027-01-20"));
  expect(before.bankDetails).toBe("First Bank\nAccount 1");
  expect(settingsOn(venue, "2027-01-21").bankDetails).toBe("Second Bank");
  expect(changeOf({ ...before, bankDetails: "" }, before, "2027-01-20")).toEqual({
    from: "2027-01-20",
    bankDetails: "",
  });
});
