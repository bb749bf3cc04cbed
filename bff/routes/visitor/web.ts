/** Serves the built web: files as they are, and a page for every address of the browser's router. */
import type { App, Bff } from "../../context.ts";
import { problem } from "../../http/answers.ts";
import type { BffContext } from "../../http/hono-env.ts";
import { namesTag } from "../../http/if-none-match.ts";
import { manifestOf } from "../../pages/manifest.ts";
import { createPages, MAP_PATH } from "../../pages/pages.ts";
import { answerPage } from "../../pages/ready-page.ts";
import { robotsOf, sitemapOf } from "../../pages/sitemap.ts";

/** Missing hidden or hashed files are a plain 404: no page is meant by such an address. */
const NEVER_A_PAGE = /^\/(?:assets|\.)/;

/** Worker scripts, as the build names them. */
const WORKER = /^\/assets\/[^/]+\.worker-[^/]+\.js$/;

const AN_HOUR = "public, max-age=3600";

export function webRoutes(app: App, bff: Bff): void {
  const { web, security, core, publicUrl } = bff;
  const pages = web && createPages(bff, web);

  app.get("/ws", (c) =>
    problem(c, "UpgradeRequired", { headers: { Upgrade: "websocket", Connection: "Upgrade" } }),
  );

  if (pages) {
    const text = (c: BffContext, body: string, type: string, cached = "no-cache") =>
      c.body(body, 200, { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": cached });
    app.get("/sitemap.xml", async (c) => {
      await core.venue.refreshIfExpired();
      return text(c, sitemapOf(core.rooms.all(), publicUrl, pages.isServed), "application/xml");
    });
    app.get("/manifest.webmanifest", async (c) => {
      await core.venue.refreshIfExpired();
      return text(c, manifestOf(core.settings.now()), "application/manifest+json");
    });
    app.get("/robots.txt", (c) => text(c, robotsOf(publicUrl), "text/plain", AN_HOUR));
  }

  app.get("*", async (c, next) => {
    const path = decoded(c.req.path);
    const file = path === null ? undefined : web?.get(path);
    if (file) {
      const headers = {
        ...(WORKER.test(path ?? "") ? security.worker : security.api),
        ETag: file.etag,
        "Cache-Control": file.cacheControl,
        Vary: "Accept-Encoding",
      };
      if (isKnown(c, file.etag)) return new Response(null, { status: 304, headers });
      const sent = await file.send(c, next);
      if (!sent) return problem(c, "NotFound");
      for (const [name, value] of Object.entries(headers)) sent.headers.set(name, value);
      return sent;
    }
    const picture = path === null ? null : await pages?.pictureAt(path);
    if (picture) {
      // Staff change the map at its address; a poster never changes.
      const cached = path === MAP_PATH ? "no-cache" : AN_HOUR;
      const type = { "Content-Type": "image/svg+xml", "Cache-Control": cached };
      return new Response(picture, { headers: { ...security.api, ...type } });
    }
    if (!pages || path === null || NEVER_A_PAGE.test(path)) return problem(c, "NotFound");
    const { page, status } = await pages.at(path, new URL(c.req.url).searchParams);
    return answerPage(c.req, page, { status, type: "text/html; charset=utf-8", headers: security.page });
  });
}

const isKnown = (c: BffContext, etag: string): boolean =>
  namesTag(c.env.incoming.headers["if-none-match"], etag);

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
