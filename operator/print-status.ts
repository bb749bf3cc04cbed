/** Prints the state of followers and jobs on an operator's terminal. */
import { formatPosition } from "../core/log/position.ts";
import type { RebuildStatus, WorkStatus } from "../projections/work-status.ts";

const secondsSince = (instant: Date | null, now: Date): number =>
  instant ? Math.max(0, Math.round((now.getTime() - instant.getTime()) / 1_000)) : 0;

function linesOfRebuild(name: string, { version, done, behind, at, error }: RebuildStatus): string[] {
  const progress = `${done} events folded, ${behind} to go, last at ${at.toISOString()}`;
  return [
    `${name.padEnd(14)} rebuilding v${version}  ${progress}`,
    ...(error === null ? [] : [`    stopped: ${error}`, `    then: make rebuild PROJECTION=${name}`]),
  ];
}

/** One line per stream, with all followers for which it is set aside. */
function linesOfSetAside(asides: WorkStatus["setAside"]): string[] {
  const streams = new Map(asides.map((aside) => [aside.stream, aside]));
  return [
    `streams set aside: ${streams.size}`,
    ...[...streams.values()].flatMap(({ stream, version, reason, since }) => {
      const followers = asides.filter((aside) => aside.stream === stream).map(({ follower }) => follower);
      return [
        `${stream}@${version} set aside since ${since.toISOString()} in ${followers.join(", ")}: ${reason}`,
        `    then: make resume STREAM=${stream}`,
      ];
    }),
  ];
}

function lineOfSeal(
  { size, signedAt, events, seconds, unvouchedKey }: WorkStatus["seal"],
  now: Date,
): string {
  const head = signedAt
    ? `${size} events under the head of ${secondsSince(signedAt, now)} s ago`
    : "no head yet";
  const said = `seal: ${head}; ${events} not sealed yet, the oldest for ${Math.round(seconds)} s`;
  return unvouchedKey === null
    ? said
    : `${said}; no key vouches for the newest key, ${unvouchedKey}: run make verify`;
}

/** A line per follower, the jobs by task, and transactions that delay all followers. Lags are in events and seconds of the oldest event. */
export function printStatus(status: WorkStatus, now: Date): string[] {
  const followers = status.followers.flatMap(
    ({ name, version, cursor, behind, behindSince, parked, rebuild }) => {
      const state = parked ? "parked" : "running";
      const lag = `${behind} events behind, ${secondsSince(behindSince, now)} s`;
      const place = formatPosition(cursor).padEnd(22);
      return [
        `${name.padEnd(14)} ${state.padEnd(10)} v${version}  at ${place} ${lag}`,
        ...(parked
          ? [
              `    since ${parked.since.toISOString()}: ${parked.error}`,
              `    then: make resume FOLLOWER=${name}`,
            ]
          : []),
        ...(rebuild ? linesOfRebuild(name, rebuild) : []),
      ];
    },
  );
  const jobs = status.jobs.map(
    ({ task, waiting, running, dead }) =>
      `${task.padEnd(22)} ${waiting} waiting, ${running} running, ${dead} dead`,
  );
  return [
    "followers",
    ...followers,
    ...linesOfSetAside(status.setAside),
    "jobs",
    ...(jobs.length > 0 ? jobs : ["none"]),
    `oldest transaction: ${status.oldestTransactionSeconds.toFixed(1)} s`,
    `refunds under way for more than an hour: ${status.stuckRefunds}`,
    lineOfSeal(status.seal, now),
  ];
}
