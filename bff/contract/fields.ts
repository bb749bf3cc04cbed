/** The basic fields of requests and responses: amounts, instants, ids and names. */
import { z } from "zod";
import { toCents } from "../../core/booking/rules/money.ts";
import { currencyName, smallestCents } from "../../core/venue/currency.ts";

/** An object with a name of its own in the API's document. */
export const namedObject = <Fields extends z.core.$ZodLooseShape>(id: string, fields: Fields) =>
  z.object(fields).meta({ id });

/** An amount of the venue's currency with two decimals, as text (`"150.00"`). */
export const Amount = z
  .string()
  .regex(/^-?\d+\.\d{2}$/)
  .meta({ description: "An amount in the venue's currency, with two decimals", examples: ["150.00"] });

/** An amount as a client may send it: text or number. */
export const AmountInput = z
  .union([z.string(), z.number()], { error: "Enter an amount, such as 150.00" })
  .meta({ description: "An amount, as text or number", examples: ["150.00"] });

/** The same, in cents once parsed; `min` and `max` are cents. */
export const cents = (error: string, { min = 0, max = 100_000_000 } = {}) =>
  AmountInput.transform((given, context) => {
    const text = String(given).trim();
    const isBelow = min < 0 && text.startsWith("-");
    const size = toCents(isBelow ? text.slice(1) : text);
    const value = isBelow && size !== null ? -size : size;
    const isWhole = value === null || value % smallestCents() === 0;
    if (value !== null && value >= min && value <= max && isWhole) return value;
    const message = isWhole ? error : `Enter a whole amount: ${currencyName()} have no smaller coin`;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });

/** Years in which the venue has days. Every zone fits between them and the limits of dates, beyond which parsers disagree. */
const FIRST_YEAR = 1970;
const LAST_YEAR = 2999;

const inReach = (date: string): boolean => {
  const year = Number(date.slice(0, 4));
  return year >= FIRST_YEAR && year <= LAST_YEAR;
};
const OUT_OF_REACH = { error: `Enter a day between ${FIRST_YEAR} and ${LAST_YEAR}` };

/** An instant, ISO 8601 in UTC. */
export const Instant = z.iso.datetime().meta({ examples: ["2026-12-12T15:00:00.000Z"] });

/** A calendar day at the venue. */
export const Day = z.iso
  .date({ error: "Enter a day as YYYY-MM-DD" })
  .refine(inReach, OUT_OF_REACH)
  .meta({ examples: ["2026-12-12"] });

/** An instant as a client may send it, with any offset. */
export const InstantInput = z.iso.datetime({ offset: true }).refine(inReach, OUT_OF_REACH);

/** From when to when. */
export const span = { startTime: Instant, endTime: Instant };

export const Id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);

/** Control characters other than tab and line ends, and unpaired surrogates: PostgreSQL text cannot hold them, and no name has them. */
const UNPRINTABLE = /[^\P{Cc}\t\n\r]|\p{Cs}/u;

/** For `refine`: text that PostgreSQL can hold and a person can read. Every free text of a request passes it. */
export const printableText = (label: string) =>
  [
    (text: string) => !UNPRINTABLE.test(text),
    { error: `${label} contains characters that cannot be printed` },
  ] as const;

/** Required text of a person: trimmed, never empty. */
export const requiredText = (label: string, max = 200) =>
  z
    .string({ error: ({ input }) => (input == null ? `${label} is required` : `${label} must be text`) })
    .trim()
    .min(1, `${label} is required`)
    .max(max, `${label} must be at most ${max} characters`)
    .refine(...printableText(label));

/** Characters that start a new line in a mail's header, a calendar or a title. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** For `refine`: text of one line, since it is used in titles, headers and calendars. */
export const singleLineText = (label: string) =>
  [
    (text: string) => !CONTROL.test(text),
    { error: `${label} must be one line, without control characters` },
  ] as const;

/** Required text of one line: the names of rooms and of the venue. */
export const requiredLine = (label: string, max = 200) =>
  requiredText(label, max).refine(...singleLineText(label));

/** Text that may be empty. */
export const possiblyEmptyText = (label: string, max: number) =>
  z
    .string({ error: `${label} must be text` })
    .trim()
    .max(max, `${label} must be at most ${max} characters`)
    .refine(...printableText(label));

export const optionalText = (label: string, max: number) => possiblyEmptyText(label, max).nullish();

export const emailAddress = (label = "Email") =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .min(1, `${label} is required`)
    .max(254, "Invalid email")
    .pipe(z.email("Invalid email"));

/** Phone numbers may have spaces, signs and brackets (decision 162); they need at least five digits. */
export const phoneNumber = z
  .string({ error: "Phone is required" })
  .trim()
  .min(1, "Phone is required")
  .max(40, "Phone must be at most 40 characters")
  .refine((text) => /^[\d\p{Zs}()+./#x-]*$/iu.test(text) && text.replace(/\D/g, "").length >= 5, {
    message: "Enter a phone number with at least five digits",
  });

/** May be left out, null or empty. */
export const optionalPhone = z
  .union([z.literal("").transform(() => null), phoneNumber], {
    error: "Enter a phone number with at least five digits",
  })
  .nullish();

/** An email with one message for everything that is wrong with it. */
export const emailWith = (error: string) => z.string({ error }).trim().max(254, error).pipe(z.email(error));

export const integer = (label: string, min?: number, max?: number) => {
  const whole = z.number({ error: `${label} must be a number` }).int(`${label} must be a whole number`);
  const above = min === undefined ? whole : whole.min(min, `${label} must be at least ${min}`);
  return max === undefined ? above : above.max(max, `${label} must be at most ${max}`);
};

/** The number of a room or a booking in a body. */
export const numberOf = (label: string, max = Number.MAX_SAFE_INTEGER) =>
  z
    .number({ error: ({ input }) => (input == null ? `${label} is required` : `${label} must be a number`) })
    .int(`${label} must be a whole number`)
    .positive(`${label} is required`)
    .max(max, `${label} is unknown`);

export const roomNumber = numberOf("Room", 2_147_483_647);

/** A whole number in a query, from 1 to `max`. */
export const queryNumber = (label: string, max?: number) => {
  const error = `${label} must be a whole number${max === undefined ? ", 1 or more" : ` from 1 to ${max}`}`;
  const limit = max ?? Number.MAX_SAFE_INTEGER;
  return z
    .string({ error })
    .regex(/^[1-9]\d{0,14}$/, { error, abort: true })
    .transform(Number)
    .refine((n) => n <= limit, { error })
    .meta({ type: "integer", minimum: 1, maximum: limit });
};

/** A cursor among the public events; 0 is before the first. */
export const queryPosition = (label: string) => {
  const error = `${label} must be a position, a whole number`;
  return z
    .string({ error })
    .regex(/^(0|[1-9]\d{0,15})$/, { error, abort: true })
    .transform(Number)
    .refine(Number.isSafeInteger, { error })
    .meta({ type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
};

/** For calls that can tell what would happen. */
export const DryRunQuery = z.object({
  dryRun: z.enum(["0", "1"], { error: "Dry run must be 1 or 0" }).default("0").meta({
    description: "1: only answers what would happen, and changes nothing",
  }),
});

/** The words to search for in a query. */
export const searchText = (description: string) =>
  z
    .string()
    .max(200, "Search must be at most 200 characters")
    .refine(...printableText("Search"))
    .default("")
    .meta({ description });
