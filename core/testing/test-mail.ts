/** Keeps the mails of a test as files: a real outbox in a folder of its own. */
import { mkdtempSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { openMailService } from "../adapters/mail/mail-service.ts";

export function openTestMail() {
  const dataDir = mkdtempSync(join(tmpdir(), "hub-mail-"));
  const outbox = join(dataDir, "outbox");
  return {
    office: openMailService({
      dataDir,
      venueEmail: "venue@hub.example.test",
      graph: undefined,
      smtpUrl: undefined,
    }),
    /** Every mail that was sent, parsed, in no particular order. */
    async read(): Promise<Email[]> {
      const names = await readdir(outbox).catch(() => []);
      const files = names.filter((name) => name.endsWith(".eml")).map((name) => readFile(join(outbox, name)));
      return Promise.all((await Promise.all(files)).map((file) => PostalMime.parse(file)));
    },
    remove: () => rm(dataDir, { recursive: true, force: true }),
  };
}

export type TestMail = ReturnType<typeof openTestMail>;
