/** Keeps the client's types as new as the API, and uses the client as another program would: against a running product. */
import { createClient, type Problem } from "hub-client";
import openapiTypes, { astToString } from "openapi-typescript";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type StaffWorld, startStaffWorld } from "../bff/testing/staff-fixture.ts";

let world: StaffWorld;
let baseUrl: string;
let token: string;
beforeAll(async () => {
  world = await startStaffWorld();
  baseUrl = `http://127.0.0.1:${world.port}`;
  const session = await world.logIn((await world.hire("admin")).username);
  const body = { name: "Client", scopes: ["bookings:read"], expiresOn: "2027-06-30" };
  token = (await world.call("/api/tokens", { method: "POST", token: session, body })).body.token;
});
afterAll(() => world.close());

it("has the types of the API as it is; `make client` writes them", async () => {
  const { body } = await world.call("/api/openapi.json");
  const types = astToString(await openapiTypes(body));
  const first = "/** Made by `make client` from the OpenAPI document. Do not change it by hand. */";
  await expect(`${first}\n${types}`).toMatchFileSnapshot("schema.d.ts");
});

it("lists rooms and reads when one is taken, without a token", async () => {
  const hub = createClient({ baseUrl });
  const rooms = await hub.GET("/api/rooms");
  const [room] = rooms.data ?? [];
  if (!room) throw new Error("no room");
  const name: string = room.name;
  expect(name).not.toBe("");
  const taken = await hub.GET("/api/rooms/{id}/bookings", {
    params: { path: { id: room.id }, query: { startDate: "2026-12-15", endDate: "2026-12-16" } },
  });
  expect(taken.response.status).toBe(200);
  expect(taken.data).toEqual([]);
});

it("reads a booking with a token", async () => {
  const id = await world.book();
  const hub = createClient({ baseUrl, token });
  const { data } = await hub.GET("/api/bookings/{id}", { params: { path: { id } } });
  expect(data?.id).toBe(id);
});

it("gets refusals as typed problems", async () => {
  const hub = createClient({ baseUrl, token });
  const missing = await hub.GET("/api/bookings/{id}", { params: { path: { id: 999_999 } } });
  const problem: Problem | undefined = missing.error;
  expect(problem).toMatchObject({ code: "BookingNotFound", status: 404 });
  const beyond = await hub.GET("/api/events");
  expect(beyond.error?.code).toBe("TokenScopeMissing");
});
