/** The payment provider's call to us, an equal source of truth about money (decisions 55, 56). */
import { z } from "zod";
import { InvalidSignature, MalformedWebhook } from "../../../core/payment/gateway.ts";
import { recordWebhook } from "../../../core/payment/webhooks.ts";
import type { App, Bff } from "../../context.ts";
import { problem } from "../../http/answers.ts";
import { calls, jsonAnswer } from "../../http/openapi.ts";

export const WEBHOOK_PATH = "/api/stripe/webhook";

const visitors = calls("Payment");

export function webhookRoutes(app: App, { core, gateway, logger }: Bff): void {
  app.openapi(
    visitors.post(WEBHOOK_PATH, {
      summary: "Stripe's webhook",
      description:
        "Accepts Stripe's events, in any order and any number of times; each is recorded once. Stripe repeats an event that is not answered with 200.",
      request: {
        headers: z.object({
          "stripe-signature": z.string().optional().meta({ description: "Signs the raw body" }),
        }),
        body: { description: "A Stripe event, as Stripe sends it", content: { "application/json": {} } },
      },
      responses: { 200: jsonAnswer("Accepted", z.object({ received: z.literal(true) })) },
      problems: ["InvalidSignature", "InvalidData", "BodyTooLarge", "PaymentProviderUnavailable"],
    }),
    async (c) => {
      try {
        const webhook = await gateway.readWebhook(await c.req.text(), c.req.header("stripe-signature") ?? "");
        if (webhook && (await recordWebhook(core, gateway, webhook)) === "another-booking") {
          const { kind, eventId } = webhook;
          logger.warn({ kind, eventId }, "a webhook is about a booking that does not exist here");
        }
        return c.json({ received: true as const }, 200);
      } catch (error) {
        if (error instanceof InvalidSignature) return problem(c, "InvalidSignature");
        if (error instanceof MalformedWebhook) return problem(c, "InvalidData");
        throw error;
      }
    },
  );
}
