/** Shows the lines of `make status` about the database servers. */
import { expect, it } from "vitest";
import { printServers, type ServersStatus } from "./servers-status.ts";

const sync = { name: "db-2", state: "sync", behindBytes: 16_432, lagSeconds: 0.24 };
const idle = { name: "db-3", state: "async", behindBytes: 0, lagSeconds: null };
const hidden = { name: "db-2", state: "hidden", behindBytes: null, lagSeconds: null };
const several = { primary: "db-1:5432", timeline: 3, commitsWait: true };
const one = { primary: "db:5432", timeline: null, commitsWait: false };

it.each<[string, ServersStatus, string[]]>([
  ["one server without standbys", { ...one, standbys: [] }, []],
  [
    "one server and its standbys",
    { ...one, standbys: [idle] },
    ["primary: db:5432, commits wait for no standby", "    db-3           async      0 bytes behind"],
  ],
  [
    "several servers",
    { ...several, standbys: [sync, idle] },
    [
      "primary: db-1:5432 (timeline 3), commits wait for a standby",
      "    db-2           sync       16432 bytes behind, replays after 0.2 s",
      "    db-3           async      0 bytes behind",
    ],
  ],
  [
    "a standby that commits wait for and that is unavailable",
    { ...several, standbys: [idle] },
    [
      "primary: db-1:5432 (timeline 3), commits wait for a standby that is away: no write is answered",
      "    db-3           async      0 bytes behind",
    ],
  ],
  [
    "several servers without standbys",
    { ...several, primary: null, commitsWait: false, standbys: [] },
    ["primary: not known (timeline 3), commits wait for no standby", "    no standby follows it"],
  ],
  [
    "standbys that the login may not see",
    { ...several, standbys: [hidden] },
    [
      "primary: db-1:5432 (timeline 3), commits wait for a standby",
      "    db-2           hidden     the owner's login may not see more: grant pg_read_all_stats to it",
    ],
  ],
])("prints %s", (_, status, lines) => {
  expect(printServers(status)).toEqual(lines);
});
