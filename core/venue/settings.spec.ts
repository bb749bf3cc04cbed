/** Shows the venue's settings as pages and mails use them. */
import { expect, it } from "vitest";
import { NEW_VENUE, newVenueAt, phoneUrl } from "./settings.ts";

it("uses the addresses that its operator gave it", () => {
  const addresses = { email: "desk@hub.example.test", url: "https://hub.example.test" };
  expect(newVenueAt(addresses)).toEqual({ ...NEW_VENUE, ...addresses });
});

it("is called by the number that a telephone dials", () => {
  expect(phoneUrl(NEW_VENUE.phone)).toBe("tel:+17185550142");
});
