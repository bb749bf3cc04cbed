/** Owns the outbox folder: where mails go as `.eml` files when no mail server is configured. Any mail program opens them. */
import { existsSync } from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { MailTransport } from "./mail-transport.ts";

/** Named by the mail, so that sending it twice leaves one file. */
const emlNameOf = (messageId: string): string =>
  `${messageId.replace(/^<|>$/g, "").replace(/[^\w.@-]/g, "_")}.eml`;

const unfinishedNameOf = (fileName: string): string => `.${fileName}.part`;

/** Ids that we give have nothing in them that a file's name may not have. */
function messageIdIn(name: string): string | null {
  const id = /^(?:\.)?(.+)\.eml(?:\.part)?$/.exec(name)?.[1];
  return id === undefined ? null : `<${id}>`;
}

/** The folder is made with the first mail; like its files it is for the product's own user alone. */
export function createOutbox(folder: string): MailTransport {
  return {
    name: "outbox",
    async send({ messageId, mime }, handOver) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await handOver();
      const fileName = emlNameOf(messageId);
      // Whoever watches the folder sees whole files only.
      const unfinished = join(folder, unfinishedNameOf(fileName));
      const file = await open(unfinished, "w", 0o600);
      try {
        await file.writeFile(mime);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, join(folder, fileName));
    },
    wasAccepted: async (messageId) => existsSync(join(folder, emlNameOf(messageId))),
    kept: {
      async ids() {
        const names = await readdir(folder).catch(() => []);
        return [...new Set(names.flatMap((name) => messageIdIn(name) ?? []))];
      },
      async remove(messageId) {
        const fileName = emlNameOf(messageId);
        for (const name of [fileName, unfinishedNameOf(fileName)])
          await rm(join(folder, name), { force: true });
      },
    },
  };
}
