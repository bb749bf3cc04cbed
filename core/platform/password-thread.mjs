/** Owns the thread on which passwords are hashed: whoever waits for a page goes before it, in this process and in the database's. */
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { hashSync, verifySync } from "@node-rs/argon2";

/** As the worker's; under full load a hash still gets a tenth of a processor. */
const NICENESS = 10;

// Of this thread alone, which only Linux can do; elsewhere it would slow the whole process down.
if (process.platform === "linux") setPriority(NICENESS);

parentPort?.on("message", ({ task, password, with: hashOrCost }) => {
  try {
    const value = task === "hash" ? hashSync(password, hashOrCost) : verifySync(hashOrCost, password);
    parentPort?.postMessage({ value });
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
});
