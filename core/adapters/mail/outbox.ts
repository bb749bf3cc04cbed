/** Owns the outbox folder: where mails go as `.eml` files when no mail server is configured. Any mail program opens them. */
import { existsSync } from "node:fs";
import { mkdir, open, rename } from "node:fs/promises";
import { join } from "node:path";
import type { MailTransport } from "./mail-transport.ts";

/** Named by the mail, so that sending it twice leaves one file. */
const emlNameOf = (messageId: string): string =>
  `${messageId.replace(/^<|>$/g, "").replace(/[^\w.@-]/g, "_")}.eml`;

/** The folder is made with the first mail; like its files it is for the product's own user alone. */
export function createOutbox(folder: string): MailTransport {
  return {
    name: "outbox",
    async send({ messageId, mime }, handOver) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await handOver();
      const fileName = emlNameOf(messageId);
      // Whoever watches the folder sees whole files only.
      const unfinished = join(folder, `.${fileName}.part`);
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
  };
}
