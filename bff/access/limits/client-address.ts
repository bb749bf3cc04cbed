/** Finds out which client sent a request, for rate limits: the address behind our own proxies, an IPv6 address by its /64. */
import type { IncomingMessage } from "node:http";
import { isIPv4, isIPv6 } from "node:net";

/**
 * With `trustedProxies` proxies of ours in front, each appends the address that called it to `X-Forwarded-For`. The client is that many
 * entries from the right; entries further left are the client's own claim.
 */
export function clientAddress(
  request: Pick<IncomingMessage, "headers" | "socket">,
  trustedProxies: number,
): string {
  const socket = request.socket.remoteAddress ?? "unknown";
  if (trustedProxies === 0) return canonical(socket) ?? socket;
  const hops = (request.headers["x-forwarded-for"]?.toString() ?? "")
    .split(",")
    .map((hop) => hop.trim())
    .filter((hop) => hop !== "");
  const claimed = hops.at(-trustedProxies) ?? hops[0];
  return (claimed && canonical(claimed)) ?? canonical(socket) ?? socket;
}

/** The network of an address as `clientAddress` names it: an IPv4 address's /24; an IPv6 address is named by its /64 already. */
export const networkOf = (address: string): string =>
  isIPv4(address) ? address.replace(/\d+$/, "0/24") : address;

/** One name per client: IPv4 as it is, IPv6 as the /64 that one household or server has; null for a text that is no address. */
function canonical(address: string): string | null {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return null;
  const [head = "", tail] = (address.split("%")[0] ?? "").split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail ? tail.split(":") : [];
  const filled =
    tail === undefined ? front : [...front, ...Array(8 - front.length - back.length).fill("0"), ...back];
  const network = filled.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/64`;
}
