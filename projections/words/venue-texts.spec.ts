/** Shows the event texts of rooms and of the venue's settings. */
import { expect, it } from "vitest";
import { FIRST_DAY, FIRST_SETTINGS } from "../../core/venue/settings.ts";
import { describeRoomEvent, describeSettingsEvent } from "./venue-texts.ts";

const RATES = { hourlyCents: 4_500, halfDayCents: 16_000, fullDayCents: 30_000 };

it("describes the events of a room", () => {
  expect(describeRoomEvent({ type: "RoomPriced", data: RATES })).toBe(
    "Priced at $45.00 an hour, $160.00 for half a day, $300.00 for a full day; bookings made before keep their price",
  );
  expect(describeRoomEvent({ type: "RoomOverlaid", data: { overlay: "COMING SOON" } })).toBe(
    'Overlay set: "COMING SOON"',
  );
  expect(describeRoomEvent({ type: "RoomTurnaroundSet", data: { turnaroundHours: 1 } })).toBe(
    "1 hour kept free between two visits",
  );
});

it("describes changes of the venue's settings, and from when they apply", () => {
  const from = "2026-12-12";
  const { openingHours } = FIRST_SETTINGS;
  expect(describeSettingsEvent({ type: "HouseHoursSet", data: { from, openingHours } })).toBe(
    "Open from Sat, Dec 12, 2026 on: Monday-Saturday 8:00am-10:00pm, Sunday closed",
  );
  const days = { monday: null, wednesday: { open: "10:00", close: "16:00" } };
  expect(describeSettingsEvent({ type: "HouseHoursSet", data: { from, openingHours: days } })).toBe(
    "Open from Sat, Dec 12, 2026 on: Monday closed, Wednesday 9:00am-4:00pm",
  );
  expect(describeSettingsEvent({ type: "HouseChangeWithdrawn", data: { change: 4, from } })).toBe(
    "Change 4, scheduled from Sat, Dec 12, 2026 on, withdrawn",
  );
  const refundTerms = [{ hoursBefore: 24, refundPercent: 100, feePercent: 10 }];
  expect(
    describeSettingsEvent({
      type: "HouseTermsSet",
      data: { from, downpaymentPercent: 30, refundTerms, taxPercent: 0 },
    }),
  ).toBe(
    "Terms of bookings made from Sat, Dec 12, 2026 on: 30% downpayment, 100% refund less 10% of the downpayment until 24 hours before the visit, no tax",
  );
  expect(describeSettingsEvent({ type: "HouseDescribed", data: { from, phone: "1" } })).toBe(
    "Details set from Sat, Dec 12, 2026 on: phone",
  );
  const { email: _email, holdMinutes: _hold, ...opened } = FIRST_SETTINGS;
  expect(describeSettingsEvent({ type: "HouseOpened", data: { from: FIRST_DAY, ...opened } })).toBe(
    "Opened as The Hub",
  );
});
