/** A test process that seals: it kills itself before the given statement, or continues until it is killed. */
import { openSql } from "../platform/database/database.ts";
import { testSealing } from "./log-fixture.ts";
import { seal } from "./seal.ts";

const [url = "", before = ""] = process.argv.slice(2);
const sql = openSql(url, { max: 2, applicationName: "hub sealing" });
const die = (): void => void process.kill(process.pid, "SIGKILL");
// Called with each statement just before it is sent.
sql.options.debug = (_connection, statement) => {
  if (before !== "" && statement.includes(before)) die();
  if (before === "its answer" && statement.includes("commit")) setImmediate(die);
};
do await seal(sql, testSealing());
while (before === "");
die();
