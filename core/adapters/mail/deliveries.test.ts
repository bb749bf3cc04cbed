/** Shows that each mail is sent once, although senders die and several ask at once. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { deliverOnce } from "./deliveries.ts";
import { removeErasedMails } from "./erased-mails.ts";
import { MailNotSent, MailRefused, type MailTransport } from "./mail-transport.ts";
import { createOutbox } from "./outbox.ts";

let database: TestDatabase;
const folder = mkdtempSync(join(tmpdir(), "hub-deliveries-"));
const outbox = createOutbox(folder);
let mailId: string;
let mails = 0;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  mails += 1;
  mailId = `booking-${mails}@1/booking-received`;
});

const mail = () => ({
  messageId: `<mail-${mails}@hub.example.test>`,
  from: "venue@hub.example.test",
  to: ["ada@example.test"],
  mime: Buffer.from("Subject: Hello\r\n\r\nHello\r\n"),
});
const deliver = (transport: MailTransport = outbox) => deliverOnce(database.sql, transport, mailId, mail());
const files = () => readdirSync(folder).filter((name) => name === `mail-${mails}@hub.example.test.eml`);
const row = async () => {
  const [found] =
    await database.sql`select state, presumed, attempts, refusal from mails where mail_id = ${mailId}`;
  return found;
};
const leaseRunsOut = () => database.sql`update mails set lease_until = now() where mail_id = ${mailId}`;

/** A transport whose sender dies at this moment: the call never returns, and what it had begun stays as it was. */
function dyingSender(moment: "before" | "after", accepted: boolean): Promise<void> {
  return new Promise((died) => {
    const transport: MailTransport = {
      ...outbox,
      async send(given, handOver) {
        if (moment === "after") await handOver();
        if (accepted) await outbox.send(given, async () => undefined);
        died();
        return new Promise<never>(() => undefined);
      },
    };
    void deliver(transport);
  });
}

describe("a mail's delivery", () => {
  it("is given up right before sending, once the person it is about has been erased", async () => {
    const about = randomUUID();
    await database.ownerSql`insert into personal_data (id, first_name, recorded_at) values (${about}, 'Ada', now())`;
    const preparing: MailTransport = {
      ...outbox,
      async send(given, handOver) {
        await database.ownerSql`update personal_data set first_name = null, erased_at = now() where id = ${about}`;
        await outbox.send(given, handOver);
      },
    };
    const delivery = await deliverOnce(database.sql, preparing, mailId, mail(), { about });
    expect(delivery).toEqual({ outcome: "erased" });
    expect(files()).toEqual([]);
    expect(await row()).toMatchObject({ state: "taken" });
  });

  it("is removed from the outbox once it is settled and its person has been erased", async () => {
    const [erased, kept] = [randomUUID(), randomUUID()];
    for (const id of [erased, kept]) {
      await database.ownerSql`insert into personal_data (id, first_name, recorded_at) values (${id}, 'Ada', now())`;
      mails += 1;
      await deliverOnce(database.sql, outbox, `inquiry-${mails}@1/contact-message`, mail(), { about: id });
    }
    await database.ownerSql`update personal_data set first_name = null, erased_at = now() where id = ${erased}`;
    expect(await removeErasedMails(database.sql, outbox)).toEqual({ removed: 1, again: null });
    expect(files()).toHaveLength(1);
    mails -= 1;
    expect(files()).toEqual([]);
    mails += 1;
  });

  it("happens once, however often and by however many callers it is requested", async () => {
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => deliver()));
    expect(outcomes.filter(({ outcome }) => outcome === "sent")).toEqual([
      { outcome: "sent", presumed: false },
    ]);
    expect(await deliver()).toEqual({ outcome: "already" });
    expect(files()).toHaveLength(1);
  });

  it("is left alone while another sender holds it, and resumed when that sender has died", async () => {
    await dyingSender("before", false);
    expect(await deliver()).toMatchObject({ outcome: "busy", until: expect.any(Date) });
    await leaseRunsOut();
    expect(await deliver()).toEqual({ outcome: "sent", presumed: false });
    expect(files()).toHaveLength(1);
    expect(await row()).toMatchObject({ state: "sent", attempts: 2 });
  });

  it.each([
    ["was accepted", true, { outcome: "sent", presumed: true }],
    ["was not", false, { outcome: "sent", presumed: false }],
  ])("asks the transport if its sender died during the hand-over: it %s", async (_, accepted, outcome) => {
    await dyingSender("after", accepted);
    await leaseRunsOut();
    expect(await deliver()).toEqual(outcome);
    expect(files()).toHaveLength(1);
    expect(await row()).toMatchObject({ state: "sent", presumed: accepted });
  });

  it("counts as sent if it was handed to a transport that is no longer configured", async () => {
    await dyingSender("after", false);
    await leaseRunsOut();
    expect(await deliver({ ...outbox, name: "smtp" })).toEqual({ outcome: "sent", presumed: true });
  });

  it("is tried again at once if the transport says that it was not accepted", async () => {
    const failing: MailTransport = {
      ...outbox,
      async send(_mail, handOver) {
        await handOver();
        throw new MailNotSent("try later");
      },
    };
    await expect(deliver(failing)).rejects.toThrow("try later");
    expect(await row()).toMatchObject({ state: "taken" });
    expect(await deliver()).toEqual({ outcome: "sent", presumed: false });
  });

  it("is tried again at once by the worker that lost the answer to its claim, and by no other living worker", async () => {
    await database.sql`
      insert into workers (id, pid, session_start, alive_until)
      select id, 0, now(), now() + interval '1 minute' from unnest(array['one', 'other']) id`;
    await database.sql`
      insert into mails (mail_id, message_id, transport, state, claim, holder, lease_until, attempts)
      values (${mailId}, 'm', 'outbox', 'taken', ${randomUUID()}, 'one', now() + interval '2 minutes', 1)`;
    const deliverAs = (holder: string) => deliverOnce(database.sql, outbox, mailId, mail(), { holder });
    expect(await deliverAs("other")).toMatchObject({ outcome: "busy" });
    expect(await deliverAs("one")).toEqual({ outcome: "sent", presumed: false });
    expect(await deliverAs("one")).toEqual({ outcome: "already" });
    expect(files()).toHaveLength(1);
  });

  it("ends if the mail is refused for good", async () => {
    const refusing: MailTransport = {
      ...outbox,
      send: () => Promise.reject(new MailRefused("550 at RCPT TO")),
    };
    expect(await deliver(refusing)).toEqual({ outcome: "refused", reason: "550 at RCPT TO" });
    expect(await deliver()).toEqual({ outcome: "already" });
    expect(await row()).toMatchObject({ state: "refused", refusal: "550 at RCPT TO" });
  });

  it("stops a sender that was assumed dead before it sends anything", async () => {
    let goOn: () => void = () => undefined;
    const paused = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const sleepy: MailTransport = {
      ...outbox,
      async send(given, handOver) {
        await paused;
        await outbox.send(given, handOver);
      },
    };
    const slow = deliver(sleepy);
    await expect.poll(row).toMatchObject({ state: "taken" });
    await leaseRunsOut();
    expect(await deliver()).toEqual({ outcome: "sent", presumed: false });
    goOn();
    expect(await slow).toEqual({ outcome: "already" });
    expect(await row()).toMatchObject({ state: "sent", attempts: 2 });
  });
});
