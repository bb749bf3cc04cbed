/** Prints which statements a booking and an idle product cost, by kind: `tsx trials/bench/statements.ts`, after `make build`. */
import { benchStatements } from "./statements.bench.ts";

await benchStatements({ breakdown: true });
