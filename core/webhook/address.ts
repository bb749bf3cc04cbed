/** Decides to which addresses webhooks may be sent (decision 301): those of the public internet, and those that the operator allows. */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { type Refused, refuseField } from "../log/rejection.ts";
import { LOOPBACK } from "../platform/config/loopback.ts";

/** What `WEBHOOK_ALLOW` allows in addition to public addresses: single IP addresses. */
export type AllowedAddresses = readonly string[];

const MAX_LENGTH = 2_000;

/** Names of machines of a local network. They are refused at once; any other name is checked by what it resolves to. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|lan|home\.arpa)\.?$/;

/** Without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "");

/** Of IPv6, only these addresses are assigned to the public internet. Outside of them are also the ones that contain an IPv4 address. */
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Whether a connection to this IP address is permitted. */
function isPermitted(ip: string, allowed: AllowedAddresses): boolean {
  if (allowed.includes(ip)) return true;
  const address = ipaddr.parse(ip);
  if (address instanceof ipaddr.IPv6 && !address.match(PUBLIC_IPV6)) return false;
  return address.range() === "unicast";
}

const refused = (message: string): Refused => refuseField("InvalidWebhook", "url", message);

/** The address as it is stored, or why it is refused. A name that resolves to a forbidden address is refused when it is connected to. */
export function readAddress(text: string, allowed: AllowedAddresses): { ok: true; url: string } | Refused {
  if (text.length > MAX_LENGTH) return refused(`An address has at most ${MAX_LENGTH} characters`);
  if (!URL.canParse(text)) return refused("Enter an address like https://example.org/webhook");
  const url = new URL(text);
  const host = hostOf(url);
  const isLoopback = LOOPBACK.some((ip) => ip === host) || host === "localhost";
  const isAllowedLoopback = isLoopback && LOOPBACK.every((ip) => allowed.includes(ip));
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isAllowedLoopback))
    return refused("The address must begin with https://");
  if (url.username || url.password) return refused("The address must not contain a name or password");
  if (url.hash) return refused("The address must not contain a #");
  const isIp = isIP(host) !== 0;
  const isForbidden = isIp ? !isPermitted(host, allowed) : LOCAL_NAME.test(host) && !isAllowedLoopback;
  if (isForbidden) return refused("The address must be one of the public internet");
  return { ok: true, url: url.href };
}
