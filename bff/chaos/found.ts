/** Lists what the faults found in the product: each problem is fixed and has a test, and its seeds are kept. */

interface KeptSeed {
  seed: number;
  arrangement: "processes" | "product";
}

interface Found {
  /** The problem. */
  wrong: string;
  mended: string;
  /** The test that fails without the fix. */
  test: string;
  /** `make chaos SEED=` draws the same faults again; how they meet the traffic differs by milliseconds. Empty if it was found otherwise. */
  seeds: readonly KeptSeed[];
}

export const FOUND: readonly Found[] = [
  {
    wrong:
      "A refund had failed twice. Old news of its first try was read again and made it issued in the log, though no money went back.",
    mended: "A booking remembers every try that failed.",
    test: "core/booking/refunds.spec.ts",
    seeds: [
      { seed: 1, arrangement: "processes" },
      { seed: 2, arrangement: "product" },
    ],
  },
  {
    wrong:
      "A read waited two seconds for its view and then answered an older state: a guest who had moved a booking saw it where it was before.",
    mended: "Such a read is answered 503 with `Retry-After`; the page asks again.",
    test: "bff/live/view-reads.test.ts",
    seeds: [{ seed: 11, arrangement: "processes" }],
  },
  {
    wrong:
      "After the loss of a server the views went back for a moment, and the live feed told the same news again.",
    mended: "The feed goes back only where what it told is gone from the log.",
    test: "bff/live/feed.test.ts",
    seeds: [],
  },
  {
    wrong:
      "A mail's sender that was stopped and went on later delivered the mail again, after another had sent it.",
    mended: "The outbox links a finished file to its name, which fails where the mail has arrived.",
    test: "core/adapters/mail/outbox.spec.ts",
    seeds: [],
  },
  {
    wrong: "A test email to an outbox on a full disk was answered 500.",
    mended: "Its answer names the cause.",
    test: "core/adapters/mail/outbox.spec.ts",
    seeds: [],
  },
  {
    wrong:
      "A clock that was set while a process ran shifted that process for up to 30 seconds, and its webhooks, mails and seals for good.",
    mended: "Every process goes by one shared clock, and between two measurements by the time that passes.",
    test: "core/platform/clock.test.ts",
    seeds: [],
  },
  {
    wrong: "News of the provider was skipped for good where the database's clock had been ahead.",
    mended: "A place far in the future makes the product read all news again.",
    test: "core/payment/late-money.test.ts",
    seeds: [],
  },
  {
    wrong:
      "Hundreds of requests in one packet were worked on at once, and answers that nobody read stayed in memory.",
    mended:
      "A connection with more than ten unanswered requests, or with an answer that stands still for a minute, is cut.",
    test: "bff/access/slow-readers.test.ts",
    seeds: [],
  },
];
