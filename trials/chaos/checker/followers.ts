/** Checks the followers of the log and the jobs: all followers are at its end, no stream is set aside, and no job is dead or left due. */

import type { Finding } from "./evidence/claims.ts";
import type { Evidence } from "./evidence/evidence.ts";

/** A job that has been due for longer than this counts as left unprocessed. */
const DUE_FOR = "15 seconds";

export async function checkFollowers({ db, log }: Evidence): Promise<Finding[]> {
  const end = log.at(-1);
  const cursors = await db<
    { name: string; epoch: number; xid: string; position: number; state: string; error: string | null }[]
  >`
    select name, epoch, xid::text as xid, position::float8 as position, state, parked_error as error
    from projection_cursors order by name`;
  const aside = await db<{ follower: string; stream: string; version: number; reason: string }[]>`
    select follower, stream, since_version as version, reason from streams_set_aside`;
  const jobs = await db<
    { id: number; task: string; attempts: number; error: string | null; dead: boolean }[]
  >`
    select id::float8 as id, task_identifier as task, attempts::int, last_error as error,
      attempts >= max_attempts as dead
    from graphile_worker.jobs
    where attempts >= max_attempts
      or greatest(run_at, coalesce(locked_at, run_at)) < clock_timestamp() - ${DUE_FOR}::interval
    order by id`;
  return [
    ...cursors.flatMap(({ name, epoch, xid, position, error, state }): Finding[] => {
      const subject = `follower ${name}`;
      const findings: Finding[] = [];
      if (end && (epoch !== end.epoch || xid !== end.xid || position !== end.position)) {
        const words = `is at ${epoch}/${xid}/${position}, the log at ${end.epoch}/${end.xid}/${end.position}`;
        findings.push({ claim: "followers.behind", subject, words });
      }
      if (state === "parked") findings.push({ claim: "followers.parked", subject, words: `${error}` });
      return findings;
    }),
    ...aside.map(
      ({ follower, stream, version, reason }): Finding => ({
        claim: "followers.set-aside",
        subject: stream,
        words: `${follower} has set it aside from v${version} on: ${reason}`,
      }),
    ),
    ...jobs.map(
      ({ id, task, attempts, error, dead }): Finding => ({
        claim: dead ? "jobs.dead" : "jobs.left",
        subject: `job ${id} ${task}`,
        words: dead
          ? `died after ${attempts} attempts: ${error}`
          : `has been due for ${DUE_FOR} or more, after ${attempts} attempts`,
      }),
    ),
  ];
}
