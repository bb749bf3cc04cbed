/** Shows the line of `make status` about the seal. */
import { expect, it } from "vitest";
import type { WorkStatus } from "../projections/work-status.ts";
import { printStatus } from "./print-status.ts";

const now = new Date("2026-12-01T15:00:00Z");
const status = (seal: WorkStatus["seal"]): WorkStatus => ({
  followers: [],
  setAside: [],
  jobs: [],
  oldestTransactionSeconds: 0,
  stuckRefunds: 0,
  seal,
});

it.each<[WorkStatus["seal"], string]>([
  [
    { size: 0, signedAt: null, events: 3, seconds: 61.4, unvouchedKey: null },
    "seal: no head yet; 3 not sealed yet, the oldest for 61 s",
  ],
  [
    { size: 812, signedAt: new Date("2026-12-01T14:59:48Z"), events: 0, seconds: 0, unvouchedKey: null },
    "seal: 812 events under the head of 12 s ago; 0 not sealed yet, the oldest for 0 s",
  ],
  [
    { size: 1, signedAt: now, events: 0, seconds: 0, unvouchedKey: "hub.example/log+0a0b0c0d+AQ==" },
    "seal: 1 events under the head of 0 s ago; 0 not sealed yet, the oldest for 0 s; no key vouches for the newest key, hub.example/log+0a0b0c0d+AQ==: run make verify",
  ],
])("prints how far the log is sealed: %o", (seal, line) => {
  expect(printStatus(status(seal), now).at(-1)).toBe(line);
});
