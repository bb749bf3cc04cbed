/** Owns the house's own particulars: its name, where it stands, how to reach it, when it is open (SPEC §2 contact, §9). */

/** What the house is called in titles; in running text it is "the Hub". */
export const HOUSE_NAME = "The Hub";

export const VENUE = {
  street: "48 Grattan Street",
  city: "Brooklyn, NY 11237",
  phone: "(718) 555-0142",
  phoneHref: "tel:+17185550142",
  email: "hello@thehub.example",
  emailHref: "mailto:hello@thehub.example",
  hours: "8:00am-10:00pm",
  openDays: "Monday-Saturday",
  directions: "Four minutes from the Morgan Avenue L, freight door on Bogart Street",
  mapHref: "https://www.openstreetmap.org/search?query=48%20Grattan%20Street%20Brooklyn%20NY%2011237",
} as const;

export const SOCIAL_LINKS = [
  { name: "Instagram", href: "https://www.instagram.com/thehub.example" },
  { name: "YouTube", href: "https://www.youtube.com/@thehub.example" },
  { name: "Facebook", href: "https://www.facebook.com/thehub.example" },
] as const;
