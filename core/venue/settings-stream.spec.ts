/**
 * Checks that a decision on the settings applies to the fields it names and no others, from its day on, until a later
 * decision or its withdrawal.
 */
import { describe, expect, it } from "vitest";
import type { NewEvent } from "../log/append-request.ts";
import { LOG_START } from "../log/position.ts";
import { eventsOf, fold } from "../log/stream.ts";
import { type ChangeSettings, decideSettings, withdrawChange } from "./decide-settings.ts";
import {
  FIRST_DAY,
  FIRST_SETTINGS,
  scheduledChanges,
  scheduleOf,
  settingsOn,
  type VenueSettings,
} from "./settings.ts";
import { type SettingsEvent, type SettingsState, settingsStream } from "./settings-stream.ts";
import { openingOn } from "./time/opening-hours.ts";

const TODAY = "2027-01-04";
const CLOSED = null;
const LONG = { open: "10:00", close: "22:00" };
const FIRST = { open: "09:00", close: "22:00" };
const { email: _email, holdMinutes: _hold, country: _country, region: _region, ...opened } = FIRST_SETTINGS;

const foldAll = (events: readonly NewEvent[]): SettingsState =>
  fold(
    settingsStream,
    eventsOf(
      settingsStream,
      events.map((event, index) => ({
        ...event,
        stream: "house-1",
        version: index + 1,
        meta: { actor: { kind: "system" }, requestId: "test" },
        commandId: String(index),
        occurredAt: new Date(),
        at: LOG_START,
      })),
    ),
  );

/** A new venue with what has been decided since. */
function openSettings(stored: readonly NewEvent[] = []) {
  const log: NewEvent[] = [
    settingsStream.encode({ type: "HouseOpened", data: { from: FIRST_DAY, ...opened } }),
    ...stored,
  ];
  const state = (): SettingsState => foldAll(log);
  function add(decision: ReturnType<typeof decideSettings>): SettingsEvent[] {
    if (!decision.ok) throw new Error(decision.rejection.code);
    log.push(...decision.events.map(settingsStream.encode));
    return decision.events;
  }
  return {
    state,
    change: (from: string, changes: ChangeSettings["changes"], today = TODAY) =>
      add(decideSettings({ from, today, changes }, state())),
    withdraw: (change: number) => add(withdrawChange({ change, today: TODAY }, state())),
    on: (day: string): VenueSettings => settingsOn(state().changes, day),
  };
}

describe("opening hours", () => {
  it("stay as the last decision on that weekday says, whatever was scheduled for another weekday", () => {
    const settings = openSettings();
    settings.change("2027-01-21", { openingHours: { monday: LONG } });
    const events = settings.change(TODAY, { openingHours: { tuesday: CLOSED } });
    expect(events).toEqual([
      { type: "HouseHoursSet", data: { from: TODAY, openingHours: { tuesday: CLOSED } } },
    ]);
    expect(settings.on("2027-01-20").openingHours).toMatchObject({ monday: FIRST, tuesday: CLOSED });
    expect(settings.on("2027-01-21").openingHours).toMatchObject({ monday: LONG, tuesday: CLOSED });
    const schedule = scheduleOf(settings.state().changes);
    // A Tuesday and a Monday after both changes.
    expect([openingOn(schedule, "2027-01-26"), openingOn(schedule, "2027-01-25")]).toEqual([
      null,
      { open: 10, close: 22 },
    ]);
  });

  it("of a weekday in a later decision replace a scheduled change of that weekday, and of no other", () => {
    const settings = openSettings();
    settings.change("2027-01-21", { openingHours: { monday: LONG, tuesday: LONG } });
    settings.change("2027-01-11", { openingHours: { tuesday: FIRST } });
    expect(settings.on("2027-01-26").openingHours).toMatchObject({ monday: LONG, tuesday: FIRST });
    expect(scheduledChanges(settings.state().changes, TODAY)).toEqual([
      { id: 2, from: "2027-01-21", changes: { openingHours: { monday: LONG } } },
      { id: 3, from: "2027-01-11", changes: { openingHours: { tuesday: FIRST } } },
    ]);
    expect(settings.change("2027-01-11", { openingHours: { tuesday: FIRST } })).toEqual([]);
  });

  it("of events that stored a whole week are read as the days in which it differed from the week before it", () => {
    const week = (from: string, days: object): NewEvent => ({
      type: "HouseHoursSet",
      schemaVersion: 1,
      data: { from, openingHours: { ...FIRST_SETTINGS.openingHours, ...days } },
    });
    // Each event as it was written then: the week that applied on its day, with the one day that was meant.
    const settings = openSettings([
      week("2027-01-21", { monday: LONG }),
      week(TODAY, { tuesday: CLOSED }),
      week("2027-02-01", { monday: LONG, sunday: LONG }),
    ]);
    expect(settings.on("2027-01-26").openingHours).toEqual({
      ...FIRST_SETTINGS.openingHours,
      monday: LONG,
      tuesday: CLOSED,
    });
    expect(settings.on("2027-02-02").openingHours).toMatchObject({
      monday: LONG,
      tuesday: CLOSED,
      sunday: LONG,
    });
  });
});

describe("every other setting", () => {
  const COMING: ChangeSettings["changes"] = {
    taxPercent: 8,
    downpaymentPercent: 100,
    holdMinutes: 5,
    refundTerms: [],
    phone: "1",
    name: "Hall",
    email: "hall@hub.example.test",
    address: { street: "1 Main Street", city: "Albany" },
    directions: "Up",
    social: [],
    country: "CA",
    region: "ON",
  };
  const LATER: ChangeSettings["changes"] = {
    taxPercent: 9,
    downpaymentPercent: 20,
    holdMinutes: 10,
    refundTerms: [{ hoursBefore: 1, refundPercent: 50, feePercent: 0 }],
    phone: "2",
    name: "The Other Hub",
    email: "other@hub.example.test",
    address: { street: "2 Main Street", city: "Albany" },
    directions: "Down",
    social: [{ name: "X", url: "https://x.example" }],
    country: "DE",
    region: null,
  };

  it("is as it was last decided, even if another value was scheduled", () => {
    const settings = openSettings();
    settings.change("2027-01-21", COMING);
    settings.change(TODAY, LATER);
    for (const day of [TODAY, "2027-01-21", "2028-01-01"]) expect(settings.on(day)).toMatchObject(LATER);
    expect(scheduledChanges(settings.state().changes, TODAY)).toEqual([]);
  });

  it.each(Object.entries(LATER).filter(([field]) => !["country", "region"].includes(field)))(
    "%s alone leaves the others scheduled",
    (field, value) => {
      const settings = openSettings();
      settings.change("2027-01-21", COMING);
      settings.change(TODAY, { [field]: value });
      expect(settings.on("2027-01-21")).toMatchObject({ ...COMING, [field]: value });
    },
  );

  it("that is set to its current value makes an event if another value was scheduled", () => {
    const settings = openSettings();
    settings.change("2027-01-21", { taxPercent: 8 });
    expect(settings.change(TODAY, { taxPercent: 0, downpaymentPercent: 50 })).toEqual([
      { type: "HouseTermsSet", data: { from: TODAY, taxPercent: 0 } },
    ]);
    expect(settings.on("2027-01-21").taxPercent).toBe(0);
  });

  it("never has a region of another country", () => {
    const settings = openSettings();
    settings.change("2027-01-21", { country: "CA", region: "ON" });
    settings.change("2027-02-01", { country: "CA", region: "QC" });
    settings.withdraw(2);
    expect(settings.on("2027-02-01")).toMatchObject({ country: "CA", region: "QC" });
  });
});

describe("a scheduled change that is withdrawn", () => {
  it("has no effect any more, and what it had replaced applies again", () => {
    const settings = openSettings();
    settings.change("2027-01-21", { openingHours: { monday: LONG } });
    settings.change("2027-01-11", { openingHours: { monday: CLOSED }, taxPercent: 8 });
    expect(settings.on("2027-01-25").openingHours.monday).toBe(CLOSED);
    expect(settings.withdraw(3)).toEqual([
      { type: "HouseChangeWithdrawn", data: { change: 3, from: "2027-01-11" } },
    ]);
    expect(settings.on("2027-01-18")).toMatchObject({ openingHours: { monday: FIRST }, taxPercent: 8 });
    expect(settings.on("2027-01-25").openingHours.monday).toEqual(LONG);
    expect(settings.state().version).toBe(5);
    expect(settings.change(TODAY, { phone: "3" })).toHaveLength(1);
    expect(settings.state().changes.at(-1)).toMatchObject({ id: 6, changes: { phone: "3" } });
  });

  it.each([
    ["one that has begun", 2, "HouseChangeBegun"],
    ["the venue's first settings", 1, "HouseChangeBegun"],
    ["one that there is not", 9, "HouseChangeNotFound"],
    ["one that was withdrawn", 3, "HouseChangeNotFound"],
  ])("is not %s", (_which, change, code) => {
    const settings = openSettings();
    settings.change(TODAY, { taxPercent: 8 });
    settings.change("2027-01-11", { taxPercent: 9 });
    settings.withdraw(3);
    expect(withdrawChange({ change, today: TODAY }, settings.state())).toMatchObject({
      ok: false,
      rejection: { code },
    });
  });
});
