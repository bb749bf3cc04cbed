/** Shows how mails are sent over SMTP, against a real SMTP server. */
import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, describe, expect, it } from "vitest";
import { MailNotSent, MailRefused } from "./mail-transport.ts";
import { createSmtpTransport } from "./smtp-transport.ts";

let server: SMTPServer | undefined;
const received: string[] = [];
afterEach(async () => {
  received.length = 0;
  await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  server = undefined;
});

/** A server that accepts everything except what the options refuse. */
async function serve(options: SMTPServerOptions = {}): Promise<string> {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    closeTimeout: 50,
    onData(stream, _session, answer) {
      let content = "";
      stream.on("error", () => undefined);
      stream.on("data", (chunk: Buffer) => {
        content += chunk.toString();
      });
      stream.on("end", () => {
        received.push(content);
        answer();
      });
    },
    ...options,
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return `127.0.0.1:${(server.server.address() as AddressInfo).port}`; // it listens on TCP
}

const MAIL = {
  messageId: `<${randomUUID()}@hub.example.test>`,
  from: "venue@hub.example.test",
  to: ["ada@example.test"],
  mime: Buffer.from("Subject: Hello\r\n\r\nA line\r\n.\r\nand another after a lone full stop\r\n"),
};
const nothing = async () => undefined;
const refusal = (responseCode: number) => Object.assign(new Error("<ada@example.test> no"), { responseCode });

describe("sending over SMTP", () => {
  it("delivers every byte, and records the hand-over when the server asks for the mail", async () => {
    const host = await serve();
    const order: string[] = [];
    await createSmtpTransport(`smtp://${host}`).send(MAIL, async () => void order.push("handed over"));
    expect(received).toEqual([MAIL.mime.toString()]);
    expect(order).toEqual(["handed over"]);
  });

  it("does not record the hand-over of a mail that the server did not ask for", async () => {
    const host = await serve({ onRcptTo: (_address, _session, answer) => answer(refusal(451)) });
    let marked = false;
    const sending = createSmtpTransport(`smtp://${host}`).send(MAIL, async () => {
      marked = true;
    });
    await expect(sending).rejects.toThrow(MailNotSent);
    expect(marked).toBe(false);
  });

  it("sends nothing if the hand-over is refused", async () => {
    const host = await serve();
    const stop = () => Promise.reject(new Error("taken over by another sender"));
    await expect(createSmtpTransport(`smtp://${host}`).send(MAIL, stop)).rejects.toThrow("taken over");
    expect(received).toEqual([]);
  });

  it.each([
    [550, MailRefused],
    [450, MailNotSent],
  ])("tells final from temporary refusals of a recipient (%i), without the address", async (code, kind) => {
    const host = await serve({ onRcptTo: (_address, _session, answer) => answer(refusal(code)) });
    const sending = createSmtpTransport(`smtp://${host}`).send(MAIL, nothing);
    await expect(sending).rejects.toThrow(kind);
    await expect(sending).rejects.toThrow(String(code));
    await expect(sending).rejects.not.toThrow("ada@example.test");
  });

  it("leaves a refused sender and a refused login to the operator to fix", async () => {
    const sender = await serve({ onMailFrom: (_address, _session, answer) => answer(refusal(550)) });
    await expect(createSmtpTransport(`smtp://${sender}`).send(MAIL, nothing)).rejects.toThrow(MailNotSent);
    await new Promise<void>((resolve) => server?.close(() => resolve()));
    const login = await serve({
      authOptional: false,
      onAuth: (_auth, _session, answer) => answer(refusal(535)),
    });
    const url = `smtp://hub:a-secret@${login}?requireTLS=false`;
    const sending = createSmtpTransport(url).send(MAIL, nothing);
    await expect(sending).rejects.toThrow(MailNotSent);
    await expect(sending).rejects.not.toThrow("a-secret");
  });

  it("sends no password to a server without TLS, unless its URL allows it", async () => {
    const received: unknown[] = [];
    const host = await serve({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth(auth, _session, answer) {
        received.push(auth.password);
        answer(null, { user: auth.username ?? "" });
      },
    });
    const secure = createSmtpTransport(`smtp://hub:a-secret@${host}`);
    await expect(secure.send(MAIL, nothing)).rejects.toThrow(MailNotSent);
    expect(received).toEqual([]);
    await createSmtpTransport(`smtp://hub:a-secret@${host}?requireTLS=false`).send(MAIL, nothing);
    expect(received).toEqual(["a-secret"]);
  });

  it("reports that no server answers", async () => {
    const host = await serve();
    await new Promise<void>((resolve) => server?.close(() => resolve()));
    server = undefined;
    await expect(createSmtpTransport(`smtp://${host}`).send(MAIL, nothing)).rejects.toThrow(MailNotSent);
  });
});
