/** Writes `/embed/{slug}`: the page that site builders put into a frame, with nothing on it but the booking element (decision 312). */
import { createHash } from "node:crypto";
import { DARK_GROUND, LIGHT_GROUND } from "../../core/venue/look/colors.ts";
import { escaped } from "./page-metadata.ts";

const STYLE =
  `:root{color-scheme:light dark;background:${LIGHT_GROUND};font-family:system-ui,sans-serif}body{margin:0;padding:16px}` +
  // The element has a heading that is seen; this one is read out.
  `h1{position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%)}` +
  `@media(prefers-color-scheme:dark){:root:not([data-theme=light]){background:${DARK_GROUND}}}` +
  `:root[data-theme=dark]{background:${DARK_GROUND}}`;

const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

export interface EmbedPage {
  /** As the address has it, a room's or not. */
  slug: string;
  roomName: string | null;
  venueName: string;
  /** The page to which the visitor may return. */
  back: string | null;
  day: string | null;
  theme: "light" | "dark" | null;
}

/** The page as HTML. An unknown room is left to the element, which says so. */
export function embedPage({ slug, roomName, venueName, back, day, theme }: EmbedPage): string {
  const attributes = Object.entries({ room: slug, back, day, theme }).flatMap(([name, value]) =>
    value === null ? [] : ` ${name}="${escaped(value)}"`,
  );
  const title = roomName === null ? "Room Not Found" : `Book ${roomName}`;
  const link = `<a href="/room/${encodeURIComponent(slug)}" target="_top">${escaped(title)}</a>`;
  return (
    `<!doctype html><html lang="en"${theme === null ? "" : ` data-theme="${theme}"`}><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">` +
    `<title>${escaped(`${title} · ${venueName}`)}</title><style>${STYLE}</style>` +
    `<script src="/embed.js" async></script></head><body><main><h1>${escaped(title)}</h1>` +
    `<hub-booking${attributes.join("")}></hub-booking><noscript>${link}</noscript></main></body></html>`
  );
}

/**
 * The policy of that page: only the named sites may frame it, and it loads nothing but our script and our data. `publicUrl` is where
 * visitors reach the product.
 */
export function embedPolicy(publicUrl: string, origins: readonly string[]): string {
  const { host } = new URL(publicUrl);
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'sha256-${STYLE_HASH}'`,
    `connect-src 'self' ws://${host} wss://${host}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${origins.length === 0 ? "'none'" : origins.join(" ")}`,
  ].join("; ");
}
