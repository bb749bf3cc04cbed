/** Runs one BFF: its HTTP server, live sockets and caches over a given core, from the first connection to the last answer. */
import type { Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import type { Hono } from "hono";
import type { MailService } from "../core/adapters/mail/mail-service.ts";
import type { Core } from "../core/context.ts";
import { formatPosition } from "../core/log/position.ts";
import type { PaymentGateway } from "../core/payment/gateway.ts";
import { openPgPool, POOL_MAX } from "../core/platform/database/database.ts";
import { onPrimarySwitch } from "../core/platform/database/primary.ts";
import type { Logger } from "../core/platform/logger.ts";
import type { SessionKeys } from "../core/platform/secrets/keys.ts";
import { followVenue } from "../core/venue/follow-venue.ts";
import type { AllowedAddresses } from "../core/webhook/address.ts";
import { createBookingCookies } from "./access/booking-cookies.ts";
import { createFeedFetches } from "./access/feed-fetches.ts";
import {
  ARRIVAL_LIMITS,
  type ConnectionLimits,
  limitConnections,
  limitPipelinedRequests,
} from "./access/limits/connections.ts";
import { createKnownDevices } from "./access/limits/known-devices.ts";
import { createRateLimits } from "./access/limits/rate-limits.ts";
import { createUncachedReads } from "./access/limits/uncached-reads.ts";
import { createSecurityLog } from "./access/security-log.ts";
import { createSessions } from "./access/sessions.ts";
import { staffSessionOf } from "./access/staff-access.ts";
import { createTickets } from "./access/tickets.ts";
import { createTokenUses } from "./access/token-uses.ts";
import { createFetch } from "./app.ts";
import { createBodies } from "./http/body/request-body.ts";
import { refuseUnparsable } from "./http/body/unparsable-requests.ts";
import { readWebFiles } from "./http/files/web-files.ts";
import { createMetrics } from "./http/metrics.ts";
import { createReadiness } from "./http/readiness.ts";
import { createResponseCache } from "./http/response-cache.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { followEndedSessions } from "./live/ended-sessions.ts";
import { startLiveFeed } from "./live/feed.ts";
import { followReplica } from "./live/replica.ts";
import { createLiveSockets, type SocketLimits } from "./live/sockets.ts";
import { followViews } from "./live/view-positions.ts";
import { createViewReads } from "./live/view-reads.ts";
import { AFTER_PAINT } from "./pages/document.ts";

/** Requests that still run after this long are cut, so that a process ends within 10 s. */
const FINISH_WITHIN_MS = 5_000;

/** Longer than any proxy in front keeps an idle connection, so that none is closed during a request. */
const KEEP_ALIVE_MS = 65_000;

/** A client that reads nothing of an answer for this long is cut off; otherwise the answer would stay in memory without a limit. */
const ANSWER_STANDS_STILL_MS = 60_000;

export interface BffOptions {
  core: Core;
  gateway: PaymentGateway;
  mail: MailService;
  /** The simulated provider's browser side; null with Stripe's keys. */
  simulatedStripe: Hono | null;
  /** The address of the database with the runtime's login. */
  databaseUrl: string;
  /** A streaming replica of it, for reads of projections. */
  readUrl?: string | undefined;
  /** 0 takes any free port. */
  port: number;
  publicUrl: string;
  /** The origins of the sites that may show the booking element; none by default. */
  embedOrigins?: readonly string[];
  /** The keys that sign and check sessions; the same for every process. */
  sessionKeys: SessionKeys;
  /** Hashes addresses and names for the table of limits; the same for every process. */
  addressHash: (text: string) => string;
  rateLimitBookings: number;
  /** Live connections that may be open at a time. */
  maxSockets: SocketLimits;
  /** Connections that may be open at a time; by default, room for all live connections and some others. */
  maxConnections?: ConnectionLimits;
  /** How long a body may take to arrive, in milliseconds; 15 s by default. */
  bodyArrivesWithinMs?: number | undefined;
  /** How long a connection may make no progress in the middle of an answer, in milliseconds; a minute by default. */
  answerStandsStillMs?: number | undefined;
  /** A caller with this token may read the metrics from anywhere; without a token, only callers on the machine itself may. */
  metricsToken: string | undefined;
  trustedProxies: number;
  /** Verifier keys of the witnesses that may countersign the log's heads; none by default. */
  logWitnessKeys?: readonly string[];
  /** Addresses that a webhook may have although they are not public; none by default. */
  webhookAllow?: AllowedAddresses;
  /** The folder of the built web; `dist/web` by default. */
  webFolder?: string;
  logger: Logger;
}

export interface RunningBff {
  port: number;
  /** Accepts no more connections, finishes running requests, closes sockets with 1001. Safe to call twice. */
  stop(): Promise<void>;
}

/** Starts serving. Throws an error for the operator when the port is taken. */
export async function startBff(options: BffOptions): Promise<RunningBff> {
  const { gateway, mail, simulatedStripe, publicUrl, embedOrigins = [], logger } = options;
  const { sql, rooms, clock } = options.core;
  const metrics = createMetrics({ sql, clock, databaseUrl: options.databaseUrl });
  const core: Core = {
    ...options.core,
    afterAppend(position) {
      metrics.commits.inc();
      reads.recordWrite(position);
      options.core.afterAppend(position);
    },
  };
  const web = readWebFiles(options.webFolder);
  const security = securityHeaders(publicUrl, web ? [web.shell, web.home, AFTER_PAINT] : []);
  const cache = createResponseCache({ clock, metrics, headers: security.api });
  const venueNews = await followVenue({ sql, venue: core.venue, onChanged: cache.clear, logger });
  const views = await followViews({ sql, logger });
  const replica =
    options.readUrl === undefined
      ? null
      : await followReplica({ primary: sql, readUrl: options.readUrl, logger });
  if (replica) metrics.watchReplica(replica.status);
  const unheard = onPrimarySwitch((status) =>
    logger.warn(status, "another database server takes the writes now"),
  );
  const reads = createViewReads({ primary: sql, views, replica, onRead: metrics.viewRead, logger });
  views.onMoved("availability", cache.clear);
  const devices = createKnownDevices({ clock, hash: options.addressHash, publicUrl });
  const sessions = createSessions({ clock, keys: options.sessionKeys, publicUrl });
  const sockets = createLiveSockets({
    rooms,
    metrics,
    publicUrl,
    embedOrigins,
    shownPosition: () => formatPosition(views.positionOf("availability")),
    staffSessionOf: (request) => staffSessionOf({ core, sessions }, request),
    limits: options.maxSockets,
    trustedProxies: options.trustedProxies,
  });
  const endedSessions = await followEndedSessions(sql, sockets);
  const feed = startLiveFeed({ sql, core, views, sockets, logger });
  const pgPool = openPgPool(options.databaseUrl, {
    max: POOL_MAX.rateLimits,
    applicationName: "hub rate limits",
    waitsForDisk: false,
  });
  pgPool.on("error", (error) => logger.warn({ err: error }, "a rate limit connection was lost"));

  const limits = createRateLimits({
    pgPool,
    bookingsPerMinute: options.rateLimitBookings,
    trustedProxies: options.trustedProxies,
    hash: options.addressHash,
    devices,
  });

  const feedFetches = createFeedFetches(core, logger);
  const fetch = createFetch({
    core,
    gateway,
    mail,
    logger,
    views,
    reads,
    cache,
    limits,
    uncachedReads: createUncachedReads(),
    bodies: createBodies({ addressOf: limits.addressHashOf, arrivesWithinMs: options.bodyArrivesWithinMs }),
    devices,
    sessions,
    bookingCookies: createBookingCookies({ links: core.links, clock, publicUrl }),
    tickets: createTickets({ clock, keys: options.sessionKeys }),
    tokenUses: createTokenUses(core),
    feedFetches,
    metrics,
    security,
    securityLog: createSecurityLog({
      logger,
      hash: options.addressHash,
      trustedProxies: options.trustedProxies,
    }),
    publicUrl,
    embedOrigins,
    metricsToken: options.metricsToken,
    witnessKeys: options.logWitnessKeys ?? [],
    webhookAllow: options.webhookAllow ?? [],
    simulatedStripe,
    web,
    whyNotReady: createReadiness(sql),
  });
  const server = createAdaptorServer({ fetch, serverOptions: ARRIVAL_LIMITS }) as Server; // HTTP/1: no other createServer is given
  limitConnections(
    server,
    options.maxConnections ?? connectionsFor(options.maxSockets),
    options.trustedProxies,
  );
  limitPipelinedRequests(server);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.timeout = options.answerStandsStillMs ?? ANSWER_STANDS_STILL_MS;
  refuseUnparsable(server);
  sockets.attach(server);

  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopping ??= end();
    return stopping;
  };

  async function end(): Promise<void> {
    await Promise.all([sockets.close(), finish(server)]);
    await feedFetches.stop();
    await endedSessions.stop();
    await feed.stop();
    await venueNews.stop();
    await views.stop();
    await replica?.stop();
    await pgPool.end();
    unheard();
  }

  try {
    const port = await listen(server, options.port);
    return { port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Room for the sockets, and beside them for normal requests. */
const connectionsFor = ({ inAll, perAddress }: SocketLimits): ConnectionLimits => ({
  inAll: inAll + 2_000,
  perAddress: perAddress + 200,
});

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => {
      const taken = "code" in error && error.code === "EADDRINUSE";
      reject(
        taken ? new Error(`Port ${port} is in use. Stop what listens there, or set PORT to another.`) : error,
      );
    });
    server.listen(port, () => {
      const address = server.address();
      resolve(typeof address === "object" ? (address?.port ?? port) : port);
    });
  });
}

function finish(server: Server): Promise<void> {
  return new Promise((resolve) => {
    if (!server.listening) return resolve();
    // Otherwise an idle connection would stay open for its keep-alive time.
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    const cut = setTimeout(() => server.closeAllConnections(), FINISH_WITHIN_MS);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(cut);
      resolve();
    });
  });
}
