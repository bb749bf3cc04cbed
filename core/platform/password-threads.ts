/** Owns the threads that hash passwords, from the first password on: a hash takes a processor for tens of milliseconds, and others wait for that processor. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Options } from "@node-rs/argon2";

export type PasswordTask =
  | { task: "hash"; password: string; with: Options }
  | { task: "verify"; password: string; with: string };

type Answer = { value: string | boolean } | { error: string };

/** Threads that have nothing to do; there are as many as tasks have been under way at once. */
const idle: Worker[] = [];

/** Answers the hash, or whether the password is the one that was hashed. Throws on a hash that is none. */
export async function onPasswordThread(task: PasswordTask): Promise<string | boolean> {
  const thread = idle.pop() ?? new Worker(new URL("./password-thread.mjs", import.meta.url));
  thread.ref();
  thread.postMessage(task);
  const [answer]: Answer[] = await once(thread, "message");
  // An idle thread keeps no process alive.
  thread.unref();
  idle.push(thread);
  if (!answer || "error" in answer) throw new Error(answer?.error ?? "The thread answered nothing");
  return answer.value;
}
