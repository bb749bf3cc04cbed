/** The calls for operators and their tools: whether the process is up, whether it should get requests, and its metrics (decision 210). */
import type { IncomingMessage } from "node:http";
import { isEqualInConstantTime } from "../../../core/links.ts";
import type { App, Bff } from "../../context.ts";
import { problem } from "../../http/answers.ts";

export function operationsRoutes(app: App, { metrics, metricsToken, whyNotReady }: Bff): void {
  app.get("/healthz", (c) => c.json({ status: "ok" }, 200, { "Cache-Control": "no-store" }));

  app.get("/readyz", async (c) => {
    const reasons = await whyNotReady();
    return reasons.length === 0
      ? c.json({ status: "ready" }, 200, { "Cache-Control": "no-store" })
      : problem(c, "NotReady", { message: reasons.join("; ") });
  });

  app.get("/metrics", async (c) => {
    if (!mayReadMetrics(c.env.incoming, metricsToken)) return problem(c, "NotFound");
    return c.body(await metrics.text(), 200, { "Content-Type": metrics.contentType });
  });
}

const FORWARDING = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "via",
];

/** Allowed: a caller on the machine itself, through no proxy; from elsewhere, a caller with the token. */
function mayReadMetrics({ headers, socket }: IncomingMessage, token: string | undefined): boolean {
  const bearer = /^Bearer\s+(.+)$/i.exec(headers.authorization ?? "")?.[1];
  if (bearer !== undefined) return token !== undefined && isEqualInConstantTime(bearer.trim(), token);
  const isForwarded = FORWARDING.some((name) => headers[name] !== undefined);
  return !isForwarded && /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? "");
}
