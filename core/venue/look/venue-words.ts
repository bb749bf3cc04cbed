/** Names the venue and its rooms inside sentences, and its title. Pure. Safe in a browser. */

/** The name inside a sentence: `"The Hub"` is `"the Hub"`. */
export const nameInText = ({ name }: { name: string }): string => name.replace(/^The (?=\S)/, "the ");

/** The title of the customers' sign-in page; the first name has a wording of its own. */
export const welcomeTitle = (venue: { name: string }): string =>
  nameInText(venue) === "the Hub" ? "Welcome to the hub" : `Welcome to ${nameInText(venue)}`;

/** `"Live Room, Booth and Attic"`, `"Live Room, Booth, Attic, Yard and more"`. `rooms`: the names of the first of them. */
export function roomsInText({ rooms, roomCount }: { rooms: readonly string[]; roomCount: number }): string {
  if (rooms.length === 0) return "Rooms";
  if (roomCount > rooms.length) return `${rooms.join(", ")} and more`;
  return rooms.length === 1 ? `${rooms[0]}` : `${rooms.slice(0, -1).join(", ")} and ${rooms.at(-1)}`;
}

/** The title of the home page. */
export const homeTitle = ({ name, headline }: { name: string; headline: string }): string =>
  `${name} · ${headline || "Rooms to make things in, by the hour"}`;
