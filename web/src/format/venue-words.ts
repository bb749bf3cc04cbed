/**
 * Says what the venue is in its own words, or in words that are made of its rooms and terms. The sample's texts are shown
 * only with the sample's name and address (decision 243). Pure.
 */
import type { Venue } from "../../../bff/contract/venue/venue-record.ts";
import { nameInText, roomsInText } from "../../../core/venue/look/venue-words.ts";
import { isSampleVenue } from "../../../core/venue/setup.ts";
import { shareText } from "./terms/venue-terms.ts";

const COUNTS = "One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve".split(" ");

/** How many characters of the poster's type fill the sheet's width. */
const FULL_LINE = 11;

/**
 * The front page's first words in up to three lines, and the share of the full size of type at which the longest of them
 * fits: `"Seven"`, `"rooms to"`, `"make it in."`.
 */
export function headlineOf({ headline, roomCount }: Pick<Venue, "headline" | "roomCount">): {
  lines: readonly string[];
  fit: number;
} {
  const count = COUNTS[roomCount - 1] ?? String(roomCount);
  const lines =
    headline === ""
      ? roomCount === 0
        ? ["Rooms", "to make", "it in."]
        : [count, roomCount === 1 ? "room to" : "rooms to", "make it in."]
      : inLines(headline);
  const longest = Math.max(...lines.map((line) => line.length));
  return { lines, fit: Math.min(1, FULL_LINE / longest) };
}

/** Breaks a text between words into at most three lines, as equal as they can be. */
function inLines(text: string): string[] {
  const words = text.split(/\s+/);
  let best = [text];
  for (let first = 1; first <= words.length; first++) {
    for (let second = first; second <= words.length; second++) {
      const parts = [words.slice(0, first), words.slice(first, second), words.slice(second)];
      const lines = parts.map((part) => part.join(" ")).filter((line) => line !== "");
      if (longestOf(lines) < longestOf(best)) best = lines;
    }
  }
  return best;
}

const longestOf = (lines: readonly string[]): number => Math.max(...lines.map((line) => line.length));

/** The first sentence below the headline. */
export const invitationOf = (venue: Venue): string =>
  isSampleVenue(venue)
    ? `Record, rehearse, stage, teach or meet at the Hub, ${venue.address.street}.`
    : `${roomsInText(venue)} at ${nameInText(venue)}, ${venue.address.street}.`;

const SAMPLE_ABOUT = {
  title: "A former greeting-card factory",
  paragraphs: [
    "This building was a greeting-card factory until 1998. The freight elevator, the north light and one stencil duplicator are still here. We print our posters on the duplicator, in two inks for each room.",
    "Today it has rooms on three floors: a recording studio on springs, an auditorium with a fly loft, a black box theater that gets completely dark, a rehearsal room with a drum kit, a media suite with an engineer if you want one, and two quiet rooms for classes and meetings.",
    "You need no membership and no audition. Choirs, punk bands, theater students, podcasters and tenants’ associations book here. Choose a free hour, book it and come in.",
  ],
};

/** What the venue says of itself. */
export function aboutOf(venue: Venue): { title: string; paragraphs: readonly string[] } {
  if (venue.about) {
    const { title, text } = venue.about;
    return { title, paragraphs: text.split(/\n\s*\n/).map((paragraph) => paragraph.trim()) };
  }
  if (isSampleVenue(venue)) return SAMPLE_ABOUT;
  const { downpaymentPercent, address } = venue;
  return {
    title: `About ${nameInText(venue)}`,
    paragraphs: [
      `${roomsInText(venue)}: you find them at ${address.street}, ${address.city}.`,
      `You need no membership. Choose a free hour, ${downpaymentPercent > 0 ? `pay ${shareText(downpaymentPercent)} by card` : "book it"} and come in.`,
    ],
  };
}

/** What is told beside it, each with a label; a fact that the venue has not set is left out. */
export function factsOf(venue: Venue, opening: string): { label: string; value: string }[] {
  const isSample = isSampleVenue(venue);
  return [
    { label: "Open", value: isSample ? `${opening}, loud work until 10:00pm` : opening },
    { label: "Getting here", value: venue.directions },
    ...(isSample
      ? [
          {
            label: "Access",
            value: "Step-free from the street to every room; freight elevator, 8 by 10 feet",
          },
          {
            label: "Included",
            value: "Everything on the room's equipment list, set up and tested before you arrive",
          },
          { label: "Desk", value: "Staff who know the equipment, from opening to closing" },
        ]
      : []),
  ].filter(({ value }) => value !== "");
}

/** What the pages say of a visit before it is booked. */
export const tourWords = (venue: Venue): string =>
  isSampleVenue(venue)
    ? "Tours are free and take half an hour. Tell us which rooms you want to see, or call us and come today."
    : "Tell us which rooms you want to see and when, or call us.";

/** Names what is still the sample: `"Sample: phone, terms, privacy"`; null if nothing is. */
export function sampleNote(venue: Venue): string | null {
  const { sample } = venue;
  if (sample.length === 0) return null;
  if (isSampleVenue(venue) && sample.includes("name"))
    return "Sample venue: its name, rooms, words and terms are examples until its owner replaces them.";
  return `Still the sample, not yet this venue's own: ${sample.join(", ")}.`;
}
