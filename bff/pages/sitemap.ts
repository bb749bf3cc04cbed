/** Writes the files for search engines: the sitemap, and which addresses are not for robots. */
import type { Room } from "../../core/venue/rooms/rooms.ts";
import { LISTED_PATHS } from "./page-metadata.ts";

/** `isServed`: whether the built web has a page at this path. */
export function sitemapOf(
  rooms: readonly Room[],
  publicUrl: string,
  isServed: (path: string) => boolean,
): string {
  const paths = [
    ...LISTED_PATHS.filter(isServed),
    ...rooms.map(({ slug }) => `/room/${encodeURIComponent(slug)}`),
  ];
  const urls = paths.map((path) => `  <url><loc>${(publicUrl + path).replaceAll("&", "&amp;")}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    "</urlset>",
    "",
  ].join("\n");
}

/**
 * A page that must not be listed says so itself, and a robot has to read it for that; so only addresses that are no pages are disallowed.
 */
export const robotsOf = (publicUrl: string): string =>
  `User-agent: *\nDisallow: /api/\nDisallow: /simulated-stripe/\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
