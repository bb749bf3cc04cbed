/** The call that says how to reach the venue, when it is open and on what terms it is booked (decision 118). */
import { etag } from "hono/etag";
import type { App, Bff } from "../../context.ts";
import { Venue } from "../../contract/venue/venue-record.ts";
import { calls, json, REVALIDATED, UNCHANGED } from "../../http/openapi.ts";
import { venueJson } from "../../wire/venue-json.ts";

const visitors = calls("House");

export function publicVenueRoutes(app: App, { core }: Bff): void {
  app.openapi(
    visitors.get("/api/house", {
      summary: "The venue: contact, opening hours and terms",
      middleware: etag(),
      responses: {
        200: { description: "The venue today", headers: REVALIDATED, content: json(Venue) },
        ...UNCHANGED,
      },
    }),
    async (c) => {
      await core.venue.refreshIfExpired();
      return c.json(venueJson(core), 200, { "Cache-Control": "no-cache" });
    },
  );
}
