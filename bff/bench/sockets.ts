/** Tells what open sockets cost, alone: `tsx bff/bench/sockets.ts`, after `make build`. */
import { benchSockets } from "./sockets.bench.ts";

await benchSockets();
