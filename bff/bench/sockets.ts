/** Measures what open sockets cost, without the other benches: `tsx bff/bench/sockets.ts`, after `make build`. */
import { benchSockets } from "./sockets.bench.ts";

await benchSockets();
