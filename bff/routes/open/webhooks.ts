/** The calls by which admins make, change, try, replay and end webhooks, and read what became of each delivery. */
import type { IncomingMessage } from "node:http";
import { z } from "zod";
import { ADMINS } from "../../../core/staff/staff.ts";
import {
  countTrouble,
  findDelivery,
  listDeliveries,
  makeTestDelivery,
} from "../../../core/webhook/deliveries.ts";
import {
  changeWebhook,
  endWebhook,
  makeWebhook,
  replayWebhook,
  rotateSecret,
} from "../../../core/webhook/handle.ts";
import { listWebhooks } from "../../../core/webhook/webhook-rows.ts";
import { addJobs } from "../../../projections/engine/wake-followers.ts";
import { WEBHOOK_JOB } from "../../../projections/open/webhook-tasks.ts";
import { staffNames } from "../../../projections/views/staff.ts";
import { staffCalls, staffMeta } from "../../access/staff-access.ts";
import type { App, Bff } from "../../context.ts";
import {
  DELIVERIES_PAGE,
  Deliveries,
  DeliveriesQuery,
  Delivery,
  NewWebhook,
  Replay,
  Webhook,
  WebhookChanges,
  WebhookWithSecret,
} from "../../contract/open/webhooks.ts";
import { answerCreated, answerWritten, problem } from "../../http/answers.ts";
import { ById, FORM_PROBLEMS, json, jsonAnswer, jsonAnswerOfWrite, jsonBody } from "../../http/openapi.ts";
import { deliveryJson, fromOf, webhookJson } from "../../wire/open/webhook-json.ts";

export function venueWebhookRoutes(app: App, bff: Bff): void {
  const { core, reads, webhookAllow } = bff;
  const admins = staffCalls(bff, "Webhooks", ADMINS);

  app.openapi(
    admins.get("/api/webhooks", {
      summary: "Every webhook that has not ended, the newest first",
      description: "For admins. Their secrets are not answered.",
      responses: { 200: jsonAnswer("The webhooks", z.array(Webhook)) },
    }),
    async (c) => c.json(await webhooksJson(), 200),
  );

  app.openapi(
    admins.post("/api/webhooks", {
      summary: "Tell an address of what happens to bookings",
      description:
        "For admins. The answer has the secret that signs every delivery, and no later one does. It is told of what happens from now on.",
      request: jsonBody(NewWebhook),
      responses: { 201: jsonAnswerOfWrite("The webhook", WebhookWithSecret) },
      problems: [...FORM_PROBLEMS, "InvalidWebhook"],
    }),
    async (c) => {
      const { id, role } = c.get("staff");
      const by = { id, role, meta: staffMeta(c) };
      await untilTold(c.env.incoming);
      const outcome = await makeWebhook(core, c.req.valid("json"), by, webhookAllow);
      return answerCreated(c, outcome, async (made) => ({
        ...(await oneWebhook(made.id)),
        secret: made.secret,
      }));
    },
  );

  app.openapi(
    admins.get("/api/webhooks/{id}", {
      summary: "One webhook",
      request: { params: ById },
      responses: { 200: jsonAnswer("The webhook", Webhook) },
      problems: ["WebhookNotFound"],
    }),
    async (c) => {
      const [webhook] = await webhooksJson(c.req.valid("param").id);
      return webhook ? c.json(webhook, 200) : problem(c, "WebhookNotFound");
    },
  );

  app.openapi(
    admins.patch("/api/webhooks/{id}", {
      summary: "Change a webhook; what is absent stays",
      description: "For admins. What waits is sent to the new address.",
      request: { params: ById, ...jsonBody(WebhookChanges) },
      responses: { 200: jsonAnswerOfWrite("The webhook", Webhook) },
      problems: [...FORM_PROBLEMS, "InvalidWebhook", "WebhookNotFound", "ConcurrentChange"],
    }),
    async (c) => {
      const { id, role } = c.get("staff");
      const by = { id, role, meta: staffMeta(c) };
      const webhookId = c.req.valid("param").id;
      const changes = c.req.valid("json");
      if (changes.active) await untilTold(c.env.incoming);
      const outcome = await changeWebhook(core, webhookId, changes, by, webhookAllow);
      if (outcome.ok) await addJobs(core.sql, [WEBHOOK_JOB]);
      return answerWritten(c, outcome, (changed) => oneWebhook(changed.id));
    },
  );

  app.openapi(
    admins.delete("/api/webhooks/{id}", {
      summary: "End a webhook at once",
      description:
        "For admins. What waits is not sent, and the secrets are deleted. Ending it again changes nothing.",
      request: { params: ById },
      responses: { 200: jsonAnswerOfWrite("Which one has ended", z.object({ id: z.number().int() })) },
      problems: ["WebhookNotFound", "ConcurrentChange"],
    }),
    async (c) => {
      const { id, role } = c.get("staff");
      const outcome = await endWebhook(core, c.req.valid("param").id, { id, role, meta: staffMeta(c) });
      return answerWritten(c, outcome, (ended) => ended);
    },
  );

  app.openapi(
    admins.post("/api/webhooks/{id}/rotate", {
      summary: "Give a webhook another secret",
      description:
        "For admins. The answer has the new secret, and no later one does. For 24 hours the earlier secret signs too, so that the receiver can change over.",
      request: { params: ById },
      responses: { 200: jsonAnswerOfWrite("The webhook", WebhookWithSecret) },
      problems: ["WebhookNotFound", "ConcurrentChange"],
    }),
    async (c) => {
      const { id, role } = c.get("staff");
      const outcome = await rotateSecret(core, c.req.valid("param").id, { id, role, meta: staffMeta(c) });
      return answerWritten(c, outcome, async (rotated) => ({
        ...(await oneWebhook(rotated.id)),
        secret: rotated.secret,
      }));
    },
  );

  app.openapi(
    admins.post("/api/webhooks/{id}/test", {
      summary: "Send a webhook.test to the address now",
      description: "For admins. It is tried once; the deliveries tell what came of it.",
      request: { params: ById },
      responses: { 202: { description: "The delivery", content: json(Delivery) } },
      problems: ["WebhookNotFound", "WebhookNotActive"],
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      const [webhook] = await listWebhooks(core.sql, id);
      if (!webhook) return problem(c, "WebhookNotFound");
      if (!webhook.active) return problem(c, "WebhookNotActive");
      const delivery = await findDelivery(
        core.sql,
        id,
        await makeTestDelivery(core.sql, id, core.clock.now()),
      );
      await addJobs(core.sql, [WEBHOOK_JOB]);
      return delivery ? c.json(deliveryJson(delivery), 202) : problem(c, "WebhookNotFound");
    },
  );

  app.openapi(
    admins.get("/api/webhooks/{id}/deliveries", {
      summary: "What a webhook was told, and what its receiver answered; the newest first",
      description: `For admins. ${DELIVERIES_PAGE} a page, of the last 30 days.`,
      request: { params: ById, query: DeliveriesQuery },
      responses: { 200: jsonAnswer("The deliveries", Deliveries) },
      problems: ["InvalidData", "WebhookNotFound"],
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      const { cursor = null, state } = c.req.valid("query");
      if ((await listWebhooks(core.sql, id)).length === 0) return problem(c, "WebhookNotFound");
      const found = await listDeliveries(core.sql, id, {
        before: cursor,
        limit: DELIVERIES_PAGE + 1,
        only: state,
      });
      const page = found.slice(0, DELIVERIES_PAGE);
      const next = found.length > page.length ? (page.at(-1)?.id ?? null) : null;
      return c.json({ deliveries: page.map(deliveryJson), next }, 200);
    },
  );

  app.openapi(
    admins.post("/api/webhooks/{id}/replay", {
      summary: "Deliver once more from a position or a delivery on",
      description:
        "For admins. Each new delivery keeps the webhook-id of the earlier one, so that a receiver knows what it has had. A full body is written again: an erasure holds.",
      request: { params: ById, ...jsonBody(Replay) },
      responses: { 200: jsonAnswerOfWrite("The webhook", Webhook) },
      problems: [
        ...FORM_PROBLEMS,
        "InvalidWebhook",
        "WebhookNotFound",
        "WebhookNotActive",
        "ConcurrentChange",
      ],
    }),
    async (c) => {
      const { id, role } = c.get("staff");
      const webhookId = c.req.valid("param").id;
      const from = fromOf(c.req.valid("json").from);
      const outcome = await replayWebhook(core, webhookId, from, { id, role, meta: staffMeta(c) });
      if (outcome.ok) await addJobs(core.sql, [WEBHOOK_JOB]);
      return answerWritten(c, outcome, (replayed) => oneWebhook(replayed.id));
    },
  );

  /** What the caller has done before must not be told as new: a webhook begins after the events that are projected. */
  const untilTold = (request: IncomingMessage) =>
    reads.read(request, ["publicEvents"], async () => undefined);

  /** The rows are written with the events. */
  async function oneWebhook(id: number): Promise<Webhook> {
    const [webhook] = await webhooksJson(id);
    if (!webhook) throw new Error(`Webhook ${id} has no row`);
    return webhook;
  }

  async function webhooksJson(id?: number): Promise<Webhook[]> {
    const webhooks = await listWebhooks(core.sql, id);
    const [names, trouble] = await Promise.all([
      staffNames(core.sql, [...new Set(webhooks.map(({ madeBy }) => madeBy))]),
      countTrouble(core.sql),
    ]);
    const now = core.clock.now();
    return webhooks.map((webhook) => webhookJson(webhook, { names, trouble: trouble.get(webhook.id), now }));
  }
}
