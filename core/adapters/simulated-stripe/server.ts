/** Serves the REST API that the Stripe SDK calls: routes, key check, request ids, idempotency headers and error bodies. */
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { z } from "zod";
import type { Clock } from "../../platform/clock.ts";
import type { Sql } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/logger.ts";
import { closeDispute, updateDispute } from "./disputes.ts";
import { isSameSecret, newId } from "./identifiers.ts";
import { type Answer, changeLedger, type Ledger } from "./ledger.ts";
import {
  CancelIntent,
  ConfirmIntent,
  CreateIntent,
  CreateRefund,
  ListCharges,
  ListEvents,
  ListIntents,
  ListOfPayment,
  NoParameters,
  readBody,
  readQuery,
  UpdateDispute,
} from "./parameters.ts";
import {
  cancelIntent,
  confirmIntent,
  createIntent,
  type IntentOutcome,
  retrieveIntent,
} from "./payment-intents.ts";
import {
  listCharges,
  listDisputes,
  listEvents,
  listIntents,
  listRefunds,
  retrieveCharge,
  retrieveDispute,
  retrieveRefund,
} from "./reads.ts";
import { createRefund } from "./refunds.ts";
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

  const post = <S extends z.ZodType<object>>(
    path: string,
    schema: S,
    run: (ledger: Ledger, params: z.output<S>, id: string) => Promise<Answer>,
  ) =>
    api.post(path, async (c) => {
      const parameters = await readBody(c, schema);
      const key = c.req.header("idempotency-key");
      const change = {
        requestId: c.get("requestId"),
        now: clock.now(),
        notify: options.notify,
        ...(key ? { idempotency: { key, method: "POST", path: c.req.path, parameters } } : {}),
      };
      const { status, body, replayOf } = await changeLedger(sql, change, (ledger) =>
        run(ledger, parameters, c.req.param("id") ?? ""),
      );
      options.onCommitted();
      if (key) c.header("Idempotency-Key", key);
      if (replayOf) {
        c.header("Idempotent-Replayed", "true");
        c.header("Original-Request", replayOf);
      }
      return c.json(body, status);
    });
  post("/v1/payment_intents", CreateIntent, answerIntent(createIntent));
  post("/v1/payment_intents/:id/confirm", ConfirmIntent, answerIntent(confirmIntent));
  post("/v1/payment_intents/:id/cancel", CancelIntent, answerIntent(cancelIntent));
  post("/v1/refunds", CreateRefund, answerObject(createRefund));
  post("/v1/disputes/:id", UpdateDispute, answerObject(updateDispute));
  post("/v1/disputes/:id/close", NoParameters, answerObject(closeDispute));

  const get = <S extends z.ZodType>(
    path: string,
    schema: S,
    read: (sql: Sql, params: z.output<S>, id: string) => Promise<object>,
  ) => api.get(path, async (c) => c.json(await read(sql, readQuery(c, schema), c.req.param("id") ?? "")));
  get("/v1/payment_intents", ListIntents, listIntents);
  get("/v1/payment_intents/:id", NoParameters, retrieveIntent);
  get("/v1/refunds", ListOfPayment, listRefunds);
  get("/v1/refunds/:id", NoParameters, retrieveRefund);
  get("/v1/charges", ListCharges, listCharges);
  get("/v1/charges/:id", NoParameters, retrieveCharge);
  get("/v1/disputes", ListOfPayment, listDisputes);
  get("/v1/disputes/:id", NoParameters, retrieveDispute);
  get("/v1/events", ListEvents, listEvents);

  api.notFound((c) => {
    throw unrecognizedUrl(c.req.method, c.req.path);
  });
  api.onError((error, c) => errorAnswer(error, c, logger));
  return api;
}

type Run<Params, Result> = (ledger: Ledger, params: Params, id: string) => Promise<Result>;

const answerObject =
  <Params>(run: Run<Params, object>): Run<Params, Answer> =>
  async (...given) => ({ status: 200, body: await run(...given) });

const answerIntent =
  <Params>(run: Run<Params, IntentOutcome>): Run<Params, Answer> =>
  async (...given) => {
    const { intent, failure } = await run(...given);
    return failure ? { status: 402, body: { error: failure } } : { status: 200, body: intent };
  };

/** Answers a refusal in Stripe's shape; any other error is a fault of the simulator, which is logged and answered as Stripe's 500. */
export function errorAnswer(
  error: Error,
  c: Context,
  logger: Logger,
  show: (body: StripeErrorBody) => object = (body) => body,
): Response {
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
