/** Owns the count of mails: each arrival of a file in the outbox, also a second one of the same name. */
import { existsSync, watch } from "node:fs";
import { join } from "node:path";
import type { HistoryWriter } from "../history.ts";

/** Answers how to end it. */
export function watchMails(folder: string, history: HistoryWriter): () => void {
  // A mail arrives by being renamed to its name; one that is removed, its person being erased, is told of in the same way.
  const watcher = watch(folder, (event, file) => {
    if (event !== "rename" || file === null || file.startsWith(".") || !file.endsWith(".eml")) return;
    if (existsSync(join(folder, file))) history.add({ kind: "mail", arrivedAt: Date.now(), file });
  });
  return () => watcher.close();
}
