/** Counts mails: each arrival of a file in the outbox, also a second one of the same name. */
import { existsSync, watch } from "node:fs";
import { join } from "node:path";
import type { HistoryWriter } from "../history.ts";

/** Returns the function that stops it. */
export function watchMails(folder: string, history: HistoryWriter): () => void {
  // A mail arrives when its file is renamed to its name. The removal of a mail at an erasure is reported in the same way.
  const watcher = watch(folder, (event, file) => {
    if (event !== "rename" || file === null || file.startsWith(".") || !file.endsWith(".eml")) return;
    if (existsSync(join(folder, file))) history.add({ kind: "mail", arrivedAt: Date.now(), file });
  });
  return () => watcher.close();
}
