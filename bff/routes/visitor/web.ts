/** Owns how the built web is served: files as they are, and the page for every address of the browser's router (SPEC §2). */
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { RoomDirectory } from "../../../core/venue/rooms.ts";
import type { Bff } from "../../context.ts";
import type { BffEnv } from "../../http/hono-env.ts";
import { problem } from "../../http/problem.ts";
import type { WebFile } from "../../http/web-files.ts";

/** The pages without a parameter; `web/src/routes` has a file for each. */
const PAGES: ReadonlySet<string> = new Set([
  "/account",
  "/admin",
  "/admin/security",
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
  "/not-my-account",
]);
const ROOM_PAGE = /^\/(?:room|booking)\/([^/]+)\/?$/;
/** Whether there is such a booking, and for whom, the page asks the API. */
const OWN_BOOKING_PAGE = /^\/booking\/\d+\/(?:pay|confirmed|change)\/?$/;
const GUEST_PAGE = /^\/guest\/[^/]+(?:\/(?:pay|confirmed))?\/?$/;

/** Hidden and hashed things that are not there: no page could make sense of them. */
const NEVER_A_PAGE = /^\/(?:assets|\.)/;

export function webRoutes(app: OpenAPIHono<BffEnv>, { web, security, core }: Bff): void {
  app.get("/ws", (c) =>
    problem(c, "UpgradeRequired", { headers: { Upgrade: "websocket", Connection: "Upgrade" } }),
  );

  app.get("*", async (c, next) => {
    const path = decoded(c.req.path);
    if (!web || path === null || NEVER_A_PAGE.test(path)) {
      const file = path === null ? undefined : web?.get(path);
      return file ? serve(file, 200) : problem(c, "NotFound");
    }
    if (path === "/") return serve(web.home, 200);
    const file = path.endsWith(".html") ? undefined : web.get(path);
    return file ? serve(file, 200) : serve(web.shell, isPage(path, core.rooms) ? 200 : 404);

    async function serve(file: WebFile, status: 200 | 404): Promise<Response> {
      const headers = new Headers({
        ...(file.isPage ? security.page : security.api),
        ETag: file.etag,
        "Cache-Control": file.cacheControl,
        Vary: "Accept-Encoding",
      });
      const known = status === 200 && c.env.incoming.headers["if-none-match"]?.includes(file.etag);
      if (known) return new Response(null, { status: 304, headers });
      const sent = await file.send(c, next);
      if (!sent) return problem(c, "NotFound");
      for (const [name, value] of headers) sent.headers.set(name, value);
      return status === 200 ? sent : new Response(sent.body, { status, headers: sent.headers });
    }
  });
}

/** Whether the browser's router has a page for this address; one for an unknown room is shown as not found. */
function isPage(path: string, rooms: RoomDirectory): boolean {
  if (PAGES.has(path.replace(/\/$/, "")) || GUEST_PAGE.test(path) || OWN_BOOKING_PAGE.test(path)) return true;
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
