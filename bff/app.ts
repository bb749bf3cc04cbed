/** Builds the app: the order in which a request passes the cached responses, its id and safety headers, the routes, and the errors. */
import type { createAdaptorServer, HttpBindings } from "@hono/node-server";
import { OpenAPIHono } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { routePath } from "hono/route";
import { PhotosBusy } from "../core/adapters/pictures/prepare-photo.ts";
import { isUnreadable } from "../core/log/stream.ts";
import { GatewayUnavailable } from "../core/payment/gateway.ts";
import { isDatabaseUnavailable, LockTimeout } from "../core/platform/database/database-errors.ts";
import { PasswordsBusy } from "../core/platform/secrets/passwords.ts";
import { OtherVenueZone } from "../core/venue/time/zone-name.ts";
import { openReadsToEmbeds } from "./access/embedding.ts";
import type { App, Bff } from "./context.ts";
import { pictureFieldOf } from "./contract/venue/photo-upload.ts";
import { type ProblemResponse, problem } from "./http/answers.ts";
import { isUnread, readMissingBodyAsEmpty } from "./http/body/request-body.ts";
import type { BffContext, BffEnv } from "./http/hono-env.ts";
import { hasTwoHosts, REQUEST_ID_HEADER, requestIdOf } from "./http/request-headers.ts";
import { refuseInvalid } from "./http/validation.ts";
import { ViewBehind } from "./live/view-reads.ts";
import { analyticsRoutes } from "./routes/analytics/analytics.ts";
import { analyticsFileRoutes } from "./routes/analytics/analytics-files.ts";
import { auditRoutes } from "./routes/auditor/audit.ts";
import { billingAccountRoutes } from "./routes/customer/billing-account.ts";
import { customerAccountRoutes } from "./routes/customer/customer-accounts.ts";
import { feedbackRoutes } from "./routes/customer/feedback.ts";
import { heldBookingRoutes } from "./routes/customer/held-bookings.ts";
import { invoiceLinkRoutes } from "./routes/customer/invoice-links.ts";
import { loyaltyRoutes } from "./routes/customer/loyalty.ts";
import { ownCustomerAccountRoutes } from "./routes/customer/own-account.ts";
import { ownBookingRoutes } from "./routes/customer/own-bookings.ts";
import { ownDataRoutes } from "./routes/customer/own-data.ts";
import { reviewRoutes } from "./routes/customer/reviews.ts";
import { seriesChangeRoutes } from "./routes/customer/series-changes.ts";
import { sharedVisitRoutes } from "./routes/customer/shared-visits.ts";
import { documentationRoutes } from "./routes/documentation/documentation.ts";
import { calendarRoutes } from "./routes/open/calendar.ts";
import { embedRoutes } from "./routes/open/embed.ts";
import { publicEventRoutes } from "./routes/open/events.ts";
import { feedRoutes } from "./routes/open/feeds.ts";
import { importRoutes } from "./routes/open/imports.ts";
import { tokenRoutes } from "./routes/open/tokens.ts";
import { venueWebhookRoutes } from "./routes/open/webhooks.ts";
import { ownStaffAccountRoutes } from "./routes/staff/accounts/own-account.ts";
import { secondFactorRoutes } from "./routes/staff/accounts/second-factor.ts";
import { staffAccountRoutes } from "./routes/staff/accounts/staff-accounts.ts";
import { staffLoginRoutes } from "./routes/staff/accounts/staff-login.ts";
import { accountRoutes } from "./routes/staff/billing/accounts.ts";
import { invoiceRoutes } from "./routes/staff/billing/invoices.ts";
import { paymentsFileRoutes } from "./routes/staff/billing/payments-file.ts";
import { boardRoutes } from "./routes/staff/bookings/board.ts";
import { bookingChangeRoutes } from "./routes/staff/bookings/booking-changes.ts";
import { bookingByStaffRoutes } from "./routes/staff/bookings/bookings-by-staff.ts";
import { deskRoutes } from "./routes/staff/bookings/desk.ts";
import { outlookRoutes } from "./routes/staff/bookings/outlook.ts";
import { seriesByStaffRoutes } from "./routes/staff/bookings/series-by-staff.ts";
import { staffBookingRoutes } from "./routes/staff/bookings/staff-bookings.ts";
import { takingsRoutes } from "./routes/staff/bookings/takings.ts";
import { staffWaitlistRoutes } from "./routes/staff/bookings/waitlist.ts";
import { erasureRoutes } from "./routes/staff/erasures.ts";
import { guestRoutes } from "./routes/staff/guest/guests.ts";
import { noteRoutes } from "./routes/staff/guest/notes.ts";
import { staffInquiryRoutes } from "./routes/staff/inquiries.ts";
import { closureRoutes } from "./routes/venue/closures.ts";
import { holidayRoutes } from "./routes/venue/holidays.ts";
import { roomPhotoRoutes } from "./routes/venue/room-photos.ts";
import { settingsRoutes } from "./routes/venue/settings.ts";
import { setupRoutes } from "./routes/venue/setup.ts";
import { bookingRoutes } from "./routes/visitor/bookings.ts";
import { findRoutes } from "./routes/visitor/find.ts";
import { inquiryRoutes } from "./routes/visitor/inquiries.ts";
import { logRoutes } from "./routes/visitor/log.ts";
import { operationsRoutes } from "./routes/visitor/operations.ts";
import { paymentRoutes } from "./routes/visitor/payments.ts";
import { photoRoutes } from "./routes/visitor/photos.ts";
import { respondFromCache, roomRoutes } from "./routes/visitor/rooms.ts";
import { seriesRoutes } from "./routes/visitor/series.ts";
import { publicVenueRoutes } from "./routes/visitor/venue.ts";
import { waitlistRoutes } from "./routes/visitor/waitlist.ts";
import { webRoutes } from "./routes/visitor/web.ts";
import { WEBHOOK_PATH, webhookRoutes } from "./routes/visitor/webhook.ts";

type FetchCallback = Parameters<typeof createAdaptorServer>[0]["fetch"];

const SIMULATED_STRIPE = "/simulated-stripe/v1";

/** The function that the HTTP/1 server calls for each request. */
export function createFetch(bff: Bff): FetchCallback {
  const fromCache = respondFromCache(bff);
  const app = createApp(bff);
  return (request, env) => {
    const bindings = env as HttpBindings; // the other kind is HTTP/2's
    const { incoming, outgoing } = bindings;
    if (hasTwoHosts(incoming)) return app.fetch(request, bindings);
    const ready = openReadsToEmbeds(incoming, outgoing, bff.embedOrigins) ?? fromCache(incoming);
    return ready ?? app.fetch(request, bindings);
  };
}

function createApp(bff: Bff): OpenAPIHono<BffEnv> {
  const app = new OpenAPIHono<BffEnv>({ defaultHook: refuseInvalid() });

  app.use(observe(bff));
  app.use((c, next) => (hasTwoHosts(c.env.incoming) ? Promise.resolve(problem(c, "AmbiguousHost")) : next()));
  app.use("/api/*", bff.securityLog.watch);
  app.use(`${SIMULATED_STRIPE}/*`, bff.bodies.small);
  app.use("/api/*", readMissingBodyAsEmpty);
  readBodiesLast(app, bff);

  roomRoutes(app, bff);
  findRoutes(app, bff);
  bookingRoutes(app, bff);
  seriesRoutes(app, bff);
  waitlistRoutes(app, bff);
  paymentRoutes(app, bff);
  accountRoutes(app, bff);
  invoiceRoutes(app, bff);
  paymentsFileRoutes(app, bff);
  invoiceLinkRoutes(app, bff);
  billingAccountRoutes(app, bff);
  webhookRoutes(app, bff);
  publicVenueRoutes(app, bff);
  settingsRoutes(app, bff);
  setupRoutes(app, bff);
  roomPhotoRoutes(app, bff);
  closureRoutes(app, bff);
  holidayRoutes(app, bff);
  inquiryRoutes(app, bff);
  staffLoginRoutes(app, bff);
  customerAccountRoutes(app, bff);
  ownBookingRoutes(app, bff);
  reviewRoutes(app, bff);
  sharedVisitRoutes(app, bff);
  heldBookingRoutes(app, bff);
  seriesChangeRoutes(app, bff);
  ownCustomerAccountRoutes(app, bff);
  ownDataRoutes(app, bff);
  feedbackRoutes(app, bff);
  loyaltyRoutes(app, bff);
  ownStaffAccountRoutes(app, bff);
  staffAccountRoutes(app, bff);
  secondFactorRoutes(app, bff);
  tokenRoutes(app, bff);
  importRoutes(app, bff);
  publicEventRoutes(app, bff);
  venueWebhookRoutes(app, bff);
  feedRoutes(app, bff);
  calendarRoutes(app, bff);
  embedRoutes(app, bff);
  outlookRoutes(app, bff);
  staffBookingRoutes(app, bff);
  bookingChangeRoutes(app, bff);
  deskRoutes(app, bff);
  takingsRoutes(app, bff);
  boardRoutes(app, bff);
  bookingByStaffRoutes(app, bff);
  seriesByStaffRoutes(app, bff);
  staffWaitlistRoutes(app, bff);
  noteRoutes(app, bff);
  guestRoutes(app, bff);
  staffInquiryRoutes(app, bff);
  erasureRoutes(app, bff);
  analyticsRoutes(app, bff);
  analyticsFileRoutes(app, bff);
  auditRoutes(app, bff);
  documentationRoutes(app, bff);
  operationsRoutes(app, bff);
  logRoutes(app, bff);
  photoRoutes(app, bff);
  if (bff.simulatedStripe) app.route(SIMULATED_STRIPE, bff.simulatedStripe);

  const methodsOf = methodsByPath(app);
  app.all("/api/*", (c) => {
    const methods = methodsOf(c.req.path);
    return methods.length === 0
      ? problem(c, "NotFound")
      : problem(c, "MethodNotAllowed", { headers: { Allow: methods.join(", ") } });
  });
  webRoutes(app, bff);
  app.notFound((c) => problem(c, "NotFound"));
  app.onError((error, c) => errorResponse(error, c, bff));
  return app;
}

/** Checks before a call (access, limits) do not need the body, so it is read after all of them. */
function readBodiesLast(app: App, { bodies }: Bff): void {
  const { openapi } = app;
  app.openapi = (route, ...rest) => {
    if (!route.request?.body) return openapi(route, ...rest);
    const { middleware = [], path } = route;
    const form = route.request.body.content["multipart/form-data"];
    const picture = form && "schema" in form ? pictureFieldOf(form.schema) : undefined;
    const receive = path === WEBHOOK_PATH ? bodies.webhook : picture ? bodies.picture(picture) : bodies.small;
    const before = Array.isArray(middleware) ? middleware : [middleware];
    // The type says which route it is; how its body is read is not part of that.
    return openapi({ ...route, middleware: [...before, receive] } as typeof route, ...rest);
  };
}

/** Gives every request its id and every answer the safety headers, and records both in the server log and the metrics. */
function observe({ logger, metrics, security }: Bff): MiddlewareHandler<BffEnv> {
  const headers = Object.entries(security.api);
  return async (c, next) => {
    const arrived = performance.now();
    const { incoming, outgoing } = c.env;
    const requestId = requestIdOf(incoming);
    c.set("requestId", requestId);
    // Set on Node's own response, which the answer's headers are merged into: adding to the answer's own headers would copy all of them.
    outgoing.setHeader(REQUEST_ID_HEADER, requestId);
    for (const [name, value] of headers) outgoing.setHeader(name, value);
    await next();
    if (isUnread(incoming)) outgoing.setHeader("Connection", "close");
    const { res } = c;
    const milliseconds = performance.now() - arrived;
    const { method } = c.req;
    const route = routePath(c);
    const path = loggable(c.req.path, route);
    metrics.requests(method, route, res.status).observe(milliseconds / 1000);
    const read = method === "GET" || method === "HEAD";
    logger[read && res.status < 400 ? "debug" : "info"](
      { requestId, method, path, route, status: res.status, ms: Math.round(milliseconds * 10) / 10 },
      "request",
    );
  };
}

/** The path in the server log: only what its route says, and numbers. Paths may contain tokens and emails, and anyone may type any text. */
function loggable(path: string, route: string): string {
  const known = new Set(route.split("/"));
  const segments = path
    .split("/")
    .map((segment) => (known.has(segment) || /^\d+$/.test(segment) ? segment : "..."));
  return segments.join("/");
}

/** Answers an exception: an unreachable provider or database, an unreadable body or stream, or a bug, which leaks no details. */
function errorResponse(error: Error, c: BffContext, { logger }: Bff): ProblemResponse {
  const upload = c.get("picture");
  const message = upload ? `Send the ${upload} as multipart/form-data` : undefined;
  if (error instanceof HTTPException && error.status === 400) return problem(c, "MalformedJson", { message });
  if (error instanceof HTTPException && error.status === 415) {
    return problem(c, "UnsupportedMediaType", { message });
  }
  const requestId = c.get("requestId");
  if (isCutOff(c)) {
    // A request that its sender breaks off looks like a lost connection to the database; no client is left to read the answer.
    logger.debug({ requestId }, "a body was cut off by its sender");
    return problem(c, "MalformedJson");
  }
  if (error instanceof GatewayUnavailable) {
    logger.warn({ requestId, err: error }, "the payment provider is not available");
    return problem(c, "PaymentProviderUnavailable");
  }
  if (error instanceof ViewBehind) {
    logger.warn({ requestId, err: error }, "a read was refused because its projection is behind");
    return problem(c, "ViewBehind");
  }
  if (error instanceof PasswordsBusy) {
    logger.warn({ requestId }, "too many passwords wait to be hashed");
    return problem(c, "PasswordsBusy");
  }
  if (error instanceof PhotosBusy) {
    logger.warn({ requestId }, "too many photos wait to be prepared");
    return problem(c, "PhotosBusy");
  }
  if (error instanceof LockTimeout) {
    logger.warn({ requestId, err: error }, "an append waited too long for a lock");
    return problem(c, "LockedTooLong");
  }
  if (error instanceof OtherVenueZone) {
    logger.error({ requestId, err: error }, "the venue was moved into another zone while this process ran");
    return problem(c, "NotReady");
  }
  if (isDatabaseUnavailable(error)) {
    logger.error({ requestId, err: error }, "the database is not available");
    return problem(c, "DatabaseUnavailable");
  }
  if (isUnreadable(error)) {
    logger.error({ requestId, err: error }, "a stream cannot be read by this version");
    return problem(c, "StreamUnreadable");
  }
  logger.error({ requestId, err: error, path: loggable(c.req.path, routePath(c)) }, "a request failed");
  return problem(c, "InternalError");
}

/** Whether the sender disconnected before the whole request arrived. */
const isCutOff = ({ env: { incoming } }: BffContext): boolean => incoming.destroyed && !incoming.complete;

/** The methods that the app's own routes accept at a path. */
function methodsByPath(app: App): (path: string) => string[] {
  const patterns = app.routes
    .filter(({ method, path }) => method !== "ALL" && path.startsWith("/api/") && !path.endsWith("*"))
    .map(({ method, path }) => ({ method, pattern: new RegExp(`^${path.replace(/:[^/]+/g, "[^/]+")}$`) }));
  return (path) => {
    const methods = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    return [...new Set(methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])))];
  };
}
