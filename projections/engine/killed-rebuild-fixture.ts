/** Runs a rebuild in a test process that kills itself without notice at a given step. */
import { openSql } from "../../core/platform/database/database.ts";
import { NO_PSEUDONYMS } from "../../core/platform/secrets/pseudonyms.ts";
import { projections } from "../followers.ts";
import { rebuildProjections } from "./rebuild.ts";

const [url = "", name = "", step = "", nth = "1"] = process.argv.slice(2);
const sql = openSql(url, { max: 4, applicationName: "hub killed" });
const wanted = projections({ timeZone: "America/New_York", ...NO_PSEUDONYMS }).filter(
  (one) => one.name === name,
);
let seen = 0;
await rebuildProjections(sql, wanted, {
  onProgress({ phase }) {
    if (phase === step) seen += 1;
    if (seen === Number(nth)) process.kill(process.pid, "SIGKILL");
  },
});
