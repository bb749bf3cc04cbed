/** Owns what operators and their tools ask: is the process up, should it get requests, how does it fare (DECISIONS Running). */
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Bff } from "../../context.ts";
import type { BffEnv } from "../../http/hono-env.ts";
import { problem } from "../../http/problem.ts";

export function operationsRoutes(app: OpenAPIHono<BffEnv>, { metrics, unreadiness }: Bff): void {
  app.get("/healthz", (c) => c.json({ status: "ok" }, 200, { "Cache-Control": "no-store" }));

  app.get("/readyz", async (c) => {
    const reasons = await unreadiness();
    return reasons.length === 0
      ? c.json({ status: "ready" }, 200, { "Cache-Control": "no-store" })
      : problem(c, "NotReady", { message: reasons.join("; ") });
  });

  app.get("/metrics", async (c) =>
    c.body(await metrics.text(), 200, { "Content-Type": metrics.contentType }),
  );
}
