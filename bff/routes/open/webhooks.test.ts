/** Checks what admins do with webhooks: rotate, test, change, end, page, replay; and what is refused. */
import { describe, expect, it } from "vitest";
import { type Received, signedBy } from "../../../core/webhook/receiver-fixture.ts";
import { PATIENCE, typesOf, webhookWorld } from "./webhook-fixture.ts";

const hub = webhookWorld();
const { ask, make, gets, deliveriesOf, later } = hub;

describe("an admin", () => {
  it("rotates the secret: both sign for 24 hours, then the new one alone", async () => {
    const { id, secret } = await make({ events: ["booking.created"] });
    const rotated = (await ask("POST", `/api/webhooks/${id}/rotate`)).body;
    expect(rotated.secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(rotated.secret).not.toBe(secret);
    await hub.world.book();
    await gets(1);
    await later(24 * 60 + 1);
    await hub.world.book();
    await gets(2);
    const [both, alone] = hub.receiver.received as [Received, Received];
    expect([signedBy(rotated.secret, both), signedBy(secret, both)]).toEqual([[0], [1]]);
    expect([signedBy(rotated.secret, alone), signedBy(secret, alone)]).toEqual([[0], []]);
  });

  it("tests an address: one try, which the deliveries show", async () => {
    hub.receiver.answerWith({ status: 418, body: "teapot" });
    const { id, secret } = await make();
    const answer = await ask("POST", `/api/webhooks/${id}/test`);
    expect(answer).toMatchObject({
      status: 202,
      body: { type: "webhook.test", state: "waiting", position: null },
    });
    await expect
      .poll(async () => (await deliveriesOf(id))[0], PATIENCE)
      .toMatchObject({ id: answer.body.id, state: "failed", tries: [{ status: 418, answer: "teapot" }] });
    expect(typesOf(hub.receiver.received)).toEqual(["webhook.test"]);
    expect(signedBy(secret, hub.receiver.received[0] as Received)).toEqual([0]);
    expect((await ask("POST", `/api/webhooks/${id}/replay`, { from: answer.body.id })).body.errors).toEqual([
      { path: "from", message: "A test cannot be replayed" },
    ]);
  });

  it("changes and pauses; what is absent stays", async () => {
    const { id } = await make({ events: ["booking.cancelled"] });
    const change = (body: object) => ask("PATCH", `/api/webhooks/${id}`, body);
    expect((await change({ events: ["booking.created"] })).body).toMatchObject({
      events: ["booking.created"],
      url: hub.receiver.url,
      body: "thin",
    });
    expect((await change({ active: false })).body).toMatchObject({ active: false });
    await hub.world.book();
    expect((await ask("POST", `/api/webhooks/${id}/test`)).status).toBe(409);
    await change({ active: true });
    await hub.world.book();
    await gets(1);
    expect(await deliveriesOf(id)).toHaveLength(1);
  });

  it("makes one active again: what waited before is not sent, and holds nothing up", async () => {
    hub.receiver.answerWith({ status: 500 });
    const { id } = await make();
    const booking = await hub.world.book();
    await gets(1);
    await ask("PATCH", `/api/webhooks/${id}`, { active: false });
    hub.receiver.answerWith({ status: 204 });
    await ask("PATCH", `/api/webhooks/${id}`, { active: true });
    expect((await ask("PATCH", `/api/bookings/${booking}`, { status: "confirmed" })).status).toBe(200);
    await gets(2);
    await later(1);
    await expect
      .poll(async () => (await deliveriesOf(id)).map(({ state }: { state: string }) => state), PATIENCE)
      .toEqual(["delivered", "replaced"]);
    expect(typesOf(hub.receiver.received)).toEqual(["booking.created", "booking.confirmed"]);
  });

  it("ends one: nothing is sent any more, and nothing of it is found", async () => {
    const { id } = await make();
    expect((await ask("DELETE", `/api/webhooks/${id}`)).body).toEqual({ id });
    expect((await ask("DELETE", `/api/webhooks/${id}`)).status).toBe(200);
    for (const [method, path] of [
      ["GET", ""],
      ["PATCH", ""],
      ["GET", "/deliveries"],
      ["POST", "/test"],
      ["POST", "/rotate"],
    ] as const)
      expect(
        (await ask(method, `/api/webhooks/${id}${path}`, method === "GET" ? undefined : {})).status,
      ).toBe(404);
    const [row] = await hub.world
      .ownerSql`select secret, earlier_secret from webhooks where webhook_id = ${id}`;
    expect(row).toEqual({ secret: "", earlier_secret: null });
    await hub.world.book();
    expect(hub.receiver.received).toEqual([]);
  });

  it("pages through deliveries, the newest first", async () => {
    const { id } = await make({ events: ["booking.refunded"] });
    for (let n = 0; n < 51; n++) await ask("POST", `/api/webhooks/${id}/test`);
    const first = (await ask("GET", `/api/webhooks/${id}/deliveries`)).body;
    expect(first.deliveries).toHaveLength(50);
    const second = (await ask("GET", `/api/webhooks/${id}/deliveries?cursor=${first.next}`)).body;
    expect(second).toMatchObject({ deliveries: [{ type: "webhook.test" }], next: null });
  });
});

describe("what is refused names its field", () => {
  it.each([
    [{ url: "http://example.org/" }, "url"],
    [{ url: "https://10.0.0.1/" }, "url"],
    [{ url: "https://169.254.169.254/" }, "url"],
    [{ url: 7 }, "url"],
    [{ url: "https://example.org/\r\nhook" }, "url"],
    [{ url: "https://example.org/\0" }, "url"],
    [{ events: ["booking.eaten"] }, "events"],
    [{ events: [] }, "events"],
    [{ events: "booking.created" }, "events"],
    [{ body: "fat" }, "body"],
  ])("%j", async (given, field) => {
    const body = { url: hub.receiver.url, events: ["*"], ...given };
    const answer = await ask("POST", "/api/webhooks", body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].path).toMatch(new RegExp(`^${field}`));
  });

  it.each([["abc"], [-1], [1.5], ["del_0"], ["del_999999"], [null]])("replay from %j", async (from) => {
    const { id } = await make();
    const answer = await ask("POST", `/api/webhooks/${id}/replay`, { from });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: "from" }] } });
  });
});

it("neither an address nor a secret is in the log of events or of the product", async () => {
  const { secret } = await make({ url: `${hub.receiver.url}?key=very-secret` });
  await hub.world.book();
  await gets(1);
  const rows = await hub.world.ownerSql`select data from events where stream like 'webhook-%'`;
  const texts = JSON.stringify(rows) + hub.world.logged.join("\n");
  for (const hidden of [secret, "very-secret"]) expect(texts).not.toContain(hidden);
});
