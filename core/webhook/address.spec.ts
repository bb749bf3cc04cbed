/** Checks which addresses a webhook may have. */
import { describe, expect, it } from "vitest";
import { LOOPBACK } from "../platform/config/loopback.ts";
import { readAddress } from "./address.ts";

const errorsOf = (text: string, allowed: readonly string[] = []) => {
  const read = readAddress(text, allowed);
  return read.ok ? null : read.rejection.errors;
};

describe("an address that is not public by its letters is refused, by the field", () => {
  it.each([
    // IPv4, in each way of writing it that a URL allows
    "https://127.0.0.1/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0177.0.0.1/",
    "https://127.0.0.1./",
    "https://①②⑦.⓪.⓪.①/",
    "https://0.0.0.0/",
    "https://10.1.2.3/",
    "https://172.16.0.1/",
    "https://192.168.1.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://100.64.0.1/",
    "https://192.0.0.8/",
    "https://192.0.2.1/",
    "https://198.18.0.1/",
    "https://224.0.0.1/",
    "https://240.0.0.1/",
    "https://255.255.255.255/",
    // IPv6, alone and around an IPv4 address
    "https://[::1]/",
    "https://[::]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::127.0.0.1]/",
    "https://[0:0:0:0:0:ffff:7f00:1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[64:ff9b:1::7f00:1]/",
    "https://[2002:7f00:1::]/",
    "https://[2001:0:7f00:1::]/",
    "https://[fe80::1]/",
    "https://[fec0::1]/",
    "https://[fc00::1]/",
    "https://[fd12:3456::1]/",
    "https://[ff02::1]/",
    "https://[100::1]/",
    "https://[2001:db8::1]/",
    // Names of one's own machine or network
    "https://localhost/",
    "https://LOCALHOST./",
    "https://a.localhost/",
    "https://printer.local/",
    "https://db.internal/",
    "https://router.home.arpa/",
  ])("%s", (text) => {
    expect(errorsOf(text)).toEqual([
      { path: "url", message: "The address must be one of the public internet" },
    ]);
  });
});

it.each([
  ["http://example.org/", "The address must begin with https://"],
  ["ftp://example.org/", "The address must begin with https://"],
  ["file:///etc/passwd", "The address must begin with https://"],
  ["javascript:alert(1)", "The address must begin with https://"],
  ["https://ada:secret@example.org/", "The address must not contain a name or password"],
  ["https://example.org/#part", "The address must not contain a #"],
  ["example.org", "Enter an address like https://example.org/webhook"],
  ["https://", "Enter an address like https://example.org/webhook"],
  [`https://example.org/${"a".repeat(2_000)}`, "An address has at most 2000 characters"],
])("%s is refused: %s", (text, message) => {
  expect(errorsOf(text)).toEqual([{ path: "url", message }]);
});

it.each([
  ["https://example.org/webhook?key=1", "https://example.org/webhook?key=1"],
  ["https://EXAMPLE.org:8443", "https://example.org:8443/"],
  ["https://93.184.215.14/", "https://93.184.215.14/"],
  ["https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/", "https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/"],
])("%s is taken", (text, url) => {
  expect(readAddress(text, [])).toEqual({ ok: true, url });
});

describe("what the operator allows", () => {
  it.each(["http://127.0.0.1:9000/", "http://localhost:9000/", "http://[::1]:9000/", "https://localhost/"])(
    "loopback: %s, also without TLS",
    (text) => {
      expect(errorsOf(text, LOOPBACK)).toBeNull();
    },
  );

  it("one private address, and no other; only with TLS", () => {
    expect(errorsOf("https://10.0.0.7/", ["10.0.0.7"])).toBeNull();
    expect(errorsOf("https://10.0.0.8/", ["10.0.0.7"])).not.toBeNull();
    expect(errorsOf("http://10.0.0.7/", ["10.0.0.7"])).not.toBeNull();
    expect(errorsOf("http://169.254.169.254/", LOOPBACK)).not.toBeNull();
  });
});
