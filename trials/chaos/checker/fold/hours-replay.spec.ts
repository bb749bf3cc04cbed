/** Shows that the replay of hours finds two holders of one hour, also if only one has it at the end. */
import { expect, it } from "vitest";
import type { LogEvent } from "../evidence/evidence.ts";
import { replayHours } from "./hours-replay.ts";

const event = (id: number, version: number, type: string, data: LogEvent["data"] = {}): LogEvent => ({
  stream: `booking-${id}`,
  category: "booking",
  id,
  version,
  type,
  schemaVersion: 1,
  data,
  meta: {},
  requestId: "",
  actor: "visitor",
  commandId: `${id}-${version}`,
  commandSeq: 0,
  occurredAt: 0,
  position: 0,
  xid: `${id}${version}`,
  epoch: 1,
});
const HOURS = { roomId: 1, startsAt: "2026-12-15T15:00:00.000Z", endsAt: "2026-12-15T16:00:00.000Z" };
const asked = event(1, 1, "BookingRequested", HOURS);
const ended = event(1, 2, "BookingExpired");
const taken = event(2, 1, "BookingRequested", HOURS);

it("gives an hour to the next booking after it was released", () => {
  const { findings, holders } = replayHours([asked, ended, taken]);
  expect(findings).toEqual([]);
  expect([...holders.values()].map(({ booking }) => booking)).toEqual([2]);
});

it("finds an hour that two bookings had for a moment, though only one has it at the end", () => {
  const { findings, holders } = replayHours([asked, taken, ended]);
  expect(findings.map(({ claim, subject }) => [claim, subject])).toEqual([
    ["hours.twice", "booking-2 v1 BookingRequested"],
  ]);
  expect([...holders.values()].map(({ booking }) => booking)).toEqual([2]);
});

it("lets two bookings take the hours of each other in one transaction, and in two it does not", () => {
  const later = { ...HOURS, startsAt: HOURS.endsAt, endsAt: "2026-12-15T17:00:00.000Z" };
  const other = event(2, 1, "BookingRequested", later);
  const swap = [event(1, 2, "BookingMoved", later), event(2, 2, "BookingMoved", HOURS)];
  const together = swap.map((one) => ({ ...one, xid: "9" }));
  const { findings, holders } = replayHours([asked, other, ...together]);
  expect(findings).toEqual([]);
  expect([...holders.values()].map(({ booking }) => booking).toSorted()).toEqual([1, 2]);
  expect(replayHours([asked, other, ...swap]).findings).toHaveLength(1);
});
