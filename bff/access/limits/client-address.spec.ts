import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { clientAddress } from "./client-address.ts";

const request = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
  }) as Pick<IncomingMessage, "headers"> as IncomingMessage; // the two things that are read of it

describe("clientAddress", () => {
  it.each([
    ["the socket's own without proxies", "203.0.113.1", "1.1.1.1", 0, "203.0.113.1"],
    ["IPv4 that came as IPv6", "::ffff:203.0.113.1", undefined, 0, "203.0.113.1"],
    ["the address that our proxy reports", "10.0.0.1", "203.0.113.1", 1, "203.0.113.1"],
    ["not what the client claims before it", "10.0.0.1", "1.1.1.1, 203.0.113.1", 1, "203.0.113.1"],
    [
      "the one before the last of two proxies",
      "10.0.0.1",
      "1.1.1.1, 203.0.113.1, 10.0.0.2",
      2,
      "203.0.113.1",
    ],
    ["the leftmost when there are fewer hops than proxies", "10.0.0.1", "203.0.113.1", 3, "203.0.113.1"],
    ["the socket's when the header is missing", "10.0.0.1", undefined, 1, "10.0.0.1"],
    ["the socket's when the header is no address", "10.0.0.1", "unknown", 1, "10.0.0.1"],
    ["an IPv6 network", "2001:db8:1:2:3:4:5:6", undefined, 0, "2001:db8:1:2::/64"],
    ["an IPv6 network, short form", "2001:db8::1", undefined, 0, "2001:db8:0:0::/64"],
    ["loopback", "::1", undefined, 0, "0:0:0:0::/64"],
    ["an IPv6 network with a zone", "fe80::1%eth0", undefined, 0, "fe80:0:0:0::/64"],
  ])("is %s", (_, remote, forwarded, proxies, expected) => {
    expect(clientAddress(request(remote, forwarded), proxies)).toBe(expected);
  });
});
