/** Shows how the environment becomes the configuration, and that every problem is reported. */
import { describe, expect, it } from "vitest";
import { describeProblems, readConfig } from "./config.ts";

const SECRET = "a".repeat(32);
const SERVER = { DATABASE_URL: "postgres://hub@db/hub", SESSION_SECRET: SECRET };
const OWNED = { DATABASE_OWNER_URL: "postgres://owner@db/hub", SESSION_SECRET: SECRET };
const SERVERS = {
  DATABASE_URL: "postgres://hub@one,two:5432/hub?target_session_attrs=read-write",
  SESSION_SECRET: SECRET,
};
const REPLICA = { DATABASE_READ_URL: "postgres://hub@replica/hub" };
const STRIPE = { STRIPE_SECRET_KEY: "sk", STRIPE_PUBLISHABLE_KEY: "pk", STRIPE_WEBHOOK_SECRET: "whsec" };
const TEST_STRIPE = { ...STRIPE, STRIPE_SECRET_KEY: "sk_test_1" };
const SERVER_OF_OURS = "http://127.0.0.1:12111";
const GRAPH = {
  GRAPH_TENANT_ID: "t",
  GRAPH_CLIENT_ID: "c",
  GRAPH_CLIENT_SECRET: "s",
  GRAPH_SENDER: "hub@example.org",
};

const configOf = (env: Record<string, string>) => {
  const result = readConfig(env);
  if (!result.ok) throw new Error(describeProblems(result.problems));
  return result.config;
};

/** Only the form of the key is checked here. */
const VKEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";

const problemsOf = (env: Record<string, string>) => {
  const result = readConfig(env);
  return result.ok ? [] : result.problems.map((problem) => problem.variable);
};

describe("an empty environment", () => {
  it("gives the product without other services", () => {
    expect(configOf({})).toEqual({
      port: 3000,
      dataDir: `${process.cwd()}/.data`,
      database: { kind: "embedded", port: undefined },
      sessionSecret: undefined,
      previousSessionSecrets: [],
      adminPassword: undefined,
      logSigningKey: undefined,
      logWitnessKeys: [],
      webhookAllow: [],
      venueTimezone: "America/New_York",
      holdMinutes: 30,
      offerMinutes: null,
      rateLimitBookings: 60,
      unpaidHours: { perMailbox: 60, perAddress: 120 },
      maxSockets: { inAll: 10_000, perAddress: 50 },
      metricsToken: undefined,
      publicUrl: "http://localhost:3000",
      embedOrigins: [],
      simulatedPaymentsAllowed: false,
      stripe: undefined,
      smtpUrl: undefined,
      graph: undefined,
      venueEmail: null,
      logLevel: "info",
      trustedProxies: 0,
    });
  });

  it("is the same as one with empty variables", () => {
    expect(configOf({ PORT: "", STRIPE_SECRET_KEY: " " })).toEqual(configOf({}));
  });
});

describe("what is accepted", () => {
  it.each([
    [{ PORT: "8080" }, { port: 8080, publicUrl: "http://localhost:8080" }],
    [{ DATA_DIR: "/srv/hub" }, { dataDir: "/srv/hub" }],
    [
      SERVER,
      { database: { kind: "server", url: SERVER.DATABASE_URL, ownerUrl: undefined }, sessionSecret: SECRET },
    ],
    [OWNED, { database: { kind: "server", url: undefined, ownerUrl: OWNED.DATABASE_OWNER_URL } }],
    [
      { ...SERVER, ...OWNED },
      { database: { kind: "server", url: SERVER.DATABASE_URL, ownerUrl: OWNED.DATABASE_OWNER_URL } },
    ],
    [
      { SESSION_SECRET_PREVIOUS: `${SECRET}, ${"b".repeat(32)}` },
      { previousSessionSecrets: [SECRET, "b".repeat(32)] },
    ],
    [
      { ...SERVERS, DATABASE_OWNER_URL: "postgres://owner@two,one/hub" },
      { database: { kind: "server", url: SERVERS.DATABASE_URL, ownerUrl: "postgres://owner@two,one/hub" } },
    ],
    // Reads may go to one of the servers while it is a standby.
    [
      { ...SERVERS, DATABASE_READ_URL: "postgres://hub@two/hub" },
      { database: { readUrl: "postgres://hub@two/hub" } },
    ],
    [{ ...SERVER, ...REPLICA }, { database: { kind: "server", readUrl: REPLICA.DATABASE_READ_URL } }],
    [{ EMBEDDED_PG_PORT: "5433" }, { database: { kind: "embedded", port: 5433 } }],
    [{ VENUE_TIMEZONE: "Pacific/Auckland" }, { venueTimezone: "Pacific/Auckland" }],
    [{ HOLD_MINUTES: "0.05" }, { holdMinutes: 0.05 }],
    [{ OFFER_MINUTES: "0.05" }, { offerMinutes: 0.05 }],
    [{ RATE_LIMIT_BOOKINGS: "0" }, { rateLimitBookings: 0 }],
    [
      { UNPAID_HOURS_PER_MAILBOX: "24", UNPAID_HOURS_PER_ADDRESS: "48" },
      { unpaidHours: { perMailbox: 24, perAddress: 48 } },
    ],
    [{ PUBLIC_URL: "https://hub.example/" }, { publicUrl: "https://hub.example" }],
    [
      { EMBED_ORIGINS: "https://venue.example, https://www.venue.example" },
      { embedOrigins: ["https://venue.example", "https://www.venue.example"] },
    ],
    [{ SIMULATED_PAYMENTS: "1" }, { simulatedPaymentsAllowed: true }],
    [
      STRIPE,
      { stripe: { secretKey: "sk", publishableKey: "pk", webhookSecret: "whsec", apiBase: undefined } },
    ],
    [
      { ...TEST_STRIPE, STRIPE_API_BASE: SERVER_OF_OURS },
      {
        stripe: {
          secretKey: "sk_test_1",
          publishableKey: "pk",
          webhookSecret: "whsec",
          apiBase: new URL(SERVER_OF_OURS),
        },
      },
    ],
    [{ SMTP_URL: "smtp://mail:25" }, { smtpUrl: "smtp://mail:25" }],
    [GRAPH, { graph: { tenantId: "t", clientId: "c", clientSecret: "s", sender: "hub@example.org" } }],
    [{ LOG_SIGNING_KEY: `PRIVATE+KEY+${VKEY}` }, { logSigningKey: `PRIVATE+KEY+${VKEY}` }],
    [{ LOG_WITNESS_KEYS: `${VKEY}, ${VKEY}` }, { logWitnessKeys: [VKEY, VKEY] }],
    [{ LOG_LEVEL: "debug" }, { logLevel: "debug" }],
    [{ TRUSTED_PROXIES: "1" }, { trustedProxies: 1 }],
    [{ WEBHOOK_ALLOW: "loopback, 10.0.0.7" }, { webhookAllow: ["127.0.0.1", "::1", "10.0.0.7"] }],
  ])("%o", (env, expected) => {
    expect(configOf(env as Record<string, string>)).toMatchObject(expected);
  });
});

describe("what is refused, by name", () => {
  it.each([
    ["PORT", { PORT: "http" }],
    ["PORT", { PORT: "0" }],
    ["PORT", { PORT: "65536" }],
    ["PORT", { PORT: "3000.5" }],
    ["EMBEDDED_PG_PORT", { EMBEDDED_PG_PORT: "-1" }],
    ["DATABASE_URL", { ...SERVER, DATABASE_URL: "mysql://db" }],
    ["DATABASE_URL", { ...SERVER, DATABASE_URL: "db" }],
    ["DATABASE_URL", { ...OWNED, DATABASE_URL: OWNED.DATABASE_OWNER_URL }],
    ["DATABASE_URL", { ...OWNED, DATABASE_URL: "postgres://db/hub" }],
    ["DATABASE_URL", { ...SERVERS, DATABASE_URL: "postgres://hub@one,two/hub?target_session_attrs=standby" }],
    ["DATABASE_URL", { ...SERVERS, DATABASE_URL: "postgres://hub@one,,two/hub" }],
    ["DATABASE_URL", { ...SERVERS, DATABASE_OWNER_URL: "postgres://hub@one,two/hub" }],
    ["DATABASE_OWNER_URL", { ...OWNED, DATABASE_OWNER_URL: "mysql://db" }],
    ["DATABASE_OWNER_URL", { ...SERVERS, DATABASE_OWNER_URL: "postgres://owner@one/hub" }],
    ["DATABASE_READ_URL", REPLICA],
    ["DATABASE_READ_URL", { ...SERVER, DATABASE_READ_URL: "replica" }],
    ["DATABASE_READ_URL", { ...SERVER, DATABASE_READ_URL: "postgres://hub@db:5432/hub" }],
    ["DATABASE_READ_URL", { ...SERVER, DATABASE_READ_URL: "postgres://hub@one:5432,two:5432/hub" }],
    ["DATABASE_READ_URL", { ...OWNED, DATABASE_READ_URL: "postgres://owner@replica/hub" }],
    [
      "DATABASE_READ_URL",
      { ...SERVER, DATABASE_READ_URL: "postgres://hub@replica/hub?target_session_attrs=read-write" },
    ],
    ["SESSION_SECRET", { DATABASE_URL: SERVER.DATABASE_URL }],
    ["SESSION_SECRET", { DATABASE_OWNER_URL: OWNED.DATABASE_OWNER_URL }],
    ["SESSION_SECRET_PREVIOUS", { SESSION_SECRET_PREVIOUS: `${SECRET},short` }],
    ["SESSION_SECRET", { SESSION_SECRET: "short" }],
    ["ADMIN_PASSWORD", { ADMIN_PASSWORD: "1234567" }],
    ["VENUE_TIMEZONE", { VENUE_TIMEZONE: "Mars/Olympus" }],
    ["VENUE_TIMEZONE", { VENUE_TIMEZONE: "+05:00" }],
    ["HOLD_MINUTES", { HOLD_MINUTES: "0" }],
    ["HOLD_MINUTES", { HOLD_MINUTES: "-5" }],
    ["HOLD_MINUTES", { HOLD_MINUTES: "half an hour" }],
    ["RATE_LIMIT_BOOKINGS", { RATE_LIMIT_BOOKINGS: "-1" }],
    ["RATE_LIMIT_BOOKINGS", { RATE_LIMIT_BOOKINGS: "1.5" }],
    ["UNPAID_HOURS_PER_MAILBOX", { UNPAID_HOURS_PER_MAILBOX: "0" }],
    ["UNPAID_HOURS_PER_ADDRESS", { UNPAID_HOURS_PER_ADDRESS: "many" }],
    ["PUBLIC_URL", { PUBLIC_URL: "hub.example" }],
    ["MAX_SOCKETS", { MAX_SOCKETS: "0" }],
    ["MAX_SOCKETS_PER_ADDRESS", { MAX_SOCKETS_PER_ADDRESS: "-1" }],
    ["METRICS_TOKEN", { METRICS_TOKEN: "short" }],
    ["EMBED_ORIGINS", { EMBED_ORIGINS: "https://venue.example,venue.example" }],
    ["SIMULATED_PAYMENTS", { SIMULATED_PAYMENTS: "yes" }],
    ["SMTP_URL", { SMTP_URL: "mail.example:25" }],
    ["GRAPH_SENDER", { ...GRAPH, GRAPH_SENDER: "the hub" }],
    ["LOG_SIGNING_KEY", { LOG_SIGNING_KEY: VKEY }],
    ["LOG_WITNESS_KEYS", { LOG_WITNESS_KEYS: `${VKEY},someone` }],
    ["LOG_LEVEL", { LOG_LEVEL: "loud" }],
    ["TRUSTED_PROXIES", { TRUSTED_PROXIES: "all" }],
    ["WEBHOOK_ALLOW", { WEBHOOK_ALLOW: "10.0.0.0/8" }],
    ["STRIPE_API_BASE", { ...TEST_STRIPE, STRIPE_API_BASE: "127.0.0.1:12111" }],
    ["STRIPE_API_BASE", { ...TEST_STRIPE, STRIPE_API_BASE: "http://127.0.0.1:12111/v1" }],
    // With real money, only Stripe is called; without keys no server is called.
    ["STRIPE_API_BASE", { ...TEST_STRIPE, STRIPE_SECRET_KEY: "sk_live_1", STRIPE_API_BASE: SERVER_OF_OURS }],
    ["STRIPE_API_BASE", { STRIPE_API_BASE: SERVER_OF_OURS }],
  ])("%s in %o", (variable, env) => {
    expect(problemsOf(env)).toEqual([variable]);
  });

  it.each([[STRIPE], [GRAPH]])("each missing variable of a set that belongs together: %o", (group) => {
    for (const left of Object.keys(group)) {
      const missing = Object.keys(group).filter((name) => name !== left);
      expect(problemsOf({ [left]: "x@example.org" })).toEqual(missing);
    }
  });
});

it("names every problem at once, without repeating values", () => {
  const result = readConfig({
    PORT: "no",
    HOLD_MINUTES: "0",
    SESSION_SECRET: "hunter2",
    STRIPE_SECRET_KEY: "sk_live_1",
  });
  const text = result.ok ? "" : describeProblems(result.problems);
  expect(text).toBe(`The configuration is not usable:
  PORT must be a port number between 1 and 65535
  SESSION_SECRET must have at least 32 characters
  HOLD_MINUTES must be a number of minutes above 0, at most 1440
  STRIPE_PUBLISHABLE_KEY is required with STRIPE_SECRET_KEY
  STRIPE_WEBHOOK_SECRET is required with STRIPE_SECRET_KEY`);
});
