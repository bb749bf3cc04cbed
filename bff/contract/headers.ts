/**
 * The names of the headers that carry log positions and idempotency keys. The file has no schemas, so that the browser can load it cheaply.
 */

/** Header of a write's answer: the log position after the write (`epoch.xid.position`). */
export const LOG_POSITION_HEADER = "log-position";

/**
 * Header of a read: the highest log position that the client has seen. The read waits (at most 2 s) until its projection has reached it.
 */
export const READ_AFTER_HEADER = "read-after";

/** Header of a create: the same key and body get the first answer again (decision 31). */
export const IDEMPOTENCY_KEY_HEADER = "idempotency-key";

/** Header of a repeated create: the challenge of `ProofOfWorkNeeded`, a dot, and the number that solves it. */
export const PROOF_OF_WORK_HEADER = "proof-of-work";
