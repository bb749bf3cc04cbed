/** Runs a restore in a test process that kills itself without notice at a given step. */
import { restore } from "./backup-fixture.ts";

const [url = "", file = "", step = "", nth = "1"] = process.argv.slice(2);
let seen = 0;
await restore(url, file, {
  onProgress(at) {
    if (at === step) seen += 1;
    if (seen === Number(nth)) process.kill(process.pid, "SIGKILL");
  },
});
