/** Defines the environment variables and the values that each one allows by itself. */
import { isIP } from "node:net";
import { z } from "zod";
import { tryReadDatabaseAddress } from "./database-address.ts";
import { readEmbedOrigins } from "./embed-origins.ts";

const DIGITS = /^\d+$/;

export type LogLevel = z.infer<typeof logLevel>;

const logLevel = z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], {
  error: "must be one of trace, debug, info, warn, error, fatal, silent",
});

const wholeNumber = (least: number, most: number, message: string) =>
  z
    .string()
    .regex(DIGITS, { error: message, abort: true })
    .transform(Number)
    .refine((n) => n >= least && n <= most, { error: message });

const port = wholeNumber(1, 65_535, "must be a port number between 1 and 65535");

const address = (schemes: readonly string[], example: string) =>
  z.string().refine((text) => schemes.includes(URL.canParse(text) ? new URL(text).protocol : ""), {
    error: `must be an address like ${example}`,
  });

const timezone = z.string().refine(isTimezone, {
  error: "must be an IANA time zone such as America/New_York",
});

const HOLD_MINUTES_MESSAGE = "must be a number of minutes above 0, at most 1440";
const holdMinutes = z
  .string()
  .regex(/^\d+(\.\d+)?$|^\.\d+$/, { error: HOLD_MINUTES_MESSAGE, abort: true })
  .transform(Number)
  .refine((minutes) => minutes > 0 && minutes <= 1440, { error: HOLD_MINUTES_MESSAGE });

const unpaidHours = wholeNumber(1, 1_000_000, "must be a whole number of hours, 1 or more");

const sockets = wholeNumber(1, 1_000_000, "must be a whole number, 1 or more");

const EMBED_ORIGINS_MESSAGE =
  "must be origins like https://venue.example, separated by commas, each without a path or a slash at its end; http is only for localhost";

const NOTE_KEY = /^[^+\s]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]+={0,2}$/u;

const DATABASE_ADDRESS = z.string().superRefine((text, { addIssue }) => {
  const read = tryReadDatabaseAddress(text);
  if (typeof read === "string") addIssue({ code: "custom", message: read });
});
const SECRET_LENGTH = 32;

export const variables = z.object({
  PORT: port.optional(),
  DATA_DIR: z.string().optional(),
  DATABASE_URL: DATABASE_ADDRESS.optional(),
  DATABASE_OWNER_URL: DATABASE_ADDRESS.optional(),
  DATABASE_READ_URL: DATABASE_ADDRESS.optional(),
  EMBEDDED_PG_PORT: port.optional(),
  ADMIN_PASSWORD: z.string().min(8, { error: "must have at least 8 characters" }).optional(),
  SESSION_SECRET: z.string().min(SECRET_LENGTH, { error: "must have at least 32 characters" }).optional(),
  SESSION_SECRET_PREVIOUS: z
    .string()
    .transform((list) => list.split(",").map((secret) => secret.trim()))
    .refine((secrets) => secrets.every((secret) => secret.length >= SECRET_LENGTH), {
      error: "must be secrets of at least 32 characters each, separated by commas",
    })
    .optional(),
  LOG_SIGNING_KEY: z
    .string()
    .refine((key) => key.startsWith("PRIVATE+KEY+") && NOTE_KEY.test(key.slice(12)), {
      error: "must be a signing key like PRIVATE+KEY+name+id+key",
    })
    .optional(),
  LOG_WITNESS_KEYS: z
    .string()
    .transform((list) => list.split(/[\s,]+/).filter((key) => key !== ""))
    .refine((keys) => keys.every((key) => NOTE_KEY.test(key)), {
      error: "must be verifier keys like name+id+key, separated by commas",
    })
    .optional(),
  VENUE_TIMEZONE: timezone.optional(),
  HOLD_MINUTES: holdMinutes.optional(),
  OFFER_MINUTES: holdMinutes.optional(),
  RATE_LIMIT_BOOKINGS: wholeNumber(0, 1_000_000, "must be a whole number, 0 or more").optional(),
  UNPAID_HOURS_PER_MAILBOX: unpaidHours.optional(),
  UNPAID_HOURS_PER_ADDRESS: unpaidHours.optional(),
  MAX_SOCKETS: sockets.optional(),
  MAX_SOCKETS_PER_ADDRESS: sockets.optional(),
  METRICS_TOKEN: z.string().min(16, { error: "must have at least 16 characters" }).optional(),
  PUBLIC_URL: address(["http:", "https:"], "https://hub.example").optional(),
  EMBED_ORIGINS: z
    .string()
    .transform((list, { addIssue }) => {
      const origins = readEmbedOrigins(list);
      if (origins === null) addIssue({ code: "custom", message: EMBED_ORIGINS_MESSAGE });
      return origins ?? z.NEVER;
    })
    .optional(),
  SIMULATED_PAYMENTS: z.enum(["0", "1"], { error: "must be 1 or 0" }).optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_BASE: address(["http:", "https:"], "http://127.0.0.1:12111")
    .refine((text) => !URL.canParse(text) || new URL(text).pathname === "/", {
      error: "must name a server, without a path",
    })
    .optional(),
  SMTP_URL: address(["smtp:", "smtps:"], "smtp://user:password@mail.example:587").optional(),
  GRAPH_TENANT_ID: z.string().optional(),
  GRAPH_CLIENT_ID: z.string().optional(),
  GRAPH_CLIENT_SECRET: z.string().optional(),
  GRAPH_SENDER: z.email({ error: "must be the mail address that mails are sent from" }).optional(),
  VENUE_EMAIL: z.email({ error: "must be the venue's mail address" }).optional(),
  LOG_LEVEL: logLevel.optional(),
  WEBHOOK_ALLOW: z
    .string()
    .transform((list) => list.split(/[\s,]+/).filter((address) => address !== ""))
    .refine((addresses) => addresses.every((address) => address === "loopback" || isIP(address) !== 0), {
      error: "must be loopback, or IP addresses, separated by commas",
    })
    .optional(),
  TRUSTED_PROXIES: wholeNumber(0, 10, "must be a whole number between 0 and 10").optional(),
});

export type Variables = z.infer<typeof variables>;

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    // Intl accepts offsets such as +05:00, but they have no daylight-saving rules and are not IANA zones.
    return !/^[+-]/.test(name);
  } catch {
    return false;
  }
}
