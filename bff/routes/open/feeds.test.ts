/** Checks calendar feeds: who makes which, that the address is told once, and what ends one. */
import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readRawStream } from "../../../core/log/read.ts";
import { type FeedWorld, startFeedWorld } from "./feed-fixture.ts";

let feed: FeedWorld;
beforeAll(async () => {
  feed = await startFeedWorld();
});
afterAll(() => feed.world.close());

describe("making a feed", () => {
  it("tells the address once, and keeps a hash", async () => {
    const { world, manager, make, fetchFeed } = feed;
    const { id, path } = await make(manager, { scope: "house" });
    const token = path.slice("/calendar/".length, -".ics".length);
    const listed = await world.call("/api/feeds", { token: manager });
    expect(listed.body[0]).toEqual({
      id,
      scope: "house",
      roomId: null,
      createdAt: expect.any(String),
      lastFetchedAt: null,
    });
    await fetchFeed(path);
    await fetchFeed(path.replace("/calendar/", "/calendar//"));
    const rows = await world.ownerSql`select * from calendar_feeds`;
    const events = await readRawStream(world.sql, `feed-${id}`);
    for (const text of [listed.body, rows, events, world.logged.join("")])
      expect(inspect(text, { depth: null })).not.toContain(token);
  });

  it.each([
    [{ scope: "all" }, "scope"],
    [{}, "scope"],
    [{ scope: "room" }, "roomId"],
    [{ scope: "room", roomId: 999 }, "roomId"],
    [{ scope: "room", roomId: "1" }, "roomId"],
    [{ scope: "free-busy", roomId: 999 }, "roomId"],
    [{ scope: "house", roomId: 1 }, "roomId"],
    [{ scope: "mine", roomId: 1 }, "roomId"],
  ])("is refused for %j, which names the field", async (body, path) => {
    const { world, manager } = feed;
    const answer = await world.call("/api/feeds", { method: "POST", token: manager, body });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([expect.objectContaining({ path })]);
  });

  it.each(["room", "house", "free-busy"])("is refused to customers with the scope %s", async (scope) => {
    const { world, ada } = feed;
    const body = { scope, ...(scope === "room" ? { roomId: 1 } : {}) };
    const answer = await world.call("/api/feeds", { method: "POST", token: ada.token, body });
    expect(answer.body).toMatchObject({ status: 403, code: "OwnFeedOnly" });
  });

  it("is refused to visitors and auditors, and beyond twenty feeds", async () => {
    const { world, customers, make } = feed;
    expect((await world.call("/api/feeds", { method: "POST", body: { scope: "mine" } })).status).toBe(401);
    const auditor = await world.logIn((await world.hire("auditor")).username);
    const refused = await world.call("/api/feeds", {
      method: "POST",
      token: auditor,
      body: { scope: "house" },
    });
    expect(refused.body).toMatchObject({ status: 403, code: "RoleNotPermitted" });
    const { token } = await customers.register();
    for (let n = 0; n < 20; n++) await make(token, { scope: "mine" });
    const one = { method: "POST", token, body: { scope: "mine" } };
    expect((await world.call("/api/feeds", one)).body).toMatchObject({ status: 409, code: "TooManyFeeds" });
  });
});

describe("a feed ends", () => {
  const gone = async (path: string) => {
    const answer = await feed.fetchFeed(path);
    expect(answer.body).toMatchObject({ status: 410, code: "FeedEnded" });
    const conditional = await feed.fetchFeed(path, { "If-None-Match": "*" });
    expect(conditional.status).toBe(410);
  };

  it("by its owner alone, at once, and once", async () => {
    const { world, customers, manager, ada, make, fetchFeed } = feed;
    const { id, path } = await make(ada.token, { scope: "mine" });
    const end = (token: string) => world.call(`/api/feeds/${id}`, { method: "DELETE", token });
    const other = await customers.register();
    for (const token of [other.token, manager])
      expect((await end(token)).body).toMatchObject({ status: 404, code: "FeedNotFound" });
    expect((await fetchFeed(path)).status).toBe(200);
    expect((await end(ada.token)).status).toBe(200);
    await gone(path);
    expect((await end(ada.token)).status).toBe(200);
    const { body } = await world.call("/api/feeds", { token: ada.token });
    expect(body.map((one: { id: number }) => one.id)).not.toContain(id);
    expect((await world.call("/api/feeds/999999", { method: "DELETE", token: ada.token })).status).toBe(404);
  });

  it("with the erasure of its customer", async () => {
    const { world, customers, make } = feed;
    const customer = await customers.register("leaving@example.test");
    const { path } = await make(customer.token, { scope: "mine" });
    const admin = await world.logIn((await world.hire("admin")).username);
    const body = { email: customer.email, confirm: customer.email };
    expect((await world.call("/api/erasures", { method: "POST", token: admin, body })).status).toBe(200);
    await gone(path);
  });

  it("when its colleague is deactivated, deleted, or may see no bookings any more", async () => {
    const { world, make } = feed;
    const colleagues = [await world.hire("desk"), await world.hire("staff"), await world.hire("staff")];
    const paths: string[] = [];
    for (const { username } of colleagues)
      paths.push((await make(await world.logIn(username), { scope: "house" })).path);
    const [deactivated, deleted, auditor] = colleagues;
    if (!deactivated || !deleted || !auditor) throw new Error("three colleagues");
    await world.change("DeactivateStaffAccount", deactivated);
    await world.change("DeleteStaffAccount", deleted);
    const admin = await world.logIn((await world.hire("admin")).username);
    const role = { method: "PATCH", token: admin, body: { role: "auditor" } };
    expect((await world.call(`/api/staff/${auditor.id}/role`, role)).status).toBe(200);
    for (const path of paths) await gone(path);
  });

  it("never began: 404, also for another form, and too many guesses wait", async () => {
    const { customers, ada, make, fetchFeed } = feed;
    for (const name of ["a".repeat(22), "a", "..", `${"a".repeat(22)}x`, "%00", "a b"]) {
      const answer = await fetchFeed(`/calendar/${name}.ics`, customers.fromElsewhere());
      expect([name, answer.status]).toEqual([name, 404]);
    }
    const headers = { "X-Forwarded-For": "203.0.113.77" };
    const { path } = await make(ada.token, { scope: "mine" });
    const statuses = [];
    for (let n = 0; n < 61; n++)
      statuses.push((await fetchFeed(`/calendar/${"b".repeat(22)}.ics`, headers)).status);
    expect(statuses.at(59)).toBe(404);
    expect(statuses.at(60)).toBe(429);
    expect((await fetchFeed(path, headers)).status).toBe(200);
  });
});
