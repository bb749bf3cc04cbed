/** The thread on which passwords are hashed, at a lower priority than page requests, in this process and in the database's. */
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { hashSync, verifySync } from "@node-rs/argon2";

/** The same as the worker's; under full load a hash still gets a tenth of a processor. */
const NICENESS = 10;

// Only Linux can set the priority of one thread; elsewhere this would slow down the whole process.
if (process.platform === "linux") setPriority(NICENESS);

parentPort?.on("message", ({ task, password, with: hashOrCost }) => {
  try {
    const value = task === "hash" ? hashSync(password, hashOrCost) : verifySync(hashOrCost, password);
    parentPort?.postMessage({ value });
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
});
