/** Serves the baseline for a booking over HTTP: a Hono route that only parses the body and runs the bare statement on bare tables. */
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { openSql } from "../../../core/platform/database/database.ts";
import { bareStatement, freshHours } from "../core/bare-statement.ts";

/** As many connections as a BFF's own pool has. */
const POOL = 20;

const [databaseUrl = ""] = process.argv.slice(2);
const sql = openSql(databaseUrl, { max: POOL });
const twoHours = freshHours();
const meta = { actor: { kind: "visitor" }, requestId: "bench" };

const app = new Hono();
app.post("/api/bookings", async (c) => {
  const data: object = await c.req.json();
  await bareStatement(sql, twoHours(), { data, meta, occurredAt: new Date() });
  return c.json({ ok: true }, 201);
});
serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) =>
  process.stdout.write(`ready ${port}\n`),
);
