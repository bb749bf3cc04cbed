/** The web worker that solves one puzzle. */
import { type Puzzle, solve } from "./proof-of-work.ts";

addEventListener("message", ({ data }: MessageEvent<Puzzle>) => postMessage(solve(data)), { once: true });
