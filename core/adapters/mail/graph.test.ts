/** Shows how mails and calendar entries are sent through Microsoft Graph, against a simulated Graph. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestClock } from "../../testing/test-core.ts";
import { createGraphCalendar } from "./graph-calendar.ts";
import { createGraphClient, GraphFailure } from "./graph-client.ts";
import { GRAPH_CONFIG, type GraphServer, startGraphServer } from "./graph-fixture.ts";
import { createGraphTransport } from "./graph-transport.ts";
import { encodeMail, type Mail } from "./mail.ts";
import { MailNotSent, MailRefused } from "./mail-transport.ts";

let server: GraphServer;
const clock = createTestClock();
const clientOf = (changes: Partial<typeof GRAPH_CONFIG> = {}) =>
  createGraphClient({ ...GRAPH_CONFIG, ...changes }, { clock, addresses: server.addresses });

beforeEach(async () => {
  server = await startGraphServer();
});
afterEach(() => server.close());

const MAIL: Mail = {
  messageId: "<booking-1.2.booking-confirmed.abc@hub.example.test>",
  from: { name: "The Hub", address: GRAPH_CONFIG.sender },
  to: { name: "Ada Byron", address: "ada@example.test" },
  subject: "Booking confirmed",
  text: "Yes.",
  html: "<p>Yes.</p>",
  date: new Date("2026-12-01T15:00:00Z"),
};
const handedOver: string[] = [];
const handOver = async () => void handedOver.push("handed over");

describe("sending through Graph", () => {
  it("sends the whole mail as MIME, once the hand-over is recorded", async () => {
    await createGraphTransport(clientOf()).send(await encodeMail(MAIL), handOver);
    expect(server.sent).toMatchObject([
      { messageId: MAIL.messageId, subject: "Booking confirmed", to: [{ address: "ada@example.test" }] },
    ]);
    expect(server.sent[0]?.html).toContain("<p>Yes.</p>");
    expect(handedOver).toEqual(["handed over"]);
  });

  it("requests a token once, until it ends or is revoked", async () => {
    const transport = createGraphTransport(clientOf());
    const mail = await encodeMail(MAIL);
    await transport.send(mail, handOver);
    await transport.send(mail, handOver);
    expect(server.tokensGiven).toBe(1);
    server.revokeTokens();
    await transport.send(mail, handOver);
    expect(server.tokensGiven).toBe(2);
    clock.advanceMinutes(60);
    await transport.send(mail, handOver);
    expect(server.tokensGiven).toBe(3);
  });

  it.each([
    [{ status: 400, code: "ErrorInvalidRecipients" }, MailRefused],
    [{ status: 429, code: "ApplicationThrottled" }, MailNotSent],
    [{ status: 503, code: "ServiceUnavailable" }, MailNotSent],
    [{ status: 403, code: "ErrorAccessDenied" }, MailNotSent],
  ])("tells a final refusal from a temporary one: %j", async (refusal, kind) => {
    server.refuse("/sendMail", refusal);
    const sending = createGraphTransport(clientOf()).send(await encodeMail(MAIL), handOver);
    await expect(sending).rejects.toThrow(kind);
    await expect(sending).rejects.toThrow(refusal.code);
  });

  it("sends nothing if the hand-over is refused", async () => {
    const stop = () => Promise.reject(new Error("taken over"));
    await expect(createGraphTransport(clientOf()).send(await encodeMail(MAIL), stop)).rejects.toThrow(
      "taken over",
    );
    expect(server.sent).toEqual([]);
  });

  it("finds out whether a mail was sent whose sender died", async () => {
    const transport = createGraphTransport(clientOf());
    expect(await transport.wasAccepted(MAIL.messageId)).toBe(false);
    server.hangUpAfter("/sendMail");
    await expect(transport.send(await encodeMail(MAIL), handOver)).rejects.toThrow(MailNotSent);
    expect(await transport.wasAccepted(MAIL.messageId)).toBe(true);
    server.refuse("/messages", { status: 403, code: "ErrorAccessDenied" });
    expect(await transport.wasAccepted("<another@hub.example.test>")).toBe(true);
  });

  it("tells the operator why it is refused, without the secret", async () => {
    const probe = createGraphCalendar(clientOf({ clientSecret: "wrong" })).probe();
    await expect(probe).rejects.toThrow(
      "Microsoft refused the application's login: AADSTS7000215: Invalid client secret provided.",
    );
    await expect(probe).rejects.not.toThrow(/wrong|Trace/);
  });

  it("reports that there was no answer", async () => {
    await server.close();
    await expect(createGraphCalendar(clientOf()).probe()).rejects.toMatchObject({ status: null });
    await expect(createGraphCalendar(clientOf()).probe()).rejects.toThrow(/did not answer at 127.0.0.1/);
  });
});

describe("the venue's calendar", () => {
  const ENTRY = {
    subject: "Rehearsal Room: booking 1",
    text: "http://hub.example.test/admin",
    location: "Rehearsal Room",
    startsAt: new Date("2026-12-12T15:00:00Z"),
    endsAt: new Date("2026-12-12T17:00:00Z"),
  };

  it("makes, moves and removes an entry", async () => {
    const calendar = createGraphCalendar(clientOf());
    await calendar.probe();
    const id = await calendar.create(ENTRY, "transaction");
    expect(server.events).toMatchObject([
      {
        subject: "Rehearsal Room: booking 1",
        start: { dateTime: "2026-12-12T15:00:00.000", timeZone: "UTC" },
        end: { dateTime: "2026-12-12T17:00:00.000", timeZone: "UTC" },
      },
    ]);
    expect(await calendar.update(id, { ...ENTRY, startsAt: new Date("2026-12-12T16:00:00Z") })).toBe(true);
    expect(server.events).toMatchObject([{ start: { dateTime: "2026-12-12T16:00:00.000" } }]);
    await calendar.remove(id);
    await calendar.remove(id);
    expect(server.events).toEqual([]);
    expect(await calendar.update(id, ENTRY)).toBe(false);
  });

  it("makes one entry per transaction, however often it is requested", async () => {
    const calendar = createGraphCalendar(clientOf());
    server.hangUpAfter("/events");
    await expect(calendar.create(ENTRY, "transaction")).rejects.toThrow(GraphFailure);
    await calendar.create(ENTRY, "transaction");
    expect(server.events).toHaveLength(1);
  });
});
