/** Owns what every route is given. */
import type { Hono } from "hono";
import type { Core } from "../core/context.ts";
import type { MailOffice } from "../core/mail/mail-office.ts";
import type { PaymentGateway } from "../core/payment/gateway.ts";
import type { Logger } from "../core/platform/logger.ts";
import type { AnswerMemory } from "./answer-memory.ts";
import type { Metrics } from "./metrics.ts";
import type { Projected } from "./projected.ts";
import type { RateLimits } from "./rate-limits.ts";
import type { SecurityHeaders } from "./security-headers.ts";
import type { Sessions } from "./sessions.ts";
import type { WebFiles } from "./web-files.ts";

export interface Bff {
  core: Core;
  gateway: PaymentGateway;
  mail: MailOffice;
  logger: Logger;
  projected: Projected;
  answers: AnswerMemory;
  limits: RateLimits;
  sessions: Sessions;
  metrics: Metrics;
  security: SecurityHeaders;
  /** Where visitors reach the product; never ends in a slash. */
  publicUrl: string;
  /** The simulated provider's browser side; null with Stripe's keys. */
  simulatedStripe: Hono | null;
  /** Null when the web has not been built: the API is served all the same. */
  web: WebFiles | null;
  /** Why requests should go elsewhere for now; empty when they need not. */
  unreadiness(): Promise<string[]>;
}
