/** Describes the events of rooms and of the venue's settings in plain words, for staff and auditors. */

import { dollars } from "../../core/booking/money.ts";
import { counted } from "../../core/counted.ts";
import type { HouseEvent } from "../../core/venue/house-stream.ts";
import { openingWords } from "../../core/venue/opening-hours.ts";
import type { RoomEvent } from "../../core/venue/room.ts";
import type { Rates } from "../../core/venue/room-rates.ts";
import { shortDayAndYear } from "../../core/venue/time-format.ts";

const ratesWords = ({ hourlyCents, halfDayCents, fullDayCents }: Rates): string =>
  `${dollars(hourlyCents)} an hour, ${dollars(halfDayCents)} for half a day, ${dollars(fullDayCents)} for a full day`;

/** One event of a room: `"Priced at $45.00 an hour, …"`. */
export function roomWords(event: RoomEvent): string {
  switch (event.type) {
    case "RoomAdded":
      return `Added as ${event.data.name} at /room/${event.data.slug}, for ${ratesWords(event.data.rates)}`;
    case "RoomDescribed":
      return `Description changed: ${event.data.name}, up to ${counted(event.data.capacity, "person", "people")}`;
    case "RoomPriced":
      return `Priced at ${ratesWords(event.data)}; bookings made before keep their price`;
    case "RoomOpenedToBooking":
      return "Opened to booking";
    case "RoomClosedToBooking":
      return "Closed to booking; existing bookings stay";
    case "RoomOrdered":
      return `Moved to place ${event.data.displayOrder} in the list of rooms`;
    case "RoomOverlaid":
      return event.data.overlay === null ? "Overlay removed" : `Overlay set: "${event.data.overlay}"`;
    case "RoomEngineerOffered":
      return `Engineer offered for ${ratesWords(event.data)}`;
    case "RoomEngineerWithdrawn":
      return "Engineer no longer offered";
    case "RoomTurnaroundSet":
      return `${counted(event.data.turnaroundHours, "hour")} kept free between two visits`;
    case "RoomPhotoAdded":
      return `Photo added: ${event.data.alt}`;
    case "RoomPhotoDescribed":
      return `Photo description changed: ${event.data.alt}`;
    case "RoomPhotoRemoved":
      return "Photo removed";
    case "RoomPhotosOrdered":
      return "Photos reordered";
    case "RoomRetired":
      return "Retired; its bookings stay";
    case "RoomReinstated":
      return "Reinstated";
    default:
      return event satisfies never;
  }
}

/** One event of the settings, with the day from which it applies. */
export function houseWords(event: HouseEvent): string {
  if (event.type === "HouseZoneSet") return `Hours and days counted in ${event.data.timeZone}`;
  const from = `from ${shortDayAndYear(event.data.from)} on`;
  switch (event.type) {
    case "HouseOpened":
      return `Opened as ${event.data.name}`;
    case "HouseHoursSet": {
      const words = openingWords(event.data.openingHours).map(
        ({ days, hours }) => `${days} ${hours ?? "closed"}`,
      );
      return `Open ${from}: ${words.join(", ")}`;
    }
    case "HouseTermsSet": {
      const { downpaymentPercent, holdMinutes, refundTerms, taxPercent } = event.data;
      const words = [
        downpaymentPercent === undefined ? [] : [`${downpaymentPercent}% downpayment`],
        holdMinutes === undefined ? [] : [`${counted(holdMinutes, "minute")} to pay`],
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

const termWords = (term: { hoursBefore: number; refundPercent: number; feePercent: number }): string => {
  const fee = term.feePercent === 0 ? "" : ` less ${term.feePercent}% of the downpayment`;
  return `${term.refundPercent}% refund${fee} until ${counted(term.hoursBefore, "hour")} before the visit`;
};
