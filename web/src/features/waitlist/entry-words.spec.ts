/** Checks what the holder of an entry reads in each of its states. */
import { describe, expect, it } from "vitest";
import type { WaitlistEntry } from "../../../../bff/contract/visitor/waitlist.ts";
import { entryWords, isOpen } from "./entry-words.ts";

type Told = Parameters<typeof entryWords>[0];
const told = (state: WaitlistEntry["state"], more: Partial<Told> = {}) =>
  entryWords({ state, ahead: 0, lapses: 0, ...more });

const offer = (downpaymentAmount: string): NonNullable<WaitlistEntry["offer"]> => ({
  bookingId: 42,
  roomId: 5,
  roomName: "Rehearsal Room",
  startTime: "2026-12-12T23:00:00.000Z",
  endTime: "2026-12-13T01:00:00.000Z",
  totalAmount: "90.00",
  downpaymentAmount,
  until: "2026-12-10T20:00:00.000Z",
  bookingToken: "42.abc",
});

describe("entryWords", () => {
  it("has a heading of its own for each state", () => {
    const states = ["waiting", "offered", "claimed", "declined", "lapsed", "withdrawn"] as const;
    expect(new Set(states.map((state) => told(state).title)).size).toBe(states.length);
  });

  it("says how many are ahead, and what one lapse means", () => {
    expect(told("waiting", { ahead: 2 }).sentences[0]).toContain("2 people ahead of you wait");
    expect(told("waiting").sentences).toHaveLength(2);
    expect(told("waiting", { lapses: 1 }).sentences.at(-1)).toContain("this entry ends");
  });

  it("asks for a payment only if one is due", () => {
    expect(told("offered", { offer: offer("45.00") }).sentences[0]).toContain("Pay the downpayment");
    expect(told("offered", { offer: offer("0.00") }).sentences[0]).toContain("Nothing is to be paid now");
  });

  it("says what a second lapse does", () => {
    expect(told("offered", { lapses: 0 }).sentences[1]).toContain("you stay on the waitlist");
    expect(told("offered", { lapses: 1 }).sentences[1]).toContain("this entry ends");
  });

  it("tells why an entry ended", () => {
    expect(told("lapsed", { left: "lapses" }).title).toBe("Two offers ran out");
    expect(told("lapsed", { left: "over" }).title).toBe("Nothing freed up in time");
    expect(told("withdrawn", { left: "withdrawn" }).title).toBe("You left the waitlist");
    expect(told("withdrawn", { left: "erased" }).title).toBe("This entry was erased");
  });
});

it("is open while it waits or is offered", () => {
  expect((["waiting", "offered", "claimed", "lapsed"] as const).map((state) => isOpen({ state }))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
