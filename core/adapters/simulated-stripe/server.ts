/** Owns the REST shape that the Stripe SDK speaks to: routes, key check, request ids, idempotency headers and error bodies. */
import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { z } from "zod";
import type { Clock } from "../../platform/clock.ts";
import type { Sql } from "../../platform/database.ts";
import type { Logger } from "../../platform/logger.ts";
import { closeDispute, retrieveDispute, updateDispute } from "./disputes.ts";
import { readForm } from "./form-encoding.ts";
import { isSameSecret, newId } from "./identifiers.ts";
import { type Answer, changeLedger, type Ledger } from "./ledger.ts";
import { listDisputes, listEvents, listIntents, listRefunds } from "./lists.ts";
import {
  CancelIntent,
  ConfirmIntent,
  CreateIntent,
  CreateRefund,
  ListDisputes,
  ListEvents,
  ListIntents,
  ListRefunds,
  Nothing,
  readParameters,
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
import { readBody } from "./request-body.ts";
import { type StripeErrorBody, StripeRefusal, unrecognizedUrl } from "./stripe-refusal.ts";

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

type Env = { Variables: { requestId: string } };

/** The account's side of Stripe: every request needs the secret key. */
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

  function read<S extends z.ZodType>(
    path: string,
    schema: S,
    run: (params: z.output<S>, id: string) => Promise<object>,
  ): void {
    api.get(path, async (c) => {
      const query = readForm(new URL(c.req.url).searchParams);
      return c.json(await run(readParameters(schema, query), c.req.param("id") ?? ""));
    });
  }

  function write<S extends z.ZodType>(
    path: string,
    schema: S,
    run: (ledger: Ledger, params: z.output<S>, id: string) => Promise<Answer>,
  ): void {
    api.post(path, async (c) => {
      const parameters = await readBody(c);
      const params = readParameters(schema, parameters);
      const key = c.req.header("idempotency-key");
      const change = {
        requestId: c.get("requestId"),
        now: clock.now(),
        notify: options.notify,
        ...(key ? { idempotency: { key, method: "POST", path: c.req.path, parameters } } : {}),
      };
      const { status, body, replayOf } = await changeLedger(sql, change, (ledger) =>
        run(ledger, params, c.req.param("id") ?? ""),
      );
      options.onCommitted();
      if (key) c.header("Idempotency-Key", key);
      if (replayOf) {
        c.header("Idempotent-Replayed", "true");
        c.header("Original-Request", replayOf);
      }
      return c.json(body, status);
    });
  }

  write("/v1/payment_intents", CreateIntent, async (ledger, params) =>
    intentAnswer(await createIntent(ledger, params)),
  );
  write("/v1/payment_intents/:id/confirm", ConfirmIntent, async (ledger, params, id) =>
    intentAnswer(await confirmIntent(ledger, id, params)),
  );
  write("/v1/payment_intents/:id/cancel", CancelIntent, async (ledger, params, id) =>
    intentAnswer(await cancelIntent(ledger, id, params.cancellation_reason ?? null)),
  );
  write("/v1/refunds", CreateRefund, async (ledger, params) => ({
    status: 200,
    body: await createRefund(ledger, params),
  }));

  write("/v1/disputes/:id", UpdateDispute, async (ledger, params, id) => ({
    status: 200,
    body: await updateDispute(ledger, id, params),
  }));
  write("/v1/disputes/:id/close", Nothing, async (ledger, _params, id) => ({
    status: 200,
    body: await closeDispute(ledger, id),
  }));

  read("/v1/payment_intents", ListIntents, (params) => listIntents(sql, params));
  read("/v1/payment_intents/:id", Nothing, (_params, id) => retrieveIntent(sql, id));
  read("/v1/refunds", ListRefunds, (params) => listRefunds(sql, params));
  read("/v1/refunds/:id", Nothing, (_params, id) => retrieveRefund(sql, id));
  read("/v1/charges/:id", Nothing, (_params, id) => retrieveCharge(sql, id));
  read("/v1/disputes", ListDisputes, (params) => listDisputes(sql, params));
  read("/v1/disputes/:id", Nothing, (_params, id) => retrieveDispute(sql, id));
  read("/v1/events", ListEvents, (params) => listEvents(sql, params));

  api.notFound((c) => {
    throw unrecognizedUrl(c.req.method, c.req.path);
  });
  api.onError((error, c) => errorAnswer(error, c, logger));
  return api;
}

function intentAnswer({ intent, failure }: IntentOutcome): Answer {
  return failure ? { status: 402, body: { error: failure } } : { status: 200, body: intent };
}

/** Answers a refusal in Stripe's shape; anything else is a fault of the simulator, logged and answered as Stripe's 500. */
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
    message: "The simulated Stripe failed; its log says why.",
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
