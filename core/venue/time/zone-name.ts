/** Compares the names of time zones, and defines the refusal of a zone that is not the venue's. */

/** For example, `US/Eastern` is `America/New_York`. */
export const isSameZone = (a: string, b: string): boolean => a === b || canonical(a) === canonical(b);

const canonical = (zone: string): string =>
  new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;

/** In another zone, hours may begin at other minutes and on other days, so hours that are booked could be sold again. */
export class OtherVenueZone extends Error {
  override readonly name = "OtherVenueZone";
  constructor(remembered: string, asked: string) {
    super(
      `The bookings of this venue were made in ${remembered}, and VENUE_TIMEZONE is ${asked}. ` +
        `Set VENUE_TIMEZONE=${remembered}. To move the venue into ${asked}, stop every process, make sure that nothing is booked or closed in the future, ` +
        "and run `make change-zone` with that VENUE_TIMEZONE.",
    );
  }
}
