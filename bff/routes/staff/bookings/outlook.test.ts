import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  GRAPH_CONFIG,
  type GraphServer,
  startGraphServer,
} from "../../../../core/adapters/mail/graph-fixture.ts";
import { openMailService } from "../../../../core/adapters/mail/mail-service.ts";
import { openTestMail, type TestMail } from "../../../../core/testing/test-mail.ts";
import { type StaffWorld, startStaffWorld } from "../../../testing/staff-fixture.ts";

const CONNECTION = "/api/test-outlook-graph";
const EMAIL = "/api/test-email";

async function tokenOf(world: StaffWorld): Promise<string> {
  return world.logIn((await world.hire("staff")).username);
}

describe("without a mail server", () => {
  let world: StaffWorld;
  let mail: TestMail;
  beforeAll(async () => {
    mail = openTestMail();
    world = await startStaffWorld({ mail: mail.office });
  });
  afterAll(async () => {
    await world.close();
    await mail.remove();
  });

  it("is for staff only", async () => {
    const customer = await world.customerToken();
    for (const [path, method] of [[CONNECTION], [EMAIL, "POST"]] as const) {
      expect((await world.call(path, { method: method ?? "GET" })).status).toBe(401);
      expect((await world.call(path, { method: method ?? "GET", token: customer })).status).toBe(403);
    }
  });

  it("says that Graph is not configured, and what is missing", async () => {
    const { status, body } = await world.call(CONNECTION, { token: await tokenOf(world) });
    expect(status).toBe(200);
    expect(body).toEqual({
      connected: false,
      configured: false,
      timestamp: world.clock.now().toISOString(),
      error: expect.stringContaining("GRAPH_TENANT_ID"),
    });
  });

  it("writes the test email to the outbox, and says that it was not sent", async () => {
    const { status, body } = await world.call(EMAIL, { method: "POST", token: await tokenOf(world) });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: false,
      timestamp: world.clock.now().toISOString(),
      error: expect.stringContaining("outbox"),
      sentTo: "venue@hub.example.test",
      via: "outbox",
    });
    const subjects = (await mail.read()).map(({ subject }) => subject);
    expect(subjects).toContain("Test email from The Hub");
  });
});

describe("with Microsoft Graph", () => {
  let world: StaffWorld;
  let graph: GraphServer;
  let token: string;
  beforeAll(async () => {
    graph = await startGraphServer();
    const config = {
      graph: GRAPH_CONFIG,
      smtpUrl: undefined,
      dataDir: "nowhere",
      venueEmail: "venue@hub.example.test",
    };
    world = await startStaffWorld({ mail: openMailService(config, { addresses: graph.addresses }) });
    token = await tokenOf(world);
  });
  afterAll(async () => {
    await world.close();
    await graph.close();
  });

  it("is connected, and sends the test email from its own mailbox to the venue's", async () => {
    expect((await world.call(CONNECTION, { token })).body).toMatchObject({
      connected: true,
      configured: true,
      error: null,
    });
    const { body } = await world.call(EMAIL, { method: "POST", token });
    expect(body).toMatchObject({ success: true, error: null, via: "graph" });
    const sent = graph.sent.find(({ subject }) => subject === "Test email from The Hub");
    expect(sent).toMatchObject({
      from: { address: GRAPH_CONFIG.sender },
      to: [{ address: "venue@hub.example.test" }],
    });
  });

  it("tells in Graph's words why it is not connected, or the mail not sent", async () => {
    graph.refuse("/calendar", { status: 403, code: "ErrorAccessDenied" });
    expect((await world.call(CONNECTION, { token })).body).toMatchObject({
      connected: false,
      configured: true,
      error: expect.stringContaining("403: ErrorAccessDenied"),
    });
    graph.refuse("/sendMail", { status: 429, code: "ApplicationThrottled" });
    const { body } = await world.call(EMAIL, { method: "POST", token });
    expect(body).toMatchObject({
      success: false,
      error: expect.stringContaining("429 ApplicationThrottled"),
    });
  });
});
