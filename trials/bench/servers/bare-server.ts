/** Serves the baseline for the availability route: a Hono route that only answers the same bytes. */
import { readFileSync } from "node:fs";
import { serve } from "@hono/node-server";
import { Hono } from "hono";

const [bodyFile = "", path = "/"] = process.argv.slice(2);
const body = readFileSync(bodyFile, "utf8");
const app = new Hono();
app.get(path, (c) => c.body(body, 200, { "Content-Type": "application/json" }));
serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) =>
  process.stdout.write(`ready ${port}\n`),
);
