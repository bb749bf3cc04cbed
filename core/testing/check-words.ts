/** `make words`: prints every fault, and exits with 1 if there is one. */
import { faultsHere } from "./words.ts";

const faults = faultsHere();
process.stdout.write(faults.map((fault) => `${fault}\n`).join(""));
if (faults.length > 0) process.exitCode = 1;
