/** The environment: the one place that reads it, checks every variable and names every problem (decision 208). */
import { resolve } from "node:path";
import { type ConfigProblem, problemsBetween } from "./config-problems.ts";
import { type LogLevel, type Variables, variables } from "./config-variables.ts";

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

export type ConfigResult = { ok: true; config: Config } | { ok: false; problems: ConfigProblem[] };

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
  problems.push(...problemsBetween(given));
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
