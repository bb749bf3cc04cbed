/** Scenarios of what is open to other programs: an admin makes tokens and webhooks for them, and they read what happened. */
import type { z } from "zod";
import type { PublicEvents } from "../../../bff/contract/open/events.ts";
import type { MadeToken } from "../../../bff/contract/open/tokens.ts";
import type { Delivery, Webhook } from "../../../bff/contract/open/webhooks.ts";
import type { HttpClient } from "./client/http-client.ts";
import type { Scenario, ScenarioContext } from "./scenario.ts";
import type { Colleague } from "./staff-session.ts";

const LAST_DAY = "2199-12-31";
const EVENTS = "GET /api/events";
const MOST_PAGES = 3;
const PAGE = 20;
/** A venue has at most 20 webhooks, and faults keep the traffic from ending some. */
const MOST_LEFT = 10;

/** Scenarios of sites that show a room of the venue. */
export const otherSites: readonly Scenario[] = [
  {
    name: "opens another site that shows a room",
    weight: 1,
    operations: ["GET /api/embed", "GET /api/embed/{slug}"],
    async run({ client, world }) {
      await client.call("GET /api/embed", { query: { back: "https://elsewhere.example/" } });
      if (world.rooms.length === 0) return;
      await client.call("GET /api/embed/{slug}", { params: { slug: client.random.pick(world.rooms).slug } });
    },
  },
];

/** Scenarios of admins. */
export const programs: readonly Scenario<Colleague>[] = [
  {
    name: "makes a token for a program that reads what happened, and ends it",
    weight: 1,
    operations: ["POST /api/tokens", "GET /api/tokens", EVENTS, "DELETE /api/tokens/{id}"],
    async run({ client }) {
      const body = { name: "Bookkeeper", scopes: ["events:read"], expiresOn: LAST_DAY };
      const made = await client.call<MadeToken>("POST /api/tokens", { body });
      await client.call("GET /api/tokens");
      if (!made.ok) return;
      const program = client.openSecondSession();
      program.setToken(made.body.token);
      await readEvents(program);
      await client.call("DELETE /api/tokens/{id}", { params: { id: made.body.id }, repeatable: true });
      await program.call(EVENTS);
    },
  },
  {
    name: "makes a webhook, changes and replays it, and ends it",
    weight: 1,
    operations: [
      "POST /api/webhooks",
      "GET /api/webhooks",
      "GET /api/webhooks/{id}",
      "PATCH /api/webhooks/{id}",
      "POST /api/webhooks/{id}/rotate",
      "POST /api/webhooks/{id}/test",
      "POST /api/webhooks/{id}/replay",
      "GET /api/webhooks/{id}/deliveries",
      "DELETE /api/webhooks/{id}",
    ],
    async run(who) {
      const { client, world } = who;
      const params = await makeWebhook(who, world.receiver.url);
      if (!params) return;
      const body = { events: ["booking.created", "booking.cancelled"], body: "full" };
      await client.call("PATCH /api/webhooks/{id}", { params, body });
      await client.call("POST /api/webhooks/{id}/rotate", { params });
      await client.call("POST /api/webhooks/{id}/test", { params });
      const read = await client.call<{ deliveries: Delivery[] }>("GET /api/webhooks/{id}/deliveries", {
        params,
      });
      const told = read.ok ? read.body.deliveries.find(({ position }) => position !== null) : undefined;
      await client.call("POST /api/webhooks/{id}/replay", { params, body: { from: told?.id ?? 0 } });
      await client.call("GET /api/webhooks/{id}", { params });
      await client.call("DELETE /api/webhooks/{id}", { params, repeatable: true });
      await endLeftOvers(client);
    },
  },
  {
    name: "makes a webhook whose receiver is gone, and ends it",
    weight: 0.5,
    operations: ["POST /api/webhooks", "POST /api/webhooks/{id}/test", "DELETE /api/webhooks/{id}"],
    async run(who) {
      const { client, world } = who;
      const params = await makeWebhook(who, world.receiver.goneUrl);
      if (!params) return;
      await client.call("POST /api/webhooks/{id}/test", { params });
      await client.call("GET /api/webhooks/{id}", { params });
      await client.call("DELETE /api/webhooks/{id}", { params, repeatable: true });
    },
  },
];

async function makeWebhook({ client }: ScenarioContext, url: string): Promise<{ id: number } | null> {
  const made = await client.call<Webhook>("POST /api/webhooks", { body: { url, events: ["*"] } });
  return made.ok ? { id: made.body.id } : null;
}

async function endLeftOvers(client: HttpClient): Promise<void> {
  const left = await client.call<Webhook[]>("GET /api/webhooks");
  if (!left.ok || left.body.length <= MOST_LEFT) return;
  for (const { id } of left.body)
    await client.call("DELETE /api/webhooks/{id}", { params: { id }, repeatable: true });
}

/** From the log's beginning, a few pages. */
async function readEvents(program: HttpClient): Promise<void> {
  let after = 0;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page = await program.call<z.infer<typeof PublicEvents>>(EVENTS, {
      query: { after, limit: PAGE },
    });
    if (!page.ok || page.body.next === after) return;
    after = page.body.next;
  }
}
