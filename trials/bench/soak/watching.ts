/** The program of the soak's watcher: on an order it reads the product's figures, or counts the rows of its tables. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openSql } from "../../../core/platform/database/database.ts";
import { handleOrders } from "../crowd/child.ts";
import { look, tablesNow } from "./watch.ts";
import type { WatchOrder } from "./watcher.ts";

const [root = "", origin = "", dataDir = ""] = process.argv.slice(2);
const sql = openSql(readFileSync(join(dataDir, "owner-url"), "utf8").trim(), {
  max: 1,
  applicationName: "soak",
});
handleOrders<{ type: WatchOrder }>(({ type }) =>
  type === "look" ? look({ root: Number(root), origin, sql }) : tablesNow(sql),
);
