/** The calls by which staff and customers make, list and end their calendar feeds. */
import { z } from "zod";
import { type ListedFeed, listFeeds } from "../../../core/feed/feed-rows.ts";
import { endFeed, makeFeed } from "../../../core/feed/handle.ts";
import { accountCalls } from "../../access/account-access.ts";
import type { App, Bff } from "../../context.ts";
import { Done } from "../../contract/customer/customer.ts";
import { Feed, MadeFeed, NewFeed } from "../../contract/open/feeds.ts";
import { answerCreated, answerWritten } from "../../http/answers.ts";
import { ById, FORM_PROBLEMS, jsonAnswer, jsonAnswerOfWrite, jsonBody } from "../../http/openapi.ts";

export function feedRoutes(app: App, bff: Bff): void {
  const { core, feedFetches, publicUrl } = bff;
  const accounts = accountCalls(bff, "Calendar feeds");

  app.openapi(
    accounts.post("/api/feeds", {
      summary: "Make a calendar feed",
      description:
        "For staff and customers; a customer's shows their own bookings (`mine`). The answer has the address, and no later one does. The feed ends with the account.",
      request: jsonBody(NewFeed),
      responses: { 201: jsonAnswerOfWrite("The feed", MadeFeed) },
      problems: [...FORM_PROBLEMS, "InvalidFeed", "OwnFeedOnly", "TooManyFeeds"],
    }),
    async (c) => {
      const { scope, roomId = null } = c.req.valid("json");
      const outcome = await makeFeed(core, { scope, roomId }, c.get("account"));
      return answerCreated(c, outcome, ({ id, token }) => ({
        id,
        url: `${publicUrl}/calendar/${token}.ics`,
      }));
    },
  );

  app.openapi(
    accounts.get("/api/feeds", {
      summary: "One's own calendar feeds, the newest first",
      description: "Those that have not ended. Their addresses are not stored.",
      responses: { 200: jsonAnswer("The feeds", z.array(Feed)) },
    }),
    async (c) => {
      await feedFetches.flush();
      const feeds = await listFeeds(core.sql, c.get("account").owner);
      return c.json(feeds.map(feedJson), 200);
    },
  );

  app.openapi(
    accounts.delete("/api/feeds/{id}", {
      summary: "End a calendar feed at once",
      description: "One's own. From then on its address answers 410. Ending it again changes nothing.",
      request: { params: ById },
      responses: { 200: jsonAnswerOfWrite("The feed has ended", Done) },
      problems: ["FeedNotFound", "ConcurrentChange"],
    }),
    async (c) => {
      const outcome = await endFeed(core, c.req.valid("param").id, c.get("account"));
      return answerWritten(
        c,
        outcome,
        () => ({ success: true, message: "The calendar feed has ended" }) as const,
      );
    },
  );
}

const feedJson = ({ madeAt, lastFetchedAt, ...feed }: ListedFeed): Feed => ({
  ...feed,
  createdAt: madeAt.toISOString(),
  lastFetchedAt: lastFetchedAt?.toISOString() ?? null,
});
