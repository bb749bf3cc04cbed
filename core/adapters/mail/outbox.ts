/** Writes mails as `.eml` files into the outbox folder, for when no mail server is configured. Any mail program opens them. */
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { link, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { MailNotSent, type MailTransport } from "./mail-transport.ts";

/** The name comes from the mail, so that sending it twice leaves one file. */
const emlNameOf = (messageId: string): string =>
  `${messageId.replace(/^<|>$/g, "").replace(/[^\w.@-]/g, "_")}.eml`;

/** Each attempt has its own file: two senders of one mail must not write into the same file. */
const unfinishedNameOf = (fileName: string): string => `.${fileName}.${randomUUID()}.part`;

/** The product's message ids contain only characters that a file name may have. */
function messageIdIn(name: string): string | null {
  const id = /^\.?(.+)\.eml(?:(?:\.[\w-]+)?\.part)?$/.exec(name)?.[1];
  return id === undefined ? null : `<${id}>`;
}

/** The folder is created with the first mail. The folder and its files are readable only by the product's own user. */
export function createOutbox(folder: string): MailTransport {
  const names = () => readdir(folder).catch(() => []);
  return {
    name: "outbox",
    async send({ messageId, mime }, handOver) {
      await writing(mkdir(folder, { recursive: true, mode: 0o700 }));
      await handOver();
      await writing(keep(folder, emlNameOf(messageId), mime));
    },
    wasAccepted: async (messageId) => existsSync(join(folder, emlNameOf(messageId))),
    storedMails: {
      async ids() {
        return [...new Set((await names()).flatMap((name) => messageIdIn(name) ?? []))];
      },
      async remove(messageIds) {
        const removed = new Set(messageIds.map(emlNameOf));
        for (const name of await names()) {
          const id = messageIdIn(name);
          if (id !== null && removed.has(emlNameOf(id))) await rm(join(folder, name), { force: true });
        }
      },
    },
  };
}

/** A full disk or a folder of another user: a later try may succeed. */
async function writing(done: Promise<unknown>): Promise<void> {
  try {
    await done;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "unknown";
    throw new MailNotSent(`The outbox folder cannot be written (${code})`, { cause: error });
  }
}

/** A program that watches the folder sees only complete files. */
async function keep(folder: string, fileName: string, mime: Buffer): Promise<void> {
  const unfinished = join(folder, unfinishedNameOf(fileName));
  try {
    const file = await open(unfinished, "wx", 0o600);
    try {
      await file.writeFile(mime);
      await file.sync();
    } finally {
      await file.close();
    }
    await publish(unfinished, join(folder, fileName));
  } finally {
    await rm(unfinished, { force: true });
  }
}

/**
 * While a mail is in the folder, its file is not replaced. A sender that was paused for longer than its lease continues
 * after another sender has sent the mail. A program that watches the folder would take a replaced file for a second
 * mail.
 */
async function publish(unfinished: string, final: string): Promise<void> {
  try {
    await link(unfinished, final);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EEXIST") return;
    if (code !== "EPERM" && code !== "ENOTSUP") throw error;
    // On a file system without links (FAT, some network folders) such a mail arrives twice.
    await rename(unfinished, final);
  }
}
