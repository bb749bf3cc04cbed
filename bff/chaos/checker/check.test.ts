import { afterAll, beforeAll, expect, it } from "vitest";
import { checkRun } from "./check.ts";
import { type CleanWorld, startCleanWorld } from "./clean-world-fixture.ts";

let world: CleanWorld;
beforeAll(async () => {
  world = await startCleanWorld();
}, 120_000);
afterAll(() => world?.close());

it("finds nothing in a run in which nothing went wrong", async () => {
  const { url, history, baseUrl } = world;
  expect(await checkRun({ history, ownerUrl: url, providerUrl: url, baseUrl })).toEqual([]);
});
