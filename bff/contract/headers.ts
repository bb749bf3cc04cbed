/** Owns the names of the headers that carry log positions and idempotency keys; free of schemas, for the browser's sake. */

/** Header of a write's answer: how far the log had come with it (`epoch.xid.position`). */
export const LOG_POSITION_HEADER = "log-position";

/** Header of a read: the highest log position the client has seen; the read waits (at most 2 s) until its view is there. */
export const READ_AFTER_HEADER = "read-after";

/** Header of a create: the same key and body get the first answer again (decision 31). */
export const IDEMPOTENCY_KEY_HEADER = "idempotency-key";

/** Header of a create's repeat: the challenge of `ProofOfWorkNeeded`, a dot, and the number that solves it. */
export const PROOF_OF_WORK_HEADER = "proof-of-work";
