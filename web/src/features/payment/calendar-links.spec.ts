/** Checks that both calendars are given the visit's instants, its room and the way. */
import { expect, it } from "vitest";
import { googleCalendarUrl, outlookCalendarUrl } from "./calendar-links.ts";

const VISIT = {
  id: 302,
  roomName: "Rehearsal Room",
  startTime: "2026-12-07T23:00:00.000Z",
  endTime: "2026-12-08T02:00:00.000Z",
};

it("speaks Google's and Outlook's own parameters", () => {
  const google = new URL(googleCalendarUrl(VISIT)).searchParams;
  expect(google.get("dates")).toBe("20261207T230000Z/20261208T020000Z");
  expect(google.get("text")).toBe("Rehearsal Room at The Hub");
  expect(google.get("location")).toContain("48 Grattan Street");
  const outlook = new URL(outlookCalendarUrl(VISIT)).searchParams;
  expect(outlook.get("startdt")).toBe(VISIT.startTime);
  expect(outlook.get("enddt")).toBe(VISIT.endTime);
  expect(outlook.get("body")).toContain("#302");
});
