/** Checks from which networks a token is used: what is noted, and who is told by mail. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readRawStream } from "../../../core/log/read.ts";
import { tokenWorld } from "./token-fixture.ts";

const PATIENCE = { timeout: 30_000, interval: 100 };

const hub = tokenWorld();
const { make, listed } = hub;

const from = (address: string) => ({ "X-Forwarded-For": address });

function mailsAbout(name: string): string[] {
  return readdirSync(hub.world.outbox)
    .map((file) => readFileSync(join(hub.world.outbox, file), "utf8"))
    .filter((text) => text.includes(name));
}

describe("a network", () => {
  it("that is new is told to the admin who made the token, once", async () => {
    const { id, token, name } = await make(["bookings:read"], { headers: from("203.0.113.7") });
    const use = (address: string) =>
      hub.world.call("/api/bookings?limit=1", { token, headers: from(address) });
    await use("203.0.113.200");
    await use("198.51.100.1");
    await Promise.all([use("198.51.100.2"), use("198.51.100.3")]);
    const events = async () => (await readRawStream(hub.world.sql, `token-${id}`)).map(({ type }) => type);
    expect(await events()).toEqual(["TokenMade", "TokenUsedFromNewNetwork"]);
    await expect.poll(() => mailsAbout(name).length, PATIENCE).toBe(1);
    const [mail] = mailsAbout(name);
    expect(mail).toContain("A token was used from a new network");
    expect(mail).not.toContain("198.51.100");
    expect(await listed(id)).toMatchObject({
      networks: expect.arrayContaining(["198.51.100.0/24", "203.0.113.0/24"]),
      lastUsedAt: expect.any(String),
    });
  });

  it("is told five times a day at most, and all are listed", async () => {
    const { id, token } = await make(["bookings:read"], { headers: from("192.0.2.1") });
    for (let n = 1; n <= 9; n += 1) {
      await hub.world.call("/api/bookings?limit=1", { token, headers: from(`10.0.${n}.1`) });
    }
    const events = await readRawStream(hub.world.sql, `token-${id}`);
    expect(events.filter(({ type }) => type === "TokenUsedFromNewNetwork")).toHaveLength(5);
    expect((await listed(id)).networks).toHaveLength(9);
  });
});

it("an admin who has left is not told; another one is", async () => {
  const second = await hub.world.hire("admin");
  const theirs = await hub.world.logIn(second.username);
  const answer = await hub.world.call("/api/tokens", {
    method: "POST",
    token: theirs,
    body: { name: "Left behind", scopes: ["bookings:read"], expiresOn: "2027-12-31" },
    headers: from("192.0.2.1"),
  });
  await hub.world.change("DeactivateStaffAccount", second);
  await hub.world.call("/api/bookings?limit=1", { token: answer.body.token, headers: from("198.51.100.9") });
  await expect.poll(() => mailsAbout("Left behind").length, PATIENCE).toBe(1);
  const [oldest] = await hub.world.sql<{ email: string }[]>`
    select email from staff_credentials where active and role = 'admin' order by staff_id limit 1`;
  expect(mailsAbout("Left behind")[0]).toContain(oldest?.email ?? "no admin");
});
