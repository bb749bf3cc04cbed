/** Lists the problems that the faults found in the product. Each is fixed and has a test; its seeds are kept. */

interface KeptSeed {
  seed: number;
  arrangement: "processes" | "product";
}

interface Found {
  problem: string;
  fix: string;
  /** The test that fails without the fix. */
  test: string;
  /** `make chaos SEED=` draws the same faults again; how they meet the traffic differs by milliseconds. Empty if it was found otherwise. */
  seeds: readonly KeptSeed[];
}

export const FIXED_PROBLEMS: readonly Found[] = [
  {
    problem:
      "A refund had failed twice. An old report of its first try was read again and marked it as issued in the log, though no money was returned.",
    fix: "A booking records every failed try.",
    test: "core/booking/payment/refunds.spec.ts",
    seeds: [
      { seed: 1, arrangement: "processes" },
      { seed: 2, arrangement: "product" },
    ],
  },
  {
    problem:
      "A read waited two seconds for its read table and then answered an older state: a guest who had moved a booking saw its old time.",
    fix: "Such a read is answered 503 with `Retry-After`, and the page repeats it.",
    test: "bff/live/view-reads.test.ts",
    seeds: [{ seed: 11, arrangement: "processes" }],
  },
  {
    problem:
      "After the loss of a server the read tables were older for a moment, and the live feed sent the same changes again.",
    fix: "The feed repeats changes only if what it sent is no longer in the log.",
    test: "bff/live/feed.test.ts",
    seeds: [],
  },
  {
    problem:
      "A worker that was stopped while it sent a mail, and continued later, delivered the mail again after another worker had sent it.",
    fix: "The outbox links a finished file to its name, which fails if the mail is already there.",
    test: "core/adapters/mail/outbox.spec.ts",
    seeds: [],
  },
  {
    problem: "A test email to an outbox on a full disk was answered 500.",
    fix: "The answer names the cause.",
    test: "core/adapters/mail/outbox.spec.ts",
    seeds: [],
  },
  {
    problem:
      "When a machine's clock was set while a process ran, the process used the wrong time for up to 30 seconds; its webhooks, mails and seals kept that time.",
    fix: "All processes use one shared clock, and add the elapsed time between two readings of it.",
    test: "core/platform/clock.test.ts",
    seeds: [],
  },
  {
    problem: "Reports of the provider were skipped forever if the database's clock had been ahead.",
    fix: "If the stored read position is far in the future, the product reads all reports again.",
    test: "core/payment/late-money.test.ts",
    seeds: [],
  },
  {
    problem:
      "Hundreds of requests in one packet were processed at once, and answers that the client did not read stayed in memory.",
    fix: "A connection is cut if it has more than ten unanswered requests, or if the client reads nothing of an answer for a minute.",
    test: "bff/access/limits/slow-readers.test.ts",
    seeds: [],
  },
  {
    problem:
      "A product and a database session were killed at once. The next start asked the server to stop while it recovered; PostgreSQL 18 then never stops, and no later start succeeded.",
    fix: "A server that was left running and does not stop in time is stopped immediately, and recovers.",
    test: "core/platform/embedded-postgres/embedded-postgres.test.ts",
    seeds: [{ seed: 22, arrangement: "product" }],
  },
];
