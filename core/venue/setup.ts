/** Lists the steps in which a venue is made one's own, and what of it is still the sample (decision 243). Pure. Safe in a browser. */
import { FIRST_SETTINGS, isSameSetting, SAMPLE_EMAIL, type VenueDetails } from "./settings.ts";

export const SETUP_STEPS = [
  "name",
  "look",
  "words",
  "policies",
  "money",
  "rooms",
  "mail",
  "payments",
  "team",
] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** The parts that a visitor reads and that may still be the sample, each with the step that replaces it. */
const PARTS = {
  name: "name",
  address: "name",
  phone: "name",
  email: "name",
  directions: "name",
  "social links": "name",
  words: "words",
  questions: "words",
  terms: "policies",
  privacy: "policies",
  rooms: "rooms",
} as const satisfies Record<string, SetupStep>;
export type SamplePart = keyof typeof PARTS;

export const stepOf = (part: SamplePart): SetupStep => PARTS[part];

type Described = Pick<
  VenueDetails,
  | "name"
  | "address"
  | "phone"
  | "email"
  | "directions"
  | "social"
  | "about"
  | "questions"
  | "termsText"
  | "privacyText"
  | "done"
>;

/** Whether the name and the address are those of the sample: then its texts are shown with it. */
export const isSampleVenue = ({ name, address }: Pick<Described, "name" | "address">): boolean =>
  name === FIRST_SETTINGS.name && isSameSetting(address, FIRST_SETTINGS.address);

/** What visitors still read of the sample. A step that staff have called done has none. `sampleRooms`: rooms as they were seeded. */
export function sampleParts(venue: Described, sampleRooms: number): SamplePart[] {
  const first = FIRST_SETTINGS;
  const isSample: Record<SamplePart, boolean> = {
    name: venue.name === first.name,
    address: isSameSetting(venue.address, first.address),
    phone: venue.phone === first.phone,
    email: venue.email === SAMPLE_EMAIL,
    directions: venue.directions === first.directions,
    "social links": venue.social.length > 0 && isSameSetting(venue.social, first.social),
    words: isSampleVenue(venue) && venue.about === null,
    questions: venue.questions === null,
    terms: venue.termsText === "",
    privacy: venue.privacyText === "",
    rooms: sampleRooms > 0,
  };
  return (Object.keys(PARTS) as SamplePart[]).filter(
    (part) => isSample[part] && !venue.done.includes(PARTS[part]),
  );
}
