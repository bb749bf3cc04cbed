/** The call by which programs pull what happened to bookings: the bodies that webhooks push, by a cursor (decision 297). */
import { ADMINS } from "../../../core/staff/staff.ts";
import { readPublicEvents } from "../../../projections/open/public-events.ts";
import { thinEvent } from "../../../projections/open/thin-event.ts";
import { staffAndTokenCalls } from "../../access/token-access.ts";
import type { App, Bff } from "../../context.ts";
import { DEFAULT_EVENTS, EventsQuery, PublicEvents } from "../../contract/open/events.ts";
import { jsonAnswer } from "../../http/openapi.ts";

export function publicEventRoutes(app: App, bff: Bff): void {
  const programs = staffAndTokenCalls(bff, "Events", "events:read", ADMINS);

  app.openapi(
    programs.get("/api/events", {
      summary: "What happened to bookings, in the order of the log",
      description:
        "For tokens with `events:read` and for admins. The bodies are those of thin webhooks: they name no person. Start with `after=0`; an answer without events says that there are no newer ones.",
      request: { query: EventsQuery },
      responses: { 200: jsonAnswer("The events after the cursor, the oldest first", PublicEvents) },
    }),
    async (c) => {
      const { after = 0, limit = DEFAULT_EVENTS } = c.req.valid("query");
      const events = await bff.reads.read(c.env.incoming, ["publicEvents"], (sql) =>
        readPublicEvents(sql, { after, limit }),
      );
      return c.json({ events: events.map(thinEvent), next: events.at(-1)?.position ?? after }, 200);
    },
  );
}
