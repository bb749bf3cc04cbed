import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { INITIAL_VENUE } from "../../contract/venue/initial-venue.ts";
import { Venue } from "../../contract/venue/venue-record.ts";
import { startVisitorWorld, type VisitorWorld } from "../../testing/visitor-fixture.ts";

let world: VisitorWorld;
beforeAll(async () => {
  world = await startVisitorWorld();
});
afterAll(() => world.close());

describe("the venue's settings", () => {
  it("are public, with the mail address that the operator set", async () => {
    const answer = await world.call("/api/house");
    expect(answer.status).toBe(200);
    expect(Venue.strict().parse(answer.body)).toEqual({
      ...INITIAL_VENUE,
      email: world.core.settings.now().email,
      timeZone: "America/New_York",
      // The operator's mail address is not the sample's, and these rooms were not seeded.
      sample: INITIAL_VENUE.sample.filter((part) => part !== "email" && part !== "rooms"),
    });
    expect(world.core.settings.now().email).not.toBe(INITIAL_VENUE.email);
    const signedOut = await world.call("/api/house", { headers: { authorization: "Bearer gone" } });
    expect(signedOut.text).toBe(answer.text);
  });

  it("are checked by their tag each time: staff may have changed them", async () => {
    const { headers } = await world.call("/api/house");
    expect(headers.get("cache-control")).toBe("no-cache");
    const tag = headers.get("etag") ?? "";
    const again = await world.call("/api/house", { headers: { "if-none-match": tag } });
    expect(again).toMatchObject({ status: 304, text: "" });
    expect(again.headers.get("cache-control")).toBe("no-cache");
    expect((await world.call("/api/house", { headers: { "if-none-match": '"other"' } })).status).toBe(200);
  });
});
