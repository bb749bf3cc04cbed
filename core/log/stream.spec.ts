/** Checks how events are encoded, decoded and folded. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineEvent } from "./event-definition.ts";
import { defineStream, eventsOf, fold, type RawEvent, StreamGap, UndecodableEvent } from "./stream.ts";

const counter = defineStream({
  category: "counter",
  events: [
    // Version 1 called it `by`, in hundreds.
    defineEvent("Counted", z.object({ amount: z.number() }), [({ by }) => ({ amount: Number(by) * 100 })]),
    defineEvent("Emptied", z.object({})),
  ],
  initial: 0,
  evolve: (total, event) => (event.type === "Counted" ? total + event.data.amount : 0),
});

const raw = (changes: Partial<RawEvent> = {}): RawEvent => ({
  stream: "counter-7",
  version: 1,
  type: "Counted",
  schemaVersion: 2,
  data: { amount: 3 },
  meta: { actor: { kind: "visitor" }, requestId: "r" },
  commandId: "c",
  occurredAt: new Date("2026-12-01T15:00:00Z"),
  at: { epoch: 1, xid: 1n, position: 1 },
  ...changes,
});

describe("a typed stream", () => {
  it("names its streams, and recognizes them", () => {
    expect(counter.nameOf(42)).toBe("counter-42");
    expect(counter.idOf("counter-42")).toBe(42);
    for (const other of ["counter-0", "counter-x", "counters-1", "recounter-1", "counter-1-2"]) {
      expect(counter.idOf(other)).toBeNull();
    }
  });

  it("writes only what its schema accepts", () => {
    expect(counter.encode({ type: "Counted", data: { amount: 3 } })).toEqual({
      type: "Counted",
      schemaVersion: 2,
      data: { amount: 3 },
    });
    expect(() => counter.encode({ type: "Counted", data: { amount: Number.NaN } })).toThrow(/NaN/);
  });

  it("reads its own events typed, and older ones as they would be written today", () => {
    expect(counter.decode(raw())).toMatchObject({ id: 7, type: "Counted", data: { amount: 3 } });
    expect(counter.decode(raw({ schemaVersion: 1, data: { by: 2 } }))).toMatchObject({
      data: { amount: 200 },
    });
  });

  it("skips all events of other categories", () => {
    const strangers = [raw({ stream: "widget-1", type: "WidgetMade" }), raw()];
    expect(eventsOf(counter, strangers)).toHaveLength(1);
  });

  it("says which of its own events it cannot read, and why", () => {
    const unreadable = (changes: Partial<RawEvent>) => () => counter.decode(raw(changes));
    expect(unreadable({ type: "Recounted" })).toThrow(UndecodableEvent);
    expect(unreadable({ type: "Recounted" })).toThrow(/counter-7@1 Recounted .* this code does not know/);
    expect(unreadable({ schemaVersion: 3 })).toThrow(/newer code/);
    expect(unreadable({ data: { amount: "three" } })).toThrow(UndecodableEvent);
    expect(unreadable({ data: null })).toThrow(UndecodableEvent);
  });

  it("folds into its state, and refuses a gap", () => {
    const events = eventsOf(counter, [
      raw(),
      raw({ version: 2, type: "Emptied", schemaVersion: 1, data: {} }),
      raw({ version: 3 }),
    ]);
    expect(fold(counter, events)).toBe(3);
    expect(fold(counter, events.slice(1), { state: 8, version: 1 })).toBe(3);
    expect(() => fold(counter, events.slice(1))).toThrow(StreamGap);
    expect(() => fold(counter, [...events, ...events.slice(2)])).toThrow(/version 4 should be/);
    const evolve = () => {
      throw new Error("no such room");
    };
    expect(() => fold({ ...counter, evolve }, events)).toThrow(UndecodableEvent);
    expect(() => fold({ ...counter, evolve }, events)).toThrow(
      "counter-7@1 Counted cannot be read: no such room",
    );
  });
});
