/** Shows that the links to Google's and Outlook's calendars contain the visit. */
import { expect, it } from "vitest";
import { calendarLinks } from "./calendar-links.ts";
import { NEW_VENUE } from "./settings.ts";

it("uses Google's and Outlook's own parameters", () => {
  const visit = {
    bookingId: 302,
    roomName: "Rehearsal Room",
    startsAt: new Date("2026-12-07T23:00:00Z"),
    endsAt: new Date("2026-12-08T02:00:00Z"),
  };
  const [google, outlook] = calendarLinks(visit, NEW_VENUE).map(({ url }) => new URL(url).searchParams);
  expect(google?.get("dates")).toBe("20261207T230000Z/20261208T020000Z");
  expect(google?.get("text")).toBe("Rehearsal Room, The Hub");
  expect(google?.get("location")).toContain("48 Grattan Street");
  expect(outlook?.get("startdt")).toBe("2026-12-07T23:00:00.000Z");
  expect(outlook?.get("enddt")).toBe("2026-12-08T02:00:00.000Z");
  expect(outlook?.get("body")).toContain("Booking 302");
});
