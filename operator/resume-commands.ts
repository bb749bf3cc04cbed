/** Runs `make resume`: lets a parked follower try again and resumes streams that were set aside. */
import type { Config } from "../core/platform/config/config.ts";
import type { Sql } from "../core/platform/database/database.ts";
import { resume } from "../projections/engine/cursor.ts";
import { readSetAside, resumeStreams } from "../projections/engine/set-aside.ts";
import { wakeFollowers } from "../projections/engine/wake-followers.ts";
import { followers } from "../projections/followers.ts";
import { printLine } from "./operator.ts";
import { followerContext } from "./rebuild-command.ts";

/** `null`: all of them. */
export async function resumeFollowers(sql: Sql, follower: string | null): Promise<void> {
  const resumed = await resume(sql, follower);
  await wakeFollowers(sql);
  printLine(resumed.length > 0 ? `Resumed: ${resumed.join(", ")}.` : "Nothing was parked.");
}

/** Returns for how many followers the stream stays set aside. */
export async function resumeStream(sql: Sql, config: Config, stream: string): Promise<number> {
  const resumed = await resumeStreams(sql, followers(await followerContext(sql, config)), stream);
  for (const { follower, version } of resumed)
    printLine(`${follower}: ${stream} resumed from version ${version}.`);
  const left = (await readSetAside(sql)).filter((aside) => aside.stream === stream);
  for (const { follower, version, reason } of left) {
    printLine(`${follower}: ${stream} stays set aside from version ${version}: ${reason}`);
  }
  if (resumed.length + left.length === 0) printLine(`${stream} is not set aside.`);
  return left.length;
}
