/** Shows what a booking's calendar file contains, and that no name can add lines or parameters to it. */
import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { createLinks } from "../../links.ts";
import type { Room } from "../../venue/rooms/rooms.ts";
import { newVenueAt } from "../../venue/settings.ts";
import { type CalendarVisit, calendarFileOf } from "./calendar.ts";

const URL = "https://hub.example.test";
const room: Pick<Room, "id" | "name"> = { id: 5, name: "Rehearsal Room" };
const core = {
  settings: { now: () => newVenueAt({ email: "venue@hub.example.test", url: URL }) },
  links: createLinks({ key: "test", publicUrl: URL }),
  timeZone: "America/New_York",
  rooms: { all: () => [], byId: () => room as Room, bySlug: () => undefined }, // a calendar needs only its name
};
const VISIT: CalendarVisit = {
  bookingId: 42,
  booking: {
    reference: "5f0c3c39-54b6-4d0a-a47b-3d2e0c7f3a11",
    personId: "5f0c3c39-54b6-4d0a-a47b-3d2e0c7f3a11",
    roomId: 5,
    startsAt: new Date("2026-12-12T15:00:00Z"),
    endsAt: new Date("2026-12-12T18:00:00Z"),
    status: "confirmed",
  },
  version: 4,
  at: new Date("2026-12-01T15:00:00Z"),
  attendee: { name: "Ada Byron", address: "ada@example.test" },
};

/** The file as an independent parser reads it. */
function read(visit: Partial<CalendarVisit> = {}, status: CalendarVisit["booking"]["status"] = "confirmed") {
  const given = { ...VISIT, ...visit };
  const file = calendarFileOf(core, { ...given, booking: { ...given.booking, status } });
  const calendar = new ICAL.Component(ICAL.parse(file.content));
  const entry = calendar.getFirstSubcomponent("vevent");
  if (!entry) throw new Error("no entry");
  return { file, calendar, entry, event: new ICAL.Event(entry) };
}
const shownIn = (time: ICAL.Time, timeZone: string): string =>
  new Intl.DateTimeFormat("en-GB", { dateStyle: "short", timeStyle: "short", timeZone }).format(
    time.toJSDate(),
  );

describe("a booking's calendar file", () => {
  it("that is shared has neither the booking's number nor its own link", () => {
    const { file } = read({ attendee: null, shared: true });
    expect(file.fileName).toBe("visit.ics");
    const text = file.content.replaceAll("\r\n ", "");
    expect(text).not.toMatch(/Booking 42|\/guest\/|Ada/);
    expect(text).toContain(`${URL}/visit/42.`);
  });

  it("reminds a day and two hours before the visit, but not of a cancelled one", () => {
    const alarms = (status: "confirmed" | "cancelled") =>
      read({}, status)
        .entry.getAllSubcomponents("valarm")
        .map((alarm) => [
          alarm.getFirstPropertyValue("action"),
          String(alarm.getFirstPropertyValue("trigger")),
        ]);
    expect(alarms("confirmed")).toEqual([
      ["DISPLAY", "-P1D"],
      ["DISPLAY", "-PT2H"],
    ]);
    expect(alarms("cancelled")).toEqual([]);
  });

  it("invites to the visit", () => {
    const { file, calendar, entry, event } = read();
    expect(file).toMatchObject({ method: "REQUEST", fileName: "booking-42.ics" });
    expect(calendar.getFirstPropertyValue("method")).toBe("REQUEST");
    expect(event).toMatchObject({
      uid: "5f0c3c39-54b6-4d0a-a47b-3d2e0c7f3a11@hub.example.test",
      sequence: 4,
      summary: "Rehearsal Room, The Hub",
      location: "The Hub, 48 Grattan Street, Brooklyn, NY 11237",
      organizer: expect.stringMatching(/^mailto:venue@hub\.example\.test$/i),
    });
    expect(entry.getFirstPropertyValue("status")).toBe("CONFIRMED");
    expect(entry.getFirstPropertyValue("attendee")).toMatch(/^mailto:ada@example\.test$/i);
    expect(event.description).toContain(
      core.links.guestBooking({ bookingId: 42, personId: VISIT.booking.personId }).url,
    );
    expect(file.content).toMatch(/\r\n/);
  });

  it.each([
    ["America/New_York", "12/12/2026, 10:00", "12/12/2026, 13:00"],
    ["Europe/Berlin", "12/12/2026, 16:00", "12/12/2026, 19:00"],
    ["Asia/Kolkata", "12/12/2026, 20:30", "12/12/2026, 23:30"],
  ])("shows the same hour to a calendar in %s", (zone, starts, ends) => {
    const { event } = read();
    expect([shownIn(event.startDate, zone), shownIn(event.endDate, zone)]).toEqual([starts, ends]);
  });

  it("shows the venue-local hour with its zone, on both sides of the clock change", () => {
    expect(read().event.description).toContain("Sat, Dec 12, 2026, 10:00 AM – 1:00 PM, venue time");
    const startsAt = new Date("2027-07-10T14:00:00Z");
    const summer = { ...VISIT.booking, startsAt, endsAt: new Date("2027-07-10T16:00:00Z") };
    const { event } = read({ booking: summer });
    expect(event.description).toContain("Jul 10, 2027, 10:00 AM – 12:00 PM");
    expect(shownIn(event.startDate, "America/New_York")).toBe("10/07/2027, 10:00");
  });

  it("moves and cancels the same entry, each time with a higher sequence", () => {
    const [first, moved] = [read(), read({ version: 5 })];
    const { file, event, entry } = read({ version: 7 }, "cancelled");
    expect([first.event.uid, moved.event.uid]).toEqual([event.uid, event.uid]);
    expect([first, moved, { event }].map((one) => one.event.sequence)).toEqual([4, 5, 7]);
    expect(file.method).toBe("CANCEL");
    expect(entry.getFirstPropertyValue("status")).toBe("CANCELLED");
  });

  it("marks a hold as tentative, and asks for no answer in a file to download", () => {
    expect(read({}, "pending").entry.getFirstPropertyValue("status")).toBe("TENTATIVE");
    const { file, entry } = read({ attendee: null });
    expect(file.method).toBe("PUBLISH");
    expect(entry.getFirstProperty("attendee")).toBeNull();
  });

  it.each(['Ada" ;X=1:mailto:x@y', "Ada\\;,Byron", "Ada;CN=Bob:mailto:bob@example.test"])(
    "reads %j only as a name",
    (name) => {
      const { entry } = read({ attendee: { name, address: "ada@example.test" } });
      expect(entry.getAllProperties("attendee")).toHaveLength(1);
      expect(entry.getFirstPropertyValue("attendee")).toMatch(/^mailto:ada@example\.test$/i);
    },
  );

  it.each([
    "The Hub\r\nATTACH:https://evil.example",
    "The Hub\nEND:VEVENT",
    "Hub\u2028X\u0085Y\u000bZ",
    'The "Hub";X=1:y',
  ])("reads %j, which an older event of the settings may contain, only as a name", (name) => {
    const venue = { ...core.settings.now(), name, address: { street: `1 ${name}`, city: `2 ${name}` } };
    const rooms = { ...core.rooms, byId: () => ({ ...room, name }) as Room };
    const file = calendarFileOf({ ...core, rooms, settings: { now: () => venue } }, VISIT);
    const calendar = new ICAL.Component(ICAL.parse(file.content));
    const [entry, ...more] = calendar.getAllSubcomponents("vevent");
    expect(more).toEqual([]);
    expect(entry?.getFirstProperty("attach")).toBeNull();
    expect(calendar.getAllProperties().map((property) => property.name)).not.toContain("attach");
    expect(entry?.getFirstPropertyValue("organizer")).toMatch(/^mailto:venue@hub\.example\.test$/i);
    // No text can add a line of its own to the file.
    for (const line of file.content.split(/\r\n/)) expect(line).toMatch(/^( |[A-Z-]+[;:])|^$/);
    expect(file.content.replaceAll("\r\n", "")).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
  });
});
