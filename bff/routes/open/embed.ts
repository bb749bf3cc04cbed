/** Serves what other sites show of ours: the element's script, the page for frames, and which sites may use them (decisions 312 to 314). */
import { z } from "zod";
import { isVenueDay } from "../../../core/venue/time/venue-time.ts";
import { backAddress, shareWithEmbeds } from "../../access/embedding.ts";
import type { App, Bff } from "../../context.ts";
import { EmbeddedRoom, Embedding, EmbeddingQuery } from "../../contract/open/embed.ts";
import { problem } from "../../http/answers.ts";
import { namesTag } from "../../http/if-none-match.ts";
import { calls, json, jsonAnswer, REVALIDATED, ReadAfter, UNCHANGED } from "../../http/openapi.ts";
import { embedPage, embedPolicy } from "../../pages/embed-page.ts";
import { createRoomAnswers } from "../../wire/room-answers.ts";
import { answerFromCache } from "../visitor/rooms.ts";

/** The address in every snippet: it never changes, so a new version must reach its sites soon. */
const SCRIPT = "/embed.js";
const SCRIPT_CACHED = "public, max-age=300";

const FRAME_HEADER = "X-Frame-Options";

const embedding = calls("Embedding");

export function embedRoutes(app: App, bff: Bff): void {
  const { core, web, publicUrl, embedOrigins } = bff;
  const answers = createRoomAnswers(bff);
  const kept = answerFromCache(bff);
  const policy = embedPolicy(publicUrl, embedOrigins);

  app.openapi(
    embedding.get("/api/embed", {
      summary: "The sites that may show the booking element",
      description:
        "With `back`, also whether a visitor may be led back to that address: only to a page of these sites.",
      request: { query: EmbeddingQuery },
      responses: { 200: jsonAnswer("The sites, and the way back", Embedding) },
      problems: ["InvalidData"],
    }),
    (c) => {
      const back = backAddress(c.req.valid("query").back, embedOrigins);
      return c.json({ origins: embedOrigins, back }, 200, { "Cache-Control": "no-cache" });
    },
  );

  app.openapi(
    embedding.get("/api/embed/{slug}", {
      summary: "What the booking element shows of a room, except for its taken hours",
      request: { params: z.object({ slug: z.string() }), headers: ReadAfter },
      responses: {
        200: { description: "The room and the venue", headers: REVALIDATED, content: json(EmbeddedRoom) },
        ...UNCHANGED,
      },
      problems: ["RoomNotFound"],
    }),
    async (c) => {
      const room = core.rooms.bySlug(c.req.valid("param").slug);
      if (!room) return problem(c, "RoomNotFound");
      return kept<EmbeddedRoom>(c, () => answers.embedded(room));
    },
  );

  app.get(SCRIPT, async (c, next) => {
    const file = web?.get(SCRIPT);
    if (!file) return problem(c, "NotFound");
    const { incoming, outgoing } = c.env;
    shareWithEmbeds(incoming, outgoing, embedOrigins);
    const headers = {
      ETag: file.etag,
      "Cache-Control": SCRIPT_CACHED,
      // A script tag asks without CORS: any site may run the script, and only a named one gets its data.
      "Cross-Origin-Resource-Policy": "cross-origin",
      Vary: "Accept-Encoding, Origin",
    };
    if (namesTag(incoming.headers["if-none-match"], file.etag)) {
      return new Response(null, { status: 304, headers });
    }
    const sent = await file.send(c, next);
    if (!sent) return problem(c, "NotFound");
    for (const [name, value] of Object.entries(headers)) sent.headers.set(name, value);
    return sent;
  });

  app.get("/embed/:slug", async (c) => {
    if (!web) return problem(c, "NotFound");
    await core.venue.refreshIfExpired();
    const slug = c.req.param("slug");
    const room = core.rooms.bySlug(slug);
    const { day, theme, back } = c.req.query();
    const html = embedPage({
      slug,
      roomName: room?.name ?? null,
      venueName: core.settings.now().name,
      // A frame's request names the site that it is on, and the page only if the site allows it.
      back: backAddress(back ?? c.req.header("referer"), embedOrigins),
      day: day !== undefined && isVenueDay(day) ? day : null,
      theme: theme === "light" || theme === "dark" ? theme : null,
    });
    // Browsers that know no list of ancestors would else refuse the named sites too.
    if (embedOrigins.length > 0) c.env.outgoing.removeHeader(FRAME_HEADER);
    return c.body(html, room ? 200 : 404, {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy,
      "Cross-Origin-Resource-Policy": "cross-origin",
      "Cache-Control": "no-cache",
      Vary: "Referer",
    });
  });
}
