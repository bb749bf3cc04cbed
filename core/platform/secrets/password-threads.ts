/**
 * Runs the threads that hash passwords, started with the first password: a hash takes a processor for tens of
 * milliseconds, during which other requests would wait.
 */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Options } from "@node-rs/argon2";

export type PasswordTask =
  | { task: "hash"; password: string; with: Options }
  | { task: "verify"; password: string; with: string };

type Answer = { value: string | boolean } | { error: string };

/** Threads without a task; there are as many threads as there have been tasks at the same time. */
const idle: Worker[] = [];

/** Returns the hash, or whether the password is the one that was hashed. Throws if the given hash is invalid. */
export async function runPasswordTask(task: PasswordTask): Promise<string | boolean> {
  const thread = idle.pop() ?? new Worker(new URL("./password-thread.mjs", import.meta.url));
  thread.ref();
  thread.postMessage(task);
  const [answer]: Answer[] = await once(thread, "message");
  // An idle thread does not keep the process alive.
  thread.unref();
  idle.push(thread);
  if (!answer || "error" in answer) throw new Error(answer?.error ?? "The thread answered nothing");
  return answer.value;
}
