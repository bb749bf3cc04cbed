/** Shows that a mail's bytes contain what was given, and that no address or name can add a header. */
import PostalMime from "postal-mime";
import { describe, expect, it } from "vitest";
import { oneLine } from "../../text/one-line.ts";
import { encodeMail, isMailAddress, type Mail } from "./mail.ts";

const MAIL: Mail = {
  messageId: "<booking-1.2.booking-confirmed.abc@hub.example.test>",
  from: { name: "The Hub", address: "venue@hub.example.test" },
  to: { name: "Ada Byron", address: "ada@example.test" },
  subject: "Booking confirmed: Rehearsal Room, Sat, Dec 12, 10:00 AM",
  text: "Yes.\n",
  html: "<p>Yes.</p>",
  date: new Date("2026-12-01T15:00:00Z"),
};
const parsed = async (changes: Partial<Mail> = {}) =>
  PostalMime.parse((await encodeMail({ ...MAIL, ...changes })).mime);

describe("a mail's bytes", () => {
  it("contain both parts, under its own Message-ID and date", async () => {
    const mail = await parsed();
    expect(mail).toMatchObject({
      messageId: MAIL.messageId,
      subject: MAIL.subject,
      from: MAIL.from,
      to: [MAIL.to],
      date: "2026-12-01T15:00:00.000Z",
    });
    expect(mail.text?.trim()).toBe("Yes.");
    expect(mail.html?.trim()).toBe("<p>Yes.</p>");
  });

  it("ask automatic systems not to answer", async () => {
    const { headers } = await parsed();
    expect(headers).toContainEqual(
      expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }),
    );
  });

  it("contain a calendar file as an invitation and as a file to open", async () => {
    const content = "BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\nEND:VCALENDAR\r\n";
    const { mime } = await encodeMail({
      ...MAIL,
      calendar: { method: "CANCEL", fileName: "booking-1.ics", content },
    });
    expect(mime.toString()).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=CANCEL/i);
    expect(mime.toString()).toContain(Buffer.from(content).toString("base64"));
    const { attachments } = await PostalMime.parse(mime);
    expect(attachments.map(({ filename }) => filename)).toContain("booking-1.ics");
  });

  it("can contain any alphabet", async () => {
    const name = "Łukasz 🎺 Żak";
    const mail = await parsed({
      to: { name, address: "lukasz@example.test" },
      subject: `Message from ${name}`,
    });
    expect(mail.to).toEqual([{ name, address: "lukasz@example.test" }]);
    expect(mail.subject).toBe(`Message from ${name}`);
  });

  it.each([
    "Ada\r\nBcc: everyone@example.test",
    "Ada\nBcc: everyone@example.test",
    'Ada" <everyone@example.test>, "',
    "Ada\u2028Bcc: everyone@example.test",
    "=?utf-8?q?Ada=0D=0ABcc:_everybody=40example.test?=",
  ])("contain %j only as a name", async (name) => {
    const { mime } = await encodeMail({
      ...MAIL,
      to: { name, address: "ada@example.test" },
      replyTo: { name, address: "ada@example.test" },
      subject: `Message from ${name}`,
    });
    const mail = await PostalMime.parse(mime);
    expect(mail.headers.map(({ key }) => key)).not.toContain("bcc");
    expect(mail.bcc ?? []).toEqual([]);
    expect(mail.to).toHaveLength(1);
    expect(mail.to?.[0]?.address).toBe("ada@example.test");
    expect(mail.replyTo?.map(({ address }) => address)).toEqual(["ada@example.test"]);
  });

  it.each([
    "",
    "ada",
    "ada@",
    "a@b@c",
    "ada@example.test, bob@example.test",
    "ada@example.test\nBcc: x@y.test",
  ])("are not made for an invalid address: %j", async (address) => {
    expect(isMailAddress(address)).toBe(false);
    await expect(encodeMail({ ...MAIL, to: { name: "Ada", address } })).rejects.toThrow("invalid address");
  });
});

describe("text in a header", () => {
  it("is one line of limited length", () => {
    expect(oneLine("  Ada\t\r\n  Byron\u0000 ", 120)).toBe("Ada Byron");
    expect(oneLine("a".repeat(500), 120)).toHaveLength(120);
  });
});
