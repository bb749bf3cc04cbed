import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FIRST_HOUSE } from "../../contract/venue/first-house.ts";
import { House } from "../../contract/venue/house-record.ts";
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
    expect(House.strict().parse(answer.body)).toEqual({
      ...FIRST_HOUSE,
      email: world.core.house.now().email,
      timeZone: "America/New_York",
    });
    expect(world.core.house.now().email).not.toBe(FIRST_HOUSE.email);
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
