/** Shows the venue's settings as pages and mails use them. */
import { expect, it } from "vitest";
import { readConfig } from "../platform/config.ts";
import { HOUSE, houseAt, phoneUrl } from "./house.ts";

it("has the mail address that the settings fall back to", () => {
  expect(readConfig({})).toMatchObject({ ok: true, config: { venueEmail: HOUSE.email } });
});

it("uses the addresses that its operator gave it", () => {
  const addresses = { email: "desk@hub.example.test", url: "https://hub.example.test" };
  expect(houseAt(addresses)).toEqual({ ...HOUSE, ...addresses });
});

it("is called by the number that a telephone dials", () => {
  expect(phoneUrl(HOUSE.phone)).toBe("tel:+17185550142");
});
