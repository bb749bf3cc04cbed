/** The context that every route gets. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Hono } from "hono";
import type { MailService } from "../core/adapters/mail/mail-service.ts";
import type { Core } from "../core/context.ts";
import type { PaymentGateway } from "../core/payment/gateway.ts";
import type { Logger } from "../core/platform/logger.ts";
import type { AllowedAddresses } from "../core/webhook/address.ts";
import type { BookingCookies } from "./access/booking-cookies.ts";
import type { FeedFetches } from "./access/feed-fetches.ts";
import type { KnownDevices } from "./access/limits/known-devices.ts";
import type { RateLimits } from "./access/limits/rate-limits.ts";
import type { UncachedReads } from "./access/limits/uncached-reads.ts";
import type { SecurityLog } from "./access/security-log.ts";
import type { Sessions } from "./access/sessions.ts";
import type { Tickets } from "./access/tickets.ts";
import type { TokenUses } from "./access/token-uses.ts";
import type { Bodies } from "./http/body/request-body.ts";
import type { WebFiles } from "./http/files/web-files.ts";
import type { BffEnv } from "./http/hono-env.ts";
import type { Metrics } from "./http/metrics.ts";
import type { ResponseCache } from "./http/response-cache.ts";
import type { SecurityHeaders } from "./http/security-headers.ts";
import type { ViewPositions } from "./live/view-positions.ts";
import type { ViewReads } from "./live/view-reads.ts";

/** The router, to which each file of routes adds its calls. */
export type App = OpenAPIHono<BffEnv>;

export interface Bff {
  core: Core;
  gateway: PaymentGateway;
  mail: MailService;
  logger: Logger;
  views: ViewPositions;
  /** Where every route reads projections. */
  reads: ViewReads;
  cache: ResponseCache;
  limits: RateLimits;
  uncachedReads: UncachedReads;
  bodies: Bodies;
  devices: KnownDevices;
  sessions: Sessions;
  bookingCookies: BookingCookies;
  tickets: Tickets;
  tokenUses: TokenUses;
  feedFetches: FeedFetches;
  metrics: Metrics;
  security: SecurityHeaders;
  securityLog: SecurityLog;
  /** Where visitors reach the product; never ends in a slash. */
  publicUrl: string;
  /** The origins of the sites that may show the booking element. */
  embedOrigins: readonly string[];
  /** Verifier keys of the witnesses that may countersign the log's heads. */
  witnessKeys: readonly string[];
  /** Addresses that a webhook may have although they are not public. */
  webhookAllow: AllowedAddresses;
  /** The token that gives access to the metrics from other machines. */
  metricsToken: string | undefined;
  /** The simulated provider's browser side; null with Stripe's keys. */
  simulatedStripe: Hono | null;
  /** Null when the web has not been built; the API is served without it. */
  web: WebFiles | null;
  /** Why requests should go to another process for now; empty when they may come here. */
  whyNotReady(): Promise<string[]>;
}
