/** Shows that the outbox folder contains only complete mails, each once. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EncodedMail } from "./mail.ts";
import { MailNotSent } from "./mail-transport.ts";
import { createOutbox } from "./outbox.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hub-outbox-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const mail = (text: string): EncodedMail => ({
  messageId: "<booking-1.1.booking-received@hub.example.test>",
  from: "venue@hub.example.test",
  to: ["ada@example.test"],
  mime: Buffer.from(text),
});
const FILE = "booking-1.1.booking-received@hub.example.test.eml";
const arrived = () => join(folder, FILE);

describe("the outbox", () => {
  it("keeps the mail that has arrived if a sender that was paused continues after another one", async () => {
    const outbox = createOutbox(folder);
    let first = 0;
    await outbox.send(mail("late"), async () => {
      await outbox.send(mail("sent by another"), async () => undefined);
      first = statSync(arrived()).ino;
    });
    expect(first).toBeGreaterThan(0);
    expect(statSync(arrived()).ino).toBe(first);
    expect(readFileSync(arrived(), "utf8")).toBe("sent by another");
    expect(readdirSync(folder)).toEqual([FILE]);
  });

  it("reports that the mail was not sent if its folder cannot be written, and why", async () => {
    writeFileSync(join(folder, "a file"), "");
    const outbox = createOutbox(join(folder, "a file", "outbox"));
    const sending = outbox.send(mail("never"), async () => undefined);
    await expect(sending).rejects.toThrow(MailNotSent);
    await expect(sending).rejects.toThrow("ENOTDIR");
  });

  it("shows one complete mail if two senders write it at once", async () => {
    const outbox = createOutbox(folder);
    const [long, short] = ["a".repeat(4_000_000), "b".repeat(1_000)];
    await Promise.all([long, short].map((text) => outbox.send(mail(text), async () => undefined)));
    expect([long, short]).toContain(readFileSync(arrived(), "utf8"));
    expect(readdirSync(folder)).toEqual([FILE]);
  });

  it("finds and removes what senders that died have left of a mail, from any attempt", async () => {
    const outbox = createOutbox(folder);
    await outbox.send(mail("sent"), async () => undefined);
    const left = [
      `.${FILE}.part`,
      `.${FILE}.0b8f8e0e-1d51-4f0a-9a4f-8a0f0f2f2a11.part`,
      `.${FILE}.5d0c4a55-52a8-4d4e-8b60-0d9a4cc7a7b2.part`,
      ".booking-2.1.booking-received@hub.example.test.eml.0b8f8e0e-1d51-4f0a-9a4f-8a0f0f2f2a11.part",
    ];
    for (const name of left) writeFileSync(join(folder, name), "half");
    expect((await outbox.storedMails?.ids())?.toSorted()).toEqual([
      "<booking-1.1.booking-received@hub.example.test>",
      "<booking-2.1.booking-received@hub.example.test>",
    ]);
    await outbox.storedMails?.remove([mail("").messageId]);
    expect(readdirSync(folder)).toEqual(left.slice(3));
  });
});
