import { describe, expect, it } from "vitest";
import { createResponseCache } from "./response-cache.ts";

const metrics = { requests: () => ({ observe: () => undefined }) };

describe("the kept responses", () => {
  it("are limited in bytes: the oldest are dropped, and one that is larger than the whole limit is not kept", async () => {
    const clock = { now: () => new Date("2026-12-01T15:00:00Z") };
    const cache = createResponseCache({ clock, metrics: metrics as never, headers: {}, maxBytes: 100_000 });
    const keep = (url: string, characters: number) =>
      cache.getOrRead(url, "/api/rooms", async () => "x".repeat(characters));
    for (let n = 0; n < 100; n++) await keep(`/${n}`, 1_000);
    const kept = Array.from({ length: 100 }, (_, n) => cache.get(`/${n}`)).filter(Boolean);
    expect(kept.length).toBeGreaterThan(15);
    expect(kept.length).toBeLessThan(30);
    expect(cache.get("/99")).toBeDefined();
    expect((await keep("/large", 60_000)).found.body).toHaveLength(60_002);
    expect(cache.get("/large")).toBeUndefined();
  });
});
