/** Loads the waitlist. It has an event for each entry and each offer, so a process remembers it. */

import { createStreamLoader } from "../../log/remembered-streams.ts";
import type { Loaded } from "../../log/transact.ts";
import type { Sql } from "../../platform/database/database.ts";
import { WAITLIST_ID, type Waitlist, waitlistStream } from "./waitlist.ts";

const load = createStreamLoader(waitlistStream, { most: 1 });

export const loadWaitlist = (sql: Sql): Promise<Loaded<Waitlist>> => load(sql, WAITLIST_ID);
