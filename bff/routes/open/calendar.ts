/** Serves calendar feeds to calendar programs; an unchanged one costs no look at its bookings (decision 305). */
import { createHash } from "node:crypto";
import { z } from "zod";
import { feedTokenHash, looksLikeFeedToken } from "../../../core/feed/feed-token.ts";
import type { Sql } from "../../../core/platform/database/database.ts";
import { addDays, instantAt, venueToday } from "../../../core/venue/time/venue-time.ts";
import { feedEntries } from "../../../projections/views/feeds/feed-entries.ts";
import { type ActiveFeed, findFeed } from "../../../projections/views/feeds/feed-record.ts";
import type { App, Bff } from "../../context.ts";
import { problem } from "../../http/answers.ts";
import { namesTag } from "../../http/if-none-match.ts";
import { OPEN_TO_ALL, problems, REVALIDATED, UNCHANGED } from "../../http/openapi.ts";
import { feedFile, surroundingsOf } from "../../wire/feeds/feed-file.ts";

/** What a feed is read from: its own table says how new it is. */
const VIEWS = ["feeds", "bookings", "availability"] as const;

/** The days before today that a feed still shows, and for which it says that a booking was cancelled. */
const DAYS_BACK = 30;

const SUFFIX = ".ics";

export function calendarRoutes(app: App, bff: Bff): void {
  const { core, reads, limits, feedFetches } = bff;
  const source = { ...core, publicUrl: bff.publicUrl };

  app.get("/calendar/:file{[^/]+\\.ics}", async (c) => {
    const token = c.req.param("file").slice(0, -SUFFIX.length);
    const read = looksLikeFeedToken(token)
      ? await reads.read(c.env.incoming, VIEWS, (sql) =>
          readFeed(sql, feedTokenHash(token), c.req.header("If-None-Match")),
        )
      : "unknown";
    if (read === "unknown") return (await limits.countUnknownFeed(c)) ?? problem(c, "NotFound");
    if (read === "ended") return problem(c, "FeedEnded");
    feedFetches.note(read.id);
    const headers = { ETag: read.etag, "Cache-Control": "private, no-cache" };
    if (read.content === null) return new Response(null, { status: 304, headers });
    return new Response(read.content, {
      headers: {
        ...headers,
        "Content-Type": "text/calendar; charset=utf-8",
        "Content-Disposition": 'inline; filename="bookings.ics"',
      },
    });
  });

  app.openAPIRegistry.registerPath({
    method: "get",
    path: "/calendar/{token}.ics",
    security: OPEN_TO_ALL,
    tags: ["Calendar feeds"],
    summary: "The file of a calendar feed",
    description:
      "For calendar programs: RFC 5545. The address is the one that `POST /api/feeds` has told; it needs no session. With `If-None-Match` an unchanged feed costs little.",
    request: { params: z.object({ token: z.string() }) },
    responses: {
      200: {
        description: "The entries, from 30 days ago on",
        headers: REVALIDATED,
        content: { "text/calendar": { schema: z.string() } },
      },
      ...UNCHANGED,
      ...problems("NotFound", "FeedEnded", "TooManyRequests"),
    },
  });

  /** The tag is read first: what is written meanwhile may be in the content, and changes the next tag. */
  async function readFeed(sql: Sql, tokenHash: string, known: string | undefined) {
    const feed = await findFeed(sql, tokenHash);
    if (feed === null) return "unknown";
    if (feed === "ended") return feed;
    await core.venue.refreshIfExpired();
    const firstDay = addDays(venueToday(core), -DAYS_BACK);
    const etag = tagOf(feed, firstDay);
    if (namesTag(known, etag)) return { id: feed.id, etag, content: null };
    const entries = await feedEntries(sql, feed, instantAt(firstDay, 0, core.timeZone));
    return { id: feed.id, etag, content: feedFile(source, feed, entries) };
  }

  /** Everything that the content follows from: the newest event, the days that are shown, and the names of venue and rooms. */
  function tagOf({ audience, ...feed }: ActiveFeed, firstDay: string): string {
    const from = JSON.stringify([feed, firstDay, surroundingsOf(source)]);
    return `"${createHash("sha256").update(from).digest("base64url").slice(0, 32)}"`;
  }
}
