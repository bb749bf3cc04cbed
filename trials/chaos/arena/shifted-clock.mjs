/** Simulates a wrong clock: loaded before a program by `node --import`, it shifts dates, not timers, by the milliseconds in a file. */
import { readFileSync } from "node:fs";

const LOOK_EVERY_MS = 100;

const RealDate = Date;
const file = new URL(import.meta.url).searchParams.get("file");
let shiftMs = 0;

const now = () => RealDate.now() + shiftMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});
RealDate.prototype.constructor = globalThis.Date;

function look() {
  try {
    shiftMs = Number(readFileSync(file ?? "", "utf8")) || 0;
  } catch {
    // Without the file the clock is right.
    shiftMs = 0;
  }
}
look();
setInterval(look, LOOK_EVERY_MS).unref();
