/** Loads a billing account. It has an event for each visit and each payment, so a process remembers the accounts that it loaded last. */
import { createStreamLoader } from "../../log/remembered-streams.ts";
import { accountStream } from "./account.ts";

/** One of 2,000 visits takes about a megabyte. */
const REMEMBERED = 100;

export const loadAccount = createStreamLoader(accountStream, { most: REMEMBERED });
