/** Owns the house's own particulars where no browser asks for them: its name, where it stands and how it is reached (SPEC §2 contact). */

export interface House {
  name: string;
  street: string;
  city: string;
  phone: string;
  /** The venue's mailbox: mails come from it, contact messages go to it. */
  email: string;
  /** Where visitors reach the product; never ends in a slash. */
  url: string;
}

/** The house under the addresses that its operator gave it. */
export const houseAt = ({ email, url }: Pick<House, "email" | "url">): House => ({
  name: "The Hub",
  street: "48 Grattan Street",
  city: "Brooklyn, NY 11237",
  phone: "(718) 555-0142",
  email,
  url,
});

/** In what the house gives out worldwide unique names: those of mails and of calendar entries. */
export const hostOf = (house: Pick<House, "url">): string => new URL(house.url).hostname;
