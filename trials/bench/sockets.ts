/** Measures what open sockets cost, without the other benches: `tsx trials/bench/sockets.ts`, after `make build`. */
import { benchSockets } from "./sockets.bench.ts";

await benchSockets();
