/** `make words`: prints every fault, and exits with 1 if there is one. */
import { findRepositoryFaults } from "./words.ts";

const faults = findRepositoryFaults();
process.stdout.write(faults.map((fault) => `${fault}\n`).join(""));
if (faults.length > 0) process.exitCode = 1;
