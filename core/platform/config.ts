/** Owns the environment: the one place that reads it, checks every variable and names all that is wrong (DECISIONS Running). */
import { resolve } from "node:path";
import { z } from "zod";
import { type DatabaseAddress, nameOf, readDatabaseAddress } from "./database-address.ts";

export type LogLevel = z.infer<typeof logLevel>;

type StripeConfig = {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** A server that speaks Stripe's API, for test keys; absent: Stripe itself. */
  apiBase?: URL | undefined;
};
export type GraphConfig = { tenantId: string; clientId: string; clientSecret: string; sender: string };

/**
 * Where events and read tables live: a server of the operator's, or one that the product runs in its data folder. Of a server's two
 * addresses, `url` being the running processes' login and `ownerUrl` the owner's, at least one is given. `readUrl` is a streaming
 * replica of it, for what may be read there.
 */
export type DatabaseConfig =
  | { kind: "server"; url: string | undefined; ownerUrl: string | undefined; readUrl: string | undefined }
  | { kind: "embedded"; port: number | undefined };

export type Config = {
  port: number;
  /** Absolute path. */
  dataDir: string;
  database: DatabaseConfig;
  /** Absent with an embedded database: then it is generated once and kept in the data folder. */
  sessionSecret: string | undefined;
  /** Secrets of before: sessions that they signed go on. */
  previousSessionSecrets: readonly string[];
  /** Absent: the first start generates one and prints it once. */
  adminPassword: string | undefined;
  /** Signs the log's heads; `PRIVATE+KEY+name+id+key`. Absent: one is made and kept. */
  logSigningKey: string | undefined;
  /** Verifier keys of who may countersign the log's heads. */
  logWitnessKeys: readonly string[];
  /** IANA name of the venue's time zone. */
  venueTimezone: string;
  /** How long an unpaid booking holds its hours. */
  holdMinutes: number;
  /** New bookings per minute and address; 0 switches the limit off. */
  rateLimitBookings: number;
  /** Unpaid hours that a mailbox and an address may hold at a time. */
  unpaidHours: { perMailbox: number; perAddress: number };
  /** Live connections that one process keeps open at a time, in all and of one address. */
  maxSockets: { inAll: number; perAddress: number };
  /** Absent: the metrics are for who asks on the machine itself. */
  metricsToken: string | undefined;
  /** Scheme, host and port under which visitors reach the product; never ends in a slash. */
  publicUrl: string;
  /** The simulated provider may take payments also where `publicUrl` is https, which says that strangers visit. */
  simulatedPaymentsAllowed: boolean;
  /** Absent: the simulated provider takes the payments. */
  stripe: StripeConfig | undefined;
  smtpUrl: string | undefined;
  graph: GraphConfig | undefined;
  /** The venue's mailbox: mails come from it, contact messages go to it. */
  venueEmail: string;
  logLevel: LogLevel;
  /** How many proxies of ours stand in front and append to `X-Forwarded-For`; 0 believes only the socket. */
  trustedProxies: number;
};

export type ConfigProblem = { variable: string; message: string };
export type ConfigResult = { ok: true; config: Config } | { ok: false; problems: ConfigProblem[] };

const DIGITS = /^\d+$/;

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

const NOTE_KEY = /^[^+\s]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]+={0,2}$/u;

const DATABASE_ADDRESS = z.string().superRefine((text, { addIssue }) => {
  const read = tryReadAddress(text);
  if (typeof read === "string") addIssue({ code: "custom", message: read });
});
const SECRET_LENGTH = 32;

const variables = z.object({
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
  RATE_LIMIT_BOOKINGS: wholeNumber(0, 1_000_000, "must be a whole number, 0 or more").optional(),
  UNPAID_HOURS_PER_MAILBOX: unpaidHours.optional(),
  UNPAID_HOURS_PER_ADDRESS: unpaidHours.optional(),
  MAX_SOCKETS: sockets.optional(),
  MAX_SOCKETS_PER_ADDRESS: sockets.optional(),
  METRICS_TOKEN: z.string().min(16, { error: "must have at least 16 characters" }).optional(),
  PUBLIC_URL: address(["http:", "https:"], "https://hub.example").optional(),
  SIMULATED_PAYMENTS: z.enum(["0", "1"], { error: "must be 1 or 0" }).optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_BASE: address(["http:", "https:"], "http://127.0.0.1:12111")
    .refine((text) => !URL.canParse(text) || new URL(text).pathname === "/", {
      error: "must name a server alone, without a path",
    })
    .optional(),
  SMTP_URL: address(["smtp:", "smtps:"], "smtp://user:password@mail.example:587").optional(),
  GRAPH_TENANT_ID: z.string().optional(),
  GRAPH_CLIENT_ID: z.string().optional(),
  GRAPH_CLIENT_SECRET: z.string().optional(),
  GRAPH_SENDER: z.email({ error: "must be the mail address that mails are sent from" }).optional(),
  VENUE_EMAIL: z.email({ error: "must be the venue's mail address" }).optional(),
  LOG_LEVEL: logLevel.optional(),
  TRUSTED_PROXIES: wholeNumber(0, 10, "must be a whole number between 0 and 10").optional(),
});

type Variables = z.infer<typeof variables>;

const STRIPE = ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET"] as const;
const GRAPH = ["GRAPH_TENANT_ID", "GRAPH_CLIENT_ID", "GRAPH_CLIENT_SECRET", "GRAPH_SENDER"] as const;

/** Reads the product's configuration from an environment; a variable that is set but empty counts as not set. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): ConfigResult {
  const given = Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => (entry[1] ?? "").trim() !== ""),
  );
  const parsed = variables.safeParse(given);
  const problems = (parsed.error?.issues ?? []).map((issue) => ({
    variable: String(issue.path[0]),
    message: issue.message,
  }));
  problems.push(...missingFrom(given, STRIPE), ...missingFrom(given, GRAPH));
  problems.push(...addressProblems(given), ...readAddressProblems(given), ...stripeAddressProblems(given));
  if (!parsed.success || problems.length > 0) return { ok: false, problems };
  return { ok: true, config: toConfig(parsed.data) };
}

/** Reads this process's environment, or prints every problem and ends the process. */
export function loadConfigOrExit(exitCode = 1): Config {
  // biome-ignore lint/style/noProcessEnv: this file is the one place that reads the environment
  const result = readConfig(process.env);
  if (result.ok) return result.config;
  process.stderr.write(`${describeProblems(result.problems)}\n`);
  process.exit(exitCode);
}

/** This process's environment for one that it starts beside itself: on the same database, and never with the owner's address. */
export function environmentOfProcess(given: {
  databaseUrl: string;
  sessionSecret: string;
  /** Where this process has one that the other would not find. */
  logSigningKey?: string | undefined;
}): Record<string, string | undefined> {
  // biome-ignore lint/style/noProcessEnv: this file is the one place that reads the environment
  const { DATABASE_OWNER_URL: _owner, ADMIN_PASSWORD: _admin, ...own } = process.env;
  return {
    ...own,
    DATABASE_URL: given.databaseUrl,
    SESSION_SECRET: given.sessionSecret,
    LOG_SIGNING_KEY: given.logSigningKey,
  };
}

/** One line per bad variable, for an operator's terminal; values are never repeated, they may be secrets. */
export function describeProblems(problems: readonly ConfigProblem[]): string {
  return ["The configuration is not usable:", ...problems.map((p) => `  ${p.variable} ${p.message}`)].join(
    "\n",
  );
}

function toConfig(v: Variables): Config {
  const httpPort = v.PORT ?? 3000;
  return {
    port: httpPort,
    dataDir: resolve(v.DATA_DIR ?? ".data"),
    database:
      v.DATABASE_URL || v.DATABASE_OWNER_URL
        ? {
            kind: "server",
            url: v.DATABASE_URL,
            ownerUrl: v.DATABASE_OWNER_URL,
            readUrl: v.DATABASE_READ_URL,
          }
        : { kind: "embedded", port: v.EMBEDDED_PG_PORT },
    sessionSecret: v.SESSION_SECRET,
    previousSessionSecrets: v.SESSION_SECRET_PREVIOUS ?? [],
    adminPassword: v.ADMIN_PASSWORD,
    logSigningKey: v.LOG_SIGNING_KEY,
    logWitnessKeys: v.LOG_WITNESS_KEYS ?? [],
    venueTimezone: v.VENUE_TIMEZONE ?? "America/New_York",
    holdMinutes: v.HOLD_MINUTES ?? 30,
    rateLimitBookings: v.RATE_LIMIT_BOOKINGS ?? 60,
    unpaidHours: {
      perMailbox: v.UNPAID_HOURS_PER_MAILBOX ?? 60,
      perAddress: v.UNPAID_HOURS_PER_ADDRESS ?? 120,
    },
    maxSockets: { inAll: v.MAX_SOCKETS ?? 10_000, perAddress: v.MAX_SOCKETS_PER_ADDRESS ?? 50 },
    metricsToken: v.METRICS_TOKEN,
    publicUrl: (v.PUBLIC_URL ?? `http://localhost:${httpPort}`).replace(/\/+$/, ""),
    simulatedPaymentsAllowed: v.SIMULATED_PAYMENTS === "1",
    stripe:
      v.STRIPE_SECRET_KEY && v.STRIPE_PUBLISHABLE_KEY && v.STRIPE_WEBHOOK_SECRET
        ? {
            secretKey: v.STRIPE_SECRET_KEY,
            publishableKey: v.STRIPE_PUBLISHABLE_KEY,
            webhookSecret: v.STRIPE_WEBHOOK_SECRET,
            apiBase: v.STRIPE_API_BASE ? new URL(v.STRIPE_API_BASE) : undefined,
          }
        : undefined,
    smtpUrl: v.SMTP_URL,
    graph:
      v.GRAPH_TENANT_ID && v.GRAPH_CLIENT_ID && v.GRAPH_CLIENT_SECRET && v.GRAPH_SENDER
        ? {
            tenantId: v.GRAPH_TENANT_ID,
            clientId: v.GRAPH_CLIENT_ID,
            clientSecret: v.GRAPH_CLIENT_SECRET,
            sender: v.GRAPH_SENDER,
          }
        : undefined,
    venueEmail: v.VENUE_EMAIL ?? v.GRAPH_SENDER ?? "hello@thehub.example",
    logLevel: v.LOG_LEVEL ?? "info",
    trustedProxies: v.TRUSTED_PROXIES ?? 0,
  };
}

/** What the two addresses ask of one another, and of the secret (DECISIONS Database addresses). */
function addressProblems(given: Readonly<Record<string, string>>): ConfigProblem[] {
  const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, SESSION_SECRET: secret } = given;
  const problems: ConfigProblem[] = [];
  const name = url !== undefined ? "DATABASE_URL" : "DATABASE_OWNER_URL";
  if ((url ?? ownerUrl) !== undefined && secret === undefined) {
    problems.push({
      variable: "SESSION_SECRET",
      message: `is required with ${name}: the same for every process, at least 32 random characters`,
    });
  }
  const [address, owners] = [addressIn(url), addressIn(ownerUrl)];
  if (!address || !owners) return problems;
  const user = address.url.username;
  if (user === "" || user === owners.url.username) {
    problems.push({
      variable: "DATABASE_URL",
      message: "must name a login of its own beside DATABASE_OWNER_URL's, one that owns nothing",
    });
  }
  const names = ({ servers }: DatabaseAddress): string => servers.map(nameOf).toSorted().join();
  if ((address.findsPrimary || owners.findsPrimary) && names(address) !== names(owners)) {
    problems.push({ variable: "DATABASE_OWNER_URL", message: "must name the servers of DATABASE_URL" });
  }
  return problems;
}

/** What the replica's address asks of the two others. */
function readAddressProblems(given: Readonly<Record<string, string>>): ConfigProblem[] {
  const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, DATABASE_READ_URL: readUrl } = given;
  if (readUrl === undefined) return [];
  const problem = (message: string): ConfigProblem[] => [{ variable: "DATABASE_READ_URL", message }];
  if ((url ?? ownerUrl) === undefined) {
    return problem("needs DATABASE_URL beside it: the embedded database has no replica");
  }
  const [read, primary] = [addressIn(readUrl), addressIn(url ?? ownerUrl)];
  if (!read || !primary) return [];
  // What one server has replayed says nothing of another behind the same address.
  if (read.servers.length > 1) return problem("must name one server");
  if (read.findsPrimary) return problem("must not ask for the server that takes writes");
  const [first, ...others] = primary.servers.map(nameOf);
  // Of several it may be one that follows: while it is promoted, it is read by nobody.
  if (others.length === 0 && read.servers.map(nameOf).includes(first ?? "")) {
    return problem("must name another server than DATABASE_URL");
  }
  const owners = addressIn(ownerUrl);
  return owners && read.url.username === owners.url.username
    ? problem("must name DATABASE_URL's login, not the owner's")
    : [];
}

/** Where money is real, Stripe alone is asked about it. */
function stripeAddressProblems(given: Readonly<Record<string, string>>): ConfigProblem[] {
  const { STRIPE_API_BASE: base, STRIPE_SECRET_KEY: key } = given;
  if (base === undefined || key?.startsWith("sk_test_")) return [];
  return [
    {
      variable: "STRIPE_API_BASE",
      message: "is for test keys alone: STRIPE_SECRET_KEY must begin with sk_test_",
    },
  ];
}

/** Undefined where there is none, or none that can be read: then its own problem says so. */
function addressIn(text: string | undefined): DatabaseAddress | undefined {
  const read = text === undefined ? "" : tryReadAddress(text);
  return typeof read === "string" ? undefined : read;
}

/** The address, or what is wrong with it. */
function tryReadAddress(text: string): DatabaseAddress | string {
  try {
    return readDatabaseAddress(text);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Variables that only make sense together: all of them or none. */
function missingFrom(given: Readonly<Record<string, string>>, group: readonly string[]): ConfigProblem[] {
  const missing = group.filter((name) => given[name] === undefined);
  if (missing.length === 0 || missing.length === group.length) return [];
  const present = group.filter((name) => given[name] !== undefined).join(", ");
  return missing.map((variable) => ({ variable, message: `is required beside ${present}` }));
}

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    // Offsets such as +05:00 are accepted by Intl, but have no daylight-saving rules and are no IANA zone.
    return !/^[+-]/.test(name);
  } catch {
    return false;
  }
}
