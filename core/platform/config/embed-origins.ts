/** Reads `EMBED_ORIGINS`: the sites that may show the booking element and frame `/embed/{slug}` (decision 312). */

/** Names and IPv4 addresses, or an IPv6 address: no wildcard, nothing that would mean more in a policy's list of sources. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:.]+\])$/;

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether the text is exactly an origin as browsers send it: https, or http on the machine itself; no path, no slash at its end. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  if (origin !== text || !HOST.test(hostname)) return false;
  return protocol === "https:" || (protocol === "http:" && LOOPBACK.test(hostname));
}

/** The comma-separated origins, each once; null if one of them is none. Letters may be capital. */
export function readEmbedOrigins(list: string): readonly string[] | null {
  const origins = list.split(",").map((text) => text.trim().toLowerCase());
  return origins.every(isOrigin) ? [...new Set(origins)] : null;
}
