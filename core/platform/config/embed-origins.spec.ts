/** Shows which lists of sites are accepted, and that none of them can mean more in a policy than the one site. */
import { describe, expect, it } from "vitest";
import { readEmbedOrigins } from "./embed-origins.ts";

describe("the sites that may show the booking element", () => {
  it.each([
    ["https://venue.example", ["https://venue.example"]],
    [
      " https://Venue.example ,https://www.venue.example:8443",
      ["https://venue.example", "https://www.venue.example:8443"],
    ],
    ["https://venue.example,https://venue.example", ["https://venue.example"]],
    [
      "http://localhost:4000,http://127.0.0.1:8080,http://[::1]:81",
      ["http://localhost:4000", "http://127.0.0.1:8080", "http://[::1]:81"],
    ],
    ["https://xn--bcher-kva.example", ["https://xn--bcher-kva.example"]],
  ])("%s", (list, origins) => {
    expect(readEmbedOrigins(list)).toEqual(origins);
  });

  it.each([
    "venue.example",
    "http://venue.example",
    "http://localhost.venue.example",
    "http://127.0.0.1.venue.example",
    "https://venue.example/",
    "https://venue.example/book",
    "https://venue.example?",
    "https://user@venue.example",
    "https://venue.example:443",
    "https://*.venue.example",
    "https://*",
    "https://venue.example;script-src",
    "https://venue.example 'self'",
    "https://venue.example,,https://other.example",
    "https://venue.example,",
    "ws://localhost",
    "file:///",
    "null",
    "*",
  ])("%s is refused", (list) => {
    expect(readEmbedOrigins(list)).toBeNull();
  });
});
