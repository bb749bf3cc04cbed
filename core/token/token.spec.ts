import { describe, expect, it } from "vitest";
import { STAFF_ROLES } from "../staff/staff.ts";
import { decide, type TokenEvent, tokenStream } from "./token.ts";

const after = (...events: TokenEvent[]) => events.reduce(tokenStream.evolve, tokenStream.initial);
const MADE: TokenEvent = { type: "TokenMade", data: { scopes: ["bookings:read"], expiresOn: "2027-01-31" } };
const ENDED: TokenEvent = { type: "TokenEnded", data: {} };
const make = (change: object = {}) =>
  decide(
    {
      type: "MakeToken",
      role: "admin",
      scopes: ["rooms:write", "bookings:read", "rooms:write"],
      expiresOn: "2027-01-31",
      today: "2027-01-31",
      ...change,
    },
    tokenStream.initial,
  );

describe("making a token", () => {
  it("names each scope once, in the order of the list; today may be its last day", () => {
    expect(make()).toEqual({
      ok: true,
      events: [
        { type: "TokenMade", data: { scopes: ["bookings:read", "rooms:write"], expiresOn: "2027-01-31" } },
      ],
    });
  });

  it("is refused for a last day that is over", () => {
    expect(make({ today: "2027-02-01" })).toMatchObject({
      ok: false,
      rejection: { code: "InvalidToken", errors: [{ path: "expiresOn" }] },
    });
  });
});

it.each(STAFF_ROLES.filter((role) => role !== "admin"))("%s neither make nor end tokens", (role) => {
  expect(make({ role })).toMatchObject({ ok: false, rejection: { code: "RoleNotPermitted" } });
  expect(decide({ type: "EndToken", role }, after(MADE))).toMatchObject({ ok: false });
});

describe("ending a token", () => {
  const end = (...events: TokenEvent[]) => decide({ type: "EndToken", role: "admin" }, after(...events));

  it("happens once", () => {
    expect(end(MADE)).toEqual({ ok: true, events: [ENDED] });
    expect(end(MADE, ENDED)).toEqual({ ok: true, events: [] });
    expect(end()).toMatchObject({ ok: false, rejection: { code: "TokenNotFound" } });
  });
});

it("a new network is told while the token works", () => {
  const note = (...events: TokenEvent[]) => decide({ type: "NoteNewNetwork" }, after(...events));
  expect(note(MADE)).toEqual({ ok: true, events: [{ type: "TokenUsedFromNewNetwork", data: {} }] });
  expect(note(MADE, ENDED)).toEqual({ ok: true, events: [] });
});
