/** Reads the environment: the only file that does. It checks every variable and reports every problem (decision 208). */
import { resolve } from "node:path";
import { type ConfigProblem, findCombinationProblems } from "./config-problems.ts";
import { type LogLevel, type Variables, variables } from "./config-variables.ts";
import { LOOPBACK } from "./loopback.ts";

type StripeConfig = {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** A server with Stripe's API, for test keys; if absent, Stripe itself. */
  apiBase?: URL | undefined;
};
export type GraphConfig = { tenantId: string; clientId: string; clientSecret: string; sender: string };

/**
 * The database with the events and read tables: a server of the operator's, or one that the product runs in its data
 * folder. A server has two addresses, of which at least one is given: `url` with the login of the running processes,
 * `ownerUrl` with the owner's. `readUrl` is a streaming replica of it, for reads that may go there.
 */
export type DatabaseConfig =
  | { kind: "server"; url: string | undefined; ownerUrl: string | undefined; readUrl: string | undefined }
  | { kind: "embedded"; port: number | undefined };

export type Config = {
  port: number;
  /** Absolute path. */
  dataDir: string;
  database: DatabaseConfig;
  /** Absent with an embedded database: it is then generated once and kept in the data folder. */
  sessionSecret: string | undefined;
  /** Earlier secrets: sessions that they signed stay valid. */
  previousSessionSecrets: readonly string[];
  /** If absent, the first start generates one and prints it once. */
  adminPassword: string | undefined;
  /** Signs the log's heads; `PRIVATE+KEY+name+id+key`. If absent, a key is made and kept. */
  logSigningKey: string | undefined;
  /** Verifier keys of the witnesses that may countersign the log's heads. */
  logWitnessKeys: readonly string[];
  /** IANA name of the venue's time zone. */
  venueTimezone: string;
  /** How long an unpaid booking holds its hours. */
  holdMinutes: number;
  /** How long every offer of the waitlist can be taken; null: by how far ahead its visit is. Only for trials. */
  offerMinutes: number | null;
  /** New bookings per minute and address; 0 switches the limit off. */
  rateLimitBookings: number;
  /** How many unpaid hours a mailbox and an address may hold at a time. */
  unpaidHours: { perMailbox: number; perAddress: number };
  /** How many live connections one process keeps open at a time, in total and per address. */
  maxSockets: { inAll: number; perAddress: number };
  /** If absent, the metrics are served only to requests from the machine itself. */
  metricsToken: string | undefined;
  /** Scheme, host and port at which visitors reach the product; never ends in a slash. */
  publicUrl: string;
  /** The origins of the sites that may show the booking element and frame `/embed/{slug}`; empty: none may. */
  embedOrigins: readonly string[];
  /** Allows the simulated provider to take payments even if `publicUrl` is https, that is, on a public site. */
  simulatedPaymentsAllowed: boolean;
  /** If absent, the simulated provider takes the payments. */
  stripe: StripeConfig | undefined;
  smtpUrl: string | undefined;
  graph: GraphConfig | undefined;
  /** The venue's mailbox: mails come from it, and contact messages are sent to it. Null: the operator has set none. */
  venueEmail: string | null;
  /** IP addresses to which webhooks may be sent although they are not public. */
  webhookAllow: readonly string[];
  logLevel: LogLevel;
  /** How many of the operator's proxies append to `X-Forwarded-For`; with 0 only the socket's address is trusted. */
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
  problems.push(...findCombinationProblems(given));
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

/** This process's environment for a process that it starts: on the same database, and never with the owner's address. */
export function environmentOfProcess(given: {
  databaseUrl: string;
  sessionSecret: string;
  /** Given if this process has a key that the other process could not find. */
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

/** One line per invalid variable, for an operator's terminal. Values are never repeated, because they may be secrets. */
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
    offerMinutes: v.OFFER_MINUTES ?? null,
    rateLimitBookings: v.RATE_LIMIT_BOOKINGS ?? 60,
    unpaidHours: {
      perMailbox: v.UNPAID_HOURS_PER_MAILBOX ?? 60,
      perAddress: v.UNPAID_HOURS_PER_ADDRESS ?? 120,
    },
    maxSockets: { inAll: v.MAX_SOCKETS ?? 10_000, perAddress: v.MAX_SOCKETS_PER_ADDRESS ?? 50 },
    metricsToken: v.METRICS_TOKEN,
    publicUrl: (v.PUBLIC_URL ?? `http://localhost:${httpPort}`).replace(/\/+$/, ""),
    embedOrigins: v.EMBED_ORIGINS ?? [],
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
    venueEmail: v.VENUE_EMAIL ?? v.GRAPH_SENDER ?? null,
    webhookAllow: (v.WEBHOOK_ALLOW ?? []).flatMap((address) => (address === "loopback" ? LOOPBACK : address)),
    logLevel: v.LOG_LEVEL ?? "info",
    trustedProxies: v.TRUSTED_PROXIES ?? 0,
  };
}
