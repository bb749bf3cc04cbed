/** Owns the outbox folder: where mails go as `.eml` files when no mail server is configured. Any mail program opens them. */
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { link, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { MailNotSent, type MailTransport } from "./mail-transport.ts";

/** Named by the mail, so that sending it twice leaves one file. */
const emlNameOf = (messageId: string): string =>
  `${messageId.replace(/^<|>$/g, "").replace(/[^\w.@-]/g, "_")}.eml`;

/** Each attempt has a file of its own: two senders of one mail must not write into the same one. */
const unfinishedNameOf = (fileName: string): string => `.${fileName}.${randomUUID()}.part`;

/** Ids that we give have nothing in them that a file's name may not have. */
function messageIdIn(name: string): string | null {
  const id = /^\.?(.+)\.eml(?:(?:\.[\w-]+)?\.part)?$/.exec(name)?.[1];
  return id === undefined ? null : `<${id}>`;
}

/** The folder is made with the first mail; like its files it is for the product's own user alone. */
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
    kept: {
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

/** A full disk, a folder that is another user's: a later try may fare better. */
async function writing(done: Promise<unknown>): Promise<void> {
  try {
    await done;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "unknown";
    throw new MailNotSent(`The outbox folder cannot be written (${code})`, { cause: error });
  }
}

/** Whoever watches the folder sees whole files only. */
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
 * While a mail lies in the folder, it stays the file that it is: a sender that was stopped for longer than its lease goes on after another
 * has sent the mail, and to whoever watches the folder a file moved over it would be a second arrival.
 */
async function publish(unfinished: string, final: string): Promise<void> {
  try {
    await link(unfinished, final);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EEXIST") return;
    if (code !== "EPERM" && code !== "ENOTSUP") throw error;
    // A file system without links (FAT, some network folders): there such a mail arrives twice.
    await rename(unfinished, final);
  }
}
