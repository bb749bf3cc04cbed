/** The wire shapes of the venue: contact, opening hours, terms, and how staff change them (decisions 118, 120). */
import { z } from "zod";
import { MONEY_STYLES } from "../../../core/venue/currency.ts";
import { colorTrouble, type VenueColors } from "../../../core/venue/look/colors.ts";
import { policyTrouble } from "../../../core/venue/look/policy-text.ts";
import { WEEKDAYS } from "../../../core/venue/time/opening-hours.ts";
import { MAP_LINE, mapTrouble } from "../../../core/venue/venue-map.ts";
import {
  Day,
  emailAddress,
  Id,
  integer,
  namedObject,
  phoneNumber,
  possiblyEmptyText,
  requiredLine,
  requiredText,
  singleLineText,
} from "../fields.ts";

const CLOCK = "Enter a whole hour, such as 09:00";
const clock = z.string({ error: CLOCK }).regex(/^(?:[01]\d|2[0-3]):00$|^24:00$/, CLOCK);

const DayHours = z
  .object({ open: clock, close: clock })
  .refine(({ open, close }) => open < close, {
    error: "Closing must be after opening",
    path: ["close"],
  })
  .nullable()
  .meta({
    description: "The first bookable hour and the end of the last, by the venue's clock; null: closed",
  });

/** One entry for each day of the week. */
const eachDay = <Schema extends z.ZodType>(schema: Schema) => {
  const [sunday, monday, tuesday, wednesday, thursday, friday, saturday] = WEEKDAYS;
  return {
    [monday]: schema,
    [tuesday]: schema,
    [wednesday]: schema,
    [thursday]: schema,
    [friday]: schema,
    [saturday]: schema,
    [sunday]: schema,
  };
};

const OpeningHours = z.object(eachDay(DayHours)).meta({ id: "OpeningHours" });

const wholePercent = (label: string) => integer(label, 0, 100);

const RefundTerm = z
  .object({
    hoursBefore: integer("Notice", 0, 8_760),
    refundPercent: wholePercent("Refund"),
    feePercent: wholePercent("Fee"),
  })
  .meta({
    id: "RefundTerm",
    description:
      "Cancelled by its customer at least so many hours ahead: this share of what was paid is refunded, less this share of the downpayment",
  });

const Social = z.object({ name: z.string(), url: z.string() });

const Colors = z.object({ action: z.string(), poster: z.string() }).meta({ id: "VenueColors" });
const Question = z.object({ question: z.string(), answer: z.string() });

/** What a venue says of itself in its own words. */
const ownWords = {
  colors: Colors,
  headline: z
    .string()
    .meta({ description: "The front page's first words; empty: made of the number of rooms" }),
  about: z
    .object({ title: z.string(), text: z.string() })
    .nullable()
    .meta({ description: "Null: a text that is made of the rooms and the terms" }),
  questions: z.array(Question).readonly().nullable().meta({ description: "Null: those of the terms" }),
  guidelines: z.array(z.string()).readonly().nullable().meta({ description: "Null: those of the terms" }),
};
const policyTexts = {
  termsText: z.string().meta({
    description:
      'Empty: the usual text. "## " begins a section, "- " a point; {payment} and the like are replaced',
  }),
  privacyText: z.string(),
};

/** The venue as it is today. Its mail address is the operator's until staff set another. */
export const Venue = namedObject("House", {
  name: z.string(),
  address: z.object({ street: z.string(), city: z.string() }),
  phone: z.string(),
  email: z.string(),
  openDays: z.string(),
  hours: z.string(),
  directions: z.string(),
  map: z
    .array(z.string())
    .readonly()
    .meta({
      description: `The venue first, then streets and places around it, each like "${MAP_LINE}": from the left, from the top, width x height, on a grid of 100 x 60; \`/map.svg\` draws them`,
    }),
  mapUrl: z.string(),
  social: z.array(Social).readonly(),
  timeZone: z.string().meta({ description: "IANA; opening hours are in it" }),
  doors: z.array(z.object({ days: z.string(), hours: z.string().nullable() })).meta({
    description: "The opening hours in words, for each stretch of days with the same hours; null: closed",
  }),
  openingHours: OpeningHours,
  schedule: z
    .array(z.object({ from: Day, openingHours: OpeningHours }))
    .readonly()
    .meta({ description: "The opening hours by the days from which they apply, the earliest first" }),
  holdMinutes: z.number(),
  downpaymentPercent: z.number(),
  refundTerms: z.array(RefundTerm).readonly(),
  taxPercent: z.number(),
  taxNumber: z.string().meta({ description: "For receipts; empty if the venue has none" }),
  ...ownWords,
  ...z.object(policyTexts).partial().shape,
  currency: z.string().meta({ description: "ISO 4217, small letters: of every amount" }),
  moneyStyle: z.enum(MONEY_STYLES).meta({ description: "The place whose way of writing amounts is used" }),
  logo: z.object({ url: z.string(), width: z.number(), height: z.number() }).nullable(),
  roomCount: z.number().int(),
  rooms: z.array(z.string()).readonly().meta({ description: "The names of the first rooms" }),
  sample: z.array(z.string()).readonly().meta({
    description: "What visitors still read of the sample with which a new venue begins",
  }),
});
export type Venue = z.infer<typeof Venue>;

const COLOR = "Enter a color such as #2340c4";

const color = (name: keyof VenueColors) =>
  z
    .string({ error: COLOR })
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, { error: COLOR, abort: true })
    .superRefine((hex, context) => {
      const message = colorTrouble(name, hex);
      if (message) context.addIssue({ code: "custom", message });
    });

const policyText = (label: string) =>
  possiblyEmptyText(label, 20_000)
    .superRefine((typed, context) => {
      const message = policyTrouble(typed);
      if (message) context.addIssue({ code: "custom", message: `${label}: ${message}` });
    })
    .optional();

const COUNTRY = "Choose a country from the list";
const REGION = "Choose a region of the country, or none";

/** More would push the rest of an invoice off its page. */
const BANK_LINES = 8;

const SOCIAL_URL = "Enter an address that begins with https://";

/** What applies from a day on, or from today if no day is given; fields that are left out stay as they are. */
export const VenueChange = namedObject("HouseChange", {
  from: Day.optional().meta({ description: "The venue day from which it applies; today or later" }),
  openingHours: z.object(eachDay(DayHours.optional())).optional(),
  downpaymentPercent: wholePercent("Downpayment").optional(),
  holdMinutes: z
    .number({ error: "Hold must be a number of minutes" })
    .min(1, "Hold must be at least a minute")
    .max(1_440, "Hold must be at most 1440 minutes")
    .optional(),
  refundTerms: z
    .array(RefundTerm)
    .max(10, "At most ten refund terms")
    .refine((terms) => new Set(terms.map(({ hoursBefore }) => hoursBefore)).size === terms.length, {
      error: "Two refund terms have the same notice",
    })
    .transform((terms) => terms.toSorted((a, b) => b.hoursBefore - a.hoursBefore))
    .optional(),
  taxPercent: z
    .number({ error: "Tax must be a number" })
    .min(0, "Tax must be at least 0")
    .max(100, "Tax must be at most 100")
    .multipleOf(0.001, "Tax must have at most three decimals")
    .optional(),
  name: requiredLine("Name").optional(),
  address: z.object({ street: requiredLine("Street"), city: requiredLine("City") }).optional(),
  phone: phoneNumber.optional(),
  taxNumber: possiblyEmptyText("Tax number", 60)
    .refine(...singleLineText("Tax number"))
    .optional(),
  bankDetails: possiblyEmptyText("Bank details", 300)
    .refine((text) => text.split("\n").length <= BANK_LINES, {
      error: `Bank details must be at most ${BANK_LINES} lines`,
    })
    .optional()
    .meta({ description: "In lines, for transfers that pay invoices; empty: invoices say to ask by mail" }),
  email: emailAddress().optional(),
  directions: possiblyEmptyText("Directions", 500)
    .refine(...singleLineText("Directions"))
    .optional(),
  map: z
    .array(requiredLine("Map", 80), { error: "Map must be a list of texts" })
    .max(30, "Map: at most 30")
    .superRefine((lines, context) => {
      const message = mapTrouble(lines);
      if (message) context.addIssue({ code: "custom", message });
    })
    .optional(),
  social: z
    .array(
      z.object({
        name: requiredLine("Name", 50),
        url: z.url({ protocol: /^https$/, error: SOCIAL_URL }).max(500),
      }),
    )
    .max(10, "At most ten social links")
    .optional(),
  colors: z.object({ action: color("action"), poster: color("poster") }).optional(),
  headline: possiblyEmptyText("Headline", 60)
    .refine(...singleLineText("Headline"))
    .optional(),
  about: z
    .object({ title: requiredLine("Title", 60), text: requiredText("Text", 3_000) })
    .nullable()
    .optional(),
  questions: z
    .array(z.object({ question: requiredLine("Question", 200), answer: requiredText("Answer", 1_500) }))
    .max(30, "At most thirty questions")
    .nullable()
    .optional(),
  guidelines: z
    .array(requiredLine("Guideline", 300), { error: "Guidelines must be a list of texts" })
    .max(30, "At most thirty guidelines")
    .nullable()
    .optional(),
  termsText: policyText("Terms"),
  privacyText: policyText("Privacy"),
  country: z
    .string({ error: COUNTRY })
    .regex(/^[A-Z]{2}$/, COUNTRY)
    .optional()
    .meta({ description: "ISO 3166, of those at `/api/holidays/places`: whose holidays are suggested" }),
  region: z
    .string({ error: REGION })
    .regex(/^[A-Z0-9]{1,20}$/i, REGION)
    .nullable()
    .optional()
    .meta({ description: "Of the country; null: the holidays of all of it" }),
});

/** A scheduled change, which applies from a later day; fields that it leaves out stay as they are. */
const ScheduledChange = z.object({
  id: Id.meta({ description: "Used to withdraw it" }),
  from: Day,
  openingHours: z
    .partialRecord(z.enum(WEEKDAYS), DayHours)
    .optional()
    .meta({ description: "The days of the week that change" }),
  ...Venue.pick({
    downpaymentPercent: true,
    holdMinutes: true,
    refundTerms: true,
    taxPercent: true,
    taxNumber: true,
    name: true,
    address: true,
    phone: true,
    email: true,
    directions: true,
    map: true,
    social: true,
    colors: true,
    headline: true,
    about: true,
    questions: true,
    guidelines: true,
    termsText: true,
    privacyText: true,
  }).partial().shape,
  bankDetails: z.string().optional(),
  country: z.string().optional(),
  region: z.string().nullable().optional(),
});
export type ScheduledChange = z.infer<typeof ScheduledChange>;

/** The venue as it is today, with its scheduled changes. */
export const VenueWithChanges = namedObject("HouseChanged", {
  house: Venue,
  upcoming: z.array(ScheduledChange).meta({
    description: "In the order in which they were set, without settings that a later change has replaced",
  }),
  bankDetails: z.string().meta({
    description:
      "Of today, in lines; only staff and the holder of an invoice's link see it. Empty: none is set",
  }),
  place: z.object({ country: z.string(), region: z.string().nullable() }).nullable().meta({
    description:
      "The place whose public holidays are suggested; null if it is not set and the time zone does not tell",
  }),
});
export type VenueWithChanges = z.infer<typeof VenueWithChanges>;
