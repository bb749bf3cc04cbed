/** Serves the REST API that the Stripe SDK calls: routes, key check, request ids, idempotency headers and error bodies. */
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Clock } from "../../platform/clock.ts";
import type { Sql } from "../../platform/database.ts";
import type { Logger } from "../../platform/logger.ts";
import { closeDispute, retrieveDispute, updateDispute } from "./disputes.ts";
import { isSameSecret, newId } from "./identifiers.ts";
import { type Answer, changeLedger, type Ledger } from "./ledger.ts";
import { listDisputes, listEvents, listIntents, listRefunds } from "./lists.ts";
import {
  body,
  CancelIntent,
  ConfirmIntent,
  CreateIntent,
  CreateRefund,
  ListEvents,
  ListIntents,
  ListOfPayment,
  Nothing,
  query,
  UpdateDispute,
} from "./parameters.ts";
import {
  cancelIntent,
  confirmIntent,
  createIntent,
  type IntentOutcome,
  retrieveIntent,
} from "./payment-intents.ts";
import { createRefund, retrieveCharge, retrieveRefund } from "./refunds.ts";
import { invalidRequest, type StripeErrorBody, StripeRefusal, unrecognizedUrl } from "./stripe-refusal.ts";

export interface ServerOptions {
  sql: Sql;
  clock: Clock;
  logger: Logger;
  secretKey: string;
  /** Whether webhooks are sent at all. */
  notify: boolean;
  /** Called after each committed change. */
  onCommitted: () => void;
}

/** Far more than any request here needs. */
const MAX_BODY_BYTES = 64 * 1024;

const limitBody = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError() {
    throw invalidRequest("The request body is too large.");
  },
});

/** Refuses requests that are larger than any real one, or that name an id that a database cannot store. */
export const limits = createMiddleware((c, next) => {
  if (c.req.path.includes("\0")) throw unrecognizedUrl(c.req.method, c.req.path);
  return limitBody(c, next);
});

type Env = { Variables: { requestId: string } };

/** The account's API of Stripe: every request needs the secret key. */
export function stripeApi(options: ServerOptions): Hono<Env> {
  const { sql, clock, logger } = options;
  const api = new Hono<Env>();

  api.use(async (c, next) => {
    const requestId = newId("req");
    c.set("requestId", requestId);
    c.header("Request-Id", requestId);
    const version = c.req.header("stripe-version");
    if (version) c.header("Stripe-Version", version);
    requireKey(c.req.header("authorization"), options.secretKey);
    await next();
  });
  api.use(limits);

  async function write<Params extends object>(
    c: Context<Env>,
    parameters: Params,
    run: (ledger: Ledger, params: Params) => Promise<Answer>,
  ): Promise<Response> {
    const key = c.req.header("idempotency-key");
    const change = {
      requestId: c.get("requestId"),
      now: clock.now(),
      notify: options.notify,
      ...(key ? { idempotency: { key, method: "POST", path: c.req.path, parameters } } : {}),
    };
    const { status, body, replayOf } = await changeLedger(sql, change, (ledger) => run(ledger, parameters));
    options.onCommitted();
    if (key) c.header("Idempotency-Key", key);
    if (replayOf) {
      c.header("Idempotent-Replayed", "true");
      c.header("Original-Request", replayOf);
    }
    return c.json(body, status);
  }

  api.post("/v1/payment_intents", body(CreateIntent), (c) =>
    write(c, c.req.valid("form"), async (ledger, params) => intentAnswer(await createIntent(ledger, params))),
  );
  api.post("/v1/payment_intents/:id/confirm", body(ConfirmIntent), (c) =>
    write(c, c.req.valid("form"), async (ledger, params) =>
      intentAnswer(await confirmIntent(ledger, c.req.param("id"), params)),
    ),
  );
  api.post("/v1/payment_intents/:id/cancel", body(CancelIntent), (c) =>
    write(c, c.req.valid("form"), async (ledger, params) =>
      intentAnswer(await cancelIntent(ledger, c.req.param("id"), params.cancellation_reason ?? null)),
    ),
  );
  api.post("/v1/refunds", body(CreateRefund), (c) =>
    write(c, c.req.valid("form"), async (ledger, params) => done(await createRefund(ledger, params))),
  );
  api.post("/v1/disputes/:id", body(UpdateDispute), (c) =>
    write(c, c.req.valid("form"), async (ledger, params) =>
      done(await updateDispute(ledger, c.req.param("id"), params)),
    ),
  );
  api.post("/v1/disputes/:id/close", body(Nothing), (c) =>
    write(c, c.req.valid("form"), async (ledger) => done(await closeDispute(ledger, c.req.param("id")))),
  );

  const nothing = query(Nothing);
  api.get("/v1/payment_intents", query(ListIntents), async (c) =>
    c.json(await listIntents(sql, c.req.valid("query"))),
  );
  api.get("/v1/payment_intents/:id", nothing, async (c) =>
    c.json(await retrieveIntent(sql, c.req.param("id"))),
  );
  api.get("/v1/refunds", query(ListOfPayment), async (c) =>
    c.json(await listRefunds(sql, c.req.valid("query"))),
  );
  api.get("/v1/refunds/:id", nothing, async (c) => c.json(await retrieveRefund(sql, c.req.param("id"))));
  api.get("/v1/charges/:id", nothing, async (c) => c.json(await retrieveCharge(sql, c.req.param("id"))));
  api.get("/v1/disputes", query(ListOfPayment), async (c) =>
    c.json(await listDisputes(sql, c.req.valid("query"))),
  );
  api.get("/v1/disputes/:id", nothing, async (c) => c.json(await retrieveDispute(sql, c.req.param("id"))));
  api.get("/v1/events", query(ListEvents), async (c) => c.json(await listEvents(sql, c.req.valid("query"))));

  api.notFound((c) => {
    throw unrecognizedUrl(c.req.method, c.req.path);
  });
  api.onError((error, c) => errorAnswer(error, c, logger));
  return api;
}

const done = (body: object): Answer => ({ status: 200, body });

function intentAnswer({ intent, failure }: IntentOutcome): Answer {
  return failure ? { status: 402, body: { error: failure } } : { status: 200, body: intent };
}

/** Answers a refusal in Stripe's shape; any other error is a fault of the simulator, which is logged and answered as Stripe's 500. */
export function errorAnswer(
  error: Error,
  c: Context,
  logger: Logger,
  show: (body: StripeErrorBody) => object = (body) => body,
): Response {
  // The body could not be parsed; that happens before any parameter is checked.
  if (error instanceof HTTPException)
    return errorAnswer(invalidRequest("Invalid JSON in the request body."), c, logger);
  if (error instanceof StripeRefusal) {
    return c.json({ error: show(error.body) }, error.status satisfies ContentfulStatusCode);
  }
  logger.error({ err: error, path: c.req.path }, "the simulated Stripe failed");
  const body: StripeErrorBody = {
    type: "api_error",
    message: "The simulated Stripe failed; see the server log.",
  };
  return c.json({ error: body }, 500);
}

function requireKey(authorization: string | undefined, secretKey: string): void {
  const given = /^Bearer (\S+)$/.exec(authorization ?? "")?.[1];
  if (given !== undefined && isSameSecret(given, secretKey)) return;
  throw new StripeRefusal(401, {
    type: "invalid_request_error",
    message:
      given === undefined
        ? "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth."
        : `Invalid API Key provided: ${given.slice(0, 8)}****${given.slice(-4)}`,
  });
}
