/** Owns the house's own particulars: its name, where it stands, how it is reached, when it is open (SPEC §2 contact, §9). Safe in a browser. */

export const HOUSE = {
  /** In titles; in running text it is "the Hub". */
  name: "The Hub",
  address: { street: "48 Grattan Street", city: "Brooklyn, NY 11237" },
  phone: "(718) 555-0142",
  /** Unless the operator names another (`VENUE_EMAIL`). */
  email: "hello@thehub.example",
  openDays: "Monday-Saturday",
  hours: "8:00am-10:00pm",
  directions: "Four minutes from the Morgan Avenue L, freight door on Bogart Street",
  mapUrl: "https://www.openstreetmap.org/search?query=48%20Grattan%20Street%20Brooklyn%20NY%2011237",
  social: [
    { name: "Instagram", url: "https://www.instagram.com/thehub.example" },
    { name: "YouTube", url: "https://www.youtube.com/@thehub.example" },
    { name: "Facebook", url: "https://www.facebook.com/thehub.example" },
  ],
};

export interface House extends Readonly<typeof HOUSE> {
  /** Where visitors reach the product; never ends in a slash. */
  url: string;
}

/** The house under the addresses that its operator gave it: mails come from `email`, and contact messages go to it. */
export const houseAt = (addresses: Pick<House, "email" | "url">): House => ({ ...HOUSE, ...addresses });

/** What a link calls. */
export const phoneUrl = (phone: string): string => `tel:+1${phone.replace(/\D/g, "")}`;

/** In what the house gives out worldwide unique names: those of mails and of calendar entries. */
export const hostOf = (house: Pick<House, "url">): string => new URL(house.url).hostname;
