/** Serves the browser's calls to the simulated Stripe, as Stripe's elements would make them; the intent's client secret is the only key. */
import { Hono } from "hono";
import { newId } from "./identifiers.ts";
import { changeLedger } from "./ledger.ts";
import { ConfirmInBrowser, RetrieveInBrowser, readBody, readQuery } from "./parameters.ts";
import { confirmInBrowser, retrieveIntent } from "./payment-intents.ts";
import { errorAnswer, limits, type ServerOptions } from "./server.ts";
import { publicIntent } from "./stripe-objects.ts";
import { type StripeErrorBody, unrecognizedUrl } from "./stripe-refusal.ts";

/**
 * Routes to mount under `/simulated-stripe/v1` of the product's own site (decision 50): `GET
 * /payment_intents/:id?client_secret=…`, and `POST /payment_intents/:id/confirm` with `client_secret` and a card
 * (`payment_method_data`), or with `simulated_authentication=succeed|fail` if the intent asks for a confirmation step. A
 * declined card is a 402. Only brand, last four digits and expiry of a card are stored.
 */
export function stripeBrowserRoutes(options: Omit<ServerOptions, "secretKey">): Hono {
  const { sql, clock, logger, notify } = options;
  const routes = new Hono();

  routes.use(async (c, next) => {
    c.header("Cache-Control", "no-store");
    await next();
  });

  routes.use(limits);

  routes.get("/payment_intents/:id", async (c) => {
    const secret = readQuery(c, RetrieveInBrowser);
    return c.json(publicIntent(await retrieveIntent(sql, secret, c.req.param("id"))));
  });

  routes.post("/payment_intents/:id/confirm", async (c) => {
    const params = await readBody(c, ConfirmInBrowser);
    const requestId = newId("req");
    const change = { requestId, now: clock.now(), notify };
    const answer = await changeLedger(sql, change, async (ledger) => {
      const { intent, failure } = await confirmInBrowser(ledger, params, c.req.param("id"));
      return failure
        ? { status: 402, body: { error: shownToBrowser(failure) } }
        : { status: 200, body: publicIntent(intent) };
    });
    options.onCommitted();
    c.header("Request-Id", requestId);
    return c.json(answer.body, answer.status);
  });

  routes.all("*", (c) => {
    throw unrecognizedUrl(c.req.method, c.req.path);
  });
  routes.onError((error, c) => errorAnswer(error, c, logger, shownToBrowser));
  return routes;
}

function shownToBrowser(error: StripeErrorBody): object {
  return error.payment_intent ? { ...error, payment_intent: publicIntent(error.payment_intent) } : error;
}
