/** Describes the events of rooms and of the venue's settings in plain words, for staff and auditors. */

import { formatMoney } from "../../core/booking/rules/money.ts";
import { countText } from "../../core/text/count-text.ts";
import type { RoomEvent } from "../../core/venue/rooms/room.ts";
import type { Rates } from "../../core/venue/rooms/room-rates.ts";
import { type FixedEvent, isOfFixed, type SettingsEvent } from "../../core/venue/settings-stream.ts";
import { describeOpeningHours } from "../../core/venue/time/opening-hours.ts";
import { shortDayAndYear } from "../../core/venue/time/time-format.ts";
import { say, type Words } from "./words.ts";

const ratesWords = ({ hourlyCents, halfDayCents, fullDayCents }: Rates): string =>
  `${formatMoney(hourlyCents)} an hour, ${formatMoney(halfDayCents)} for half a day, ${formatMoney(fullDayCents)} for a full day`;

const ROOM: Words<RoomEvent> = {
  RoomAdded: ({ data }) => `Added as ${data.name} at /room/${data.slug}, for ${ratesWords(data.rates)}`,
  RoomDescribed: ({ data }) =>
    `Description changed: ${data.name}, up to ${countText(data.capacity, "person", "people")}`,
  RoomPriced: ({ data }) => `Priced at ${ratesWords(data)}; bookings made before keep their price`,
  RoomOpenedToBooking: () => "Opened to booking",
  RoomClosedToBooking: () => "Closed to booking; existing bookings stay",
  RoomOrdered: ({ data }) => `Moved to place ${data.displayOrder} in the list of rooms`,
  RoomOverlaid: ({ data }) => (data.overlay === null ? "Overlay removed" : `Overlay set: "${data.overlay}"`),
  RoomEngineerOffered: ({ data }) => `Engineer offered for ${ratesWords(data)}`,
  RoomEngineerWithdrawn: () => "Engineer no longer offered",
  RoomTurnaroundSet: ({ data }) => `${countText(data.turnaroundHours, "hour")} kept free between two visits`,
  RoomPriceRulesSet: ({ data }) =>
    data.priceRules.length === 0
      ? "One price at all hours; bookings made before keep their price"
      : `Price differs: ${data.priceRules.join("; ")}; bookings made before keep their price`,
  RoomPricesScheduled: ({ data }) =>
    `Priced for visits from ${shortDayAndYear(data.from)} on at ${ratesWords(data)}; bookings made before keep their price`,
  RoomPricesWithdrawn: ({ data }) => `Prices from ${shortDayAndYear(data.from)} on withdrawn`,
  RoomLeastHoursSet: ({ data }) => `Booked for at least ${countText(data.leastHours, "hour")}`,
  RoomPhotoAdded: ({ data }) => `Photo added: ${data.alt}`,
  RoomPhotoDescribed: ({ data }) => `Photo description changed: ${data.alt}`,
  RoomPhotoRemoved: () => "Photo removed",
  RoomPhotosOrdered: () => "Photos reordered",
  RoomRetired: () => "Retired; its bookings stay",
  RoomReinstated: () => "Reinstated",
};

/** One event of a room: `"Priced at $45.00 an hour, …"`. */
export const describeRoomEvent = (event: RoomEvent): string => say(ROOM, event);

/** One event of the settings, with the day from which it applies. */
export function describeSettingsEvent(event: SettingsEvent): string {
  if (event.type === "HouseZoneSet") return `Hours and days counted in ${event.data.timeZone}`;
  if (isOfFixed(event)) return describeFixed(event);
  const from = `from ${shortDayAndYear(event.data.from)} on`;
  switch (event.type) {
    case "HouseOpened":
      return `Opened as ${event.data.name}`;
    case "HouseHoursSet": {
      const words = describeOpeningHours(event.data.openingHours).map(
        ({ days, hours }) => `${days} ${hours ?? "closed"}`,
      );
      return `Open ${from}: ${words.join(", ")}`;
    }
    case "HouseTermsSet": {
      const { downpaymentPercent, holdMinutes, refundTerms, taxPercent } = event.data;
      const words = [
        downpaymentPercent === undefined ? [] : [`${downpaymentPercent}% downpayment`],
        holdMinutes === undefined ? [] : [`${countText(holdMinutes, "minute")} to pay`],
        refundTerms?.length === 0 ? ["no refund after a cancellation"] : (refundTerms ?? []).map(termWords),
        taxPercent === undefined ? [] : [taxPercent === 0 ? "no tax" : `${taxPercent}% tax`],
      ].flat();
      return `Terms of bookings made ${from}: ${words.join(", ")}`;
    }
    case "HouseDescribed": {
      const { from: _from, ...particulars } = event.data;
      return `Details set ${from}: ${Object.keys(particulars).join(", ")}`;
    }
    case "HouseChangeWithdrawn":
      return `Change ${event.data.change}, scheduled ${from}, withdrawn`;
    default:
      return event satisfies never;
  }
}

function describeFixed(event: FixedEvent): string {
  switch (event.type) {
    case "HouseCurrencySet":
      return `Amounts in ${event.data.currency.toUpperCase()}, written as in ${event.data.moneyStyle}`;
    case "HouseLogoSet":
      return event.data.logo ? "Logo set" : "Logo removed";
    case "HouseSetupStepSet":
      return `Step "${event.data.step}" of the setup called ${event.data.done ? "done" : "open"}`;
  }
}

const termWords = (term: { hoursBefore: number; refundPercent: number; feePercent: number }): string => {
  const fee = term.feePercent === 0 ? "" : ` less ${term.feePercent}% of the downpayment`;
  return `${term.refundPercent}% refund${fee} until ${countText(term.hoursBefore, "hour")} before the visit`;
};
