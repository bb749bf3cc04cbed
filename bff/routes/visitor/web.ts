/** Owns how the built web is served: files as they are, and the page for every address of the browser's router (SPEC §2). */
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { RoomDirectory } from "../../../core/venue/rooms.ts";
import type { Bff } from "../../context.ts";
import type { BffContext, BffEnv } from "../../http/hono-env.ts";
import { problem } from "../../http/problem.ts";
import type { WebFile } from "../../http/web-files.ts";

/** The pages without a parameter; `web/src/routes` has a file for each. */
const PAGES: ReadonlySet<string> = new Set([
  "/account",
  "/admin",
  "/analytics",
  "/cancellation",
  "/feedback",
  "/forgot-password",
  "/help",
  "/login",
  "/privacy",
  "/reset-password",
  "/terms",
  "/test-outlook",
  "/test-payment",
  "/user-auth",
  "/verify-email",
]);
const ROOM_PAGE = /^\/(?:room|booking)\/([^/]+)\/?$/;
const GUEST_PAGE = /^\/guest\/[^/]+\/?$/;

/** Hidden and hashed things that are not there: no page could make sense of them. */
const NEVER_A_PAGE = /^\/(?:assets|\.)/;

export function webRoutes(app: OpenAPIHono<BffEnv>, { web, security, core }: Bff): void {
  app.get("/ws", (c) =>
    problem(c, "UpgradeRequired", { headers: { Upgrade: "websocket", Connection: "Upgrade" } }),
  );

  app.get("*", async (c) => {
    const path = decoded(c.req.path);
    if (!web || path === null || NEVER_A_PAGE.test(path)) {
      const file = path === null ? undefined : web?.get(path);
      return file ? serve(c, file, 200) : problem(c, "NotFound");
    }
    if (path === "/") return serve(c, web.home, 200);
    const file = path.endsWith(".html") ? undefined : web.get(path);
    if (file) return serve(c, file, 200);
    return serve(c, web.shell, isPage(path, core.rooms) ? 200 : 404);
  });

  async function serve(c: BffContext, file: WebFile, status: 200 | 404): Promise<Response> {
    const { headers } = c.env.incoming;
    const page = file.type.startsWith("text/html");
    const common = { ETag: file.etag, "Cache-Control": file.cacheControl, Vary: "Accept-Encoding" };
    const safety = page ? security.page : security.api;
    if (status === 200 && headers["if-none-match"]?.includes(file.etag)) {
      return new Response(null, { status: 304, headers: { ...safety, ...common } });
    }
    const { encoding, body } = await file.encodedFor(headers["accept-encoding"]?.toString() ?? "");
    return new Response(body, {
      status,
      headers: {
        ...safety,
        ...common,
        "Content-Type": file.type,
        ...(encoding ? { "Content-Encoding": encoding } : {}),
      },
    });
  }
}

/** Whether the browser's router has a page for this address; one for an unknown room is shown as not found. */
function isPage(path: string, rooms: RoomDirectory): boolean {
  if (PAGES.has(path.replace(/\/$/, "")) || GUEST_PAGE.test(path)) return true;
  const slug = ROOM_PAGE.exec(path)?.[1];
  return slug !== undefined && rooms.bySlug(slug) !== undefined;
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
