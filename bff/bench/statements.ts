/**
 * Prints which statements a single booking and an idle product cost, one line for each kind: `tsx bff/bench/statements.ts`, after `make
 * build`.
 */
import { benchStatements } from "./statements.bench.ts";

await benchStatements({ breakdown: true });
