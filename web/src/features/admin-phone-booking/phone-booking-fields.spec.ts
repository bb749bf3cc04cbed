/** Checks a phone booking's price, the request that is sent, its form's rules, and the end of its hold. */
import { expect, it } from "vitest";
import type { Room } from "../../../../bff/contract/room.ts";
import { fieldTimeOf } from "../../format/field-time.ts";
import {
  emptyDraft,
  guestOnAccount,
  instantOf,
  PhoneBookingFields,
  submissionOf,
  usualHoldUntil,
} from "./phone-booking-fields.ts";
import { standardPrice } from "./standard-price.ts";

const zone = "America/New_York";
const room = {
  id: 2,
  hourlyRate: "75.00",
  halfDayRate: "250.00",
  fullDayRate: "700.00",
  engineerAvailable: true,
} as Room; // only the fields that prices depend on
const visit = {
  roomId: 2,
  day: "2027-03-02",
  startsAt: new Date("2027-03-02T15:00:00Z"),
  endsAt: new Date("2027-03-02T17:00:00Z"),
};
const guest = { firstName: "Ida", lastName: "Rhodes", email: "ida@example.test", phone: "212 555 0177" };
const usual = { payment: "link", eventType: "Recording Session" } as const;
const errorsOf = (draft: object) =>
  PhoneBookingFields.safeParse({ ...emptyDraft({ guest }, usual), ...draft }).error?.issues.map(({ path }) =>
    path.join("."),
  ) ?? [];
const sent = (draft: object) =>
  submissionOf(PhoneBookingFields.parse({ ...emptyDraft({ guest }, usual), ...draft }), visit, {
    rules: standardPrice(room, 2, false),
    holdUntil: new Date("2027-03-01T15:00:00Z"),
  });

it("prices by the cheapest duration of that length", () => {
  expect(standardPrice(room, 2, false)).toMatchObject({ duration: "hourly", price: { totalCents: 15_000 } });
  expect(standardPrice(room, 4, false)).toMatchObject({
    duration: "half-day",
    price: { totalCents: 25_000 },
  });
  // Eight single hours are cheaper in this room.
  expect(standardPrice(room, 8, false)).toMatchObject({ duration: "hourly", price: { totalCents: 60_000 } });
  expect(standardPrice(room, 2, true).price.totalCents).toBe(25_000);
});

it("sends the price by the rules, another price with its reason, or nothing to pay", () => {
  expect(sent({})).toMatchObject({
    ...guest,
    roomId: 2,
    startDate: "2027-03-02",
    bookingDuration: "hourly",
    attendees: null,
    totalAmount: "150.00",
    payment: "link",
    holdUntil: "2027-03-01T15:00:00.000Z",
  });
  expect(sent({})).not.toHaveProperty("priceReason");
  const own = sent({
    payment: "desk",
    ownPrice: true,
    totalAmount: "99",
    priceReason: "A friend",
    attendees: "4",
  });
  expect(own).toMatchObject({ totalAmount: "99", priceReason: "A friend", attendees: 4 });
  expect(own).not.toHaveProperty("holdUntil");
  expect(sent({ payment: "free", priceReason: "Open day" })).toMatchObject({
    totalAmount: "0.00",
    priceReason: "Open day",
  });
});

it("sends the account of a booking on account, and of no other", () => {
  expect(errorsOf({ payment: "account" })).toEqual(["accountId"]);
  expect(sent({ payment: "account", accountId: "7" })).toMatchObject({ payment: "account", accountId: 7 });
  expect(errorsOf({ payment: "desk", accountId: "7" })).toEqual([]);
  expect(sent({ payment: "desk", accountId: "7" })).not.toHaveProperty("accountId");
});

it("takes the guest from the account where nothing was typed", () => {
  const owls = { name: "Night Owls", email: "owls@example.test" };
  const nothing = { firstName: "", lastName: "", email: "" };
  expect(guestOnAccount(nothing, owls)).toEqual({ firstName: "Night Owls", email: "owls@example.test" });
  expect(guestOnAccount({ ...nothing, lastName: "Rhodes" }, owls)).toEqual({ email: "owls@example.test" });
  expect(guestOnAccount(guest, owls)).toEqual({});
  expect(emptyDraft({ account: { id: 7, ...owls } }, usual)).toMatchObject({
    firstName: "Night Owls",
    payment: "account",
    accountId: "7",
  });
  const choir = { name: "Choir", email: null };
  expect(guestOnAccount({ ...nothing, firstName: "Night Owls" }, choir, owls)).toEqual({
    firstName: "Choir",
  });
});

it("asks for an amount and a reason if the price is not the one by the rules", () => {
  expect(errorsOf({})).toEqual([]);
  expect(errorsOf({ ownPrice: true })).toEqual(["totalAmount", "priceReason"]);
  expect(errorsOf({ payment: "free" })).toEqual(["priceReason"]);
  expect(errorsOf({ ownPrice: true, totalAmount: "0.00", priceReason: "x" })).toEqual(["totalAmount"]);
  expect(errorsOf({ attendees: "a few", email: "ida" })).toEqual(["email", "attendees"]);
});

it("holds for a day, but not beyond the visit's start, or its end if the visit has begun", () => {
  const now = new Date("2027-03-01T15:20:00Z");
  expect(usualHoldUntil(now, null).toISOString()).toBe("2027-03-02T16:00:00.000Z");
  expect(usualHoldUntil(now, visit)).toEqual(visit.startsAt);
  expect(usualHoldUntil(new Date("2027-03-02T15:30:00Z"), visit)).toEqual(visit.endsAt);
});

it("reads a time as the venue's clock is written", () => {
  expect(fieldTimeOf(visit.startsAt, zone)).toBe("2027-03-02T10:00");
  expect(instantOf("2027-03-02T10:00", zone)).toEqual(visit.startsAt);
  expect(instantOf("", zone)).toBeNull();
});
