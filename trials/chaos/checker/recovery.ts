/** Checks answers and recovery: a call fails only by an answer that allows a retry, and the product recovers from faults by itself. */

import type { Claim, Finding } from "./evidence/claims.ts";
import type { Evidence } from "./evidence/evidence.ts";
import { isoOf } from "./evidence/fields.ts";

const SERVING_WITHIN_MS = 5_000;
const CURRENT_WITHIN_MS = 2_000;
const UNAVAILABLE = 503;

export function checkRecovery({ calls, faults, commands, patience }: Evidence): Finding[] {
  return [
    ...calls.flatMap(({ status, operation, requestId, endedAt, retryAfter }): Finding[] => {
      if (status === null || status < 500) return [];
      const subject = `${operation} ${requestId}`;
      const words = `was answered ${status} at ${isoOf(endedAt)}`;
      if (status !== UNAVAILABLE) return [{ claim: "answers.failed", subject, words }];
      return /^\d+$/.test(retryAfter ?? "")
        ? []
        : [{ claim: "answers.retry-after", subject, words: `${words} without Retry-After` }];
    }),
    ...faults.flatMap(({ number, fault, target, partsBackAt, servingAt, currentAt }): Finding[] => {
      const subject = `fault ${number}: ${fault} of ${target}`;
      const late = (claim: Claim, words: string): Finding[] => [{ claim, subject, words }];
      if (servingAt === null) return late("recovery.serving", "the product did not serve again by itself");
      const waited = servingAt - partsBackAt;
      const behind = currentAt === null ? null : currentAt - servingAt;
      return [
        ...(waited > SERVING_WITHIN_MS * patience
          ? late("recovery.serving", `it served after ${waited} ms`)
          : []),
        ...(behind === null ? late("recovery.current", "the read tables never showed the booking") : []),
        ...(behind !== null && behind > CURRENT_WITHIN_MS * patience
          ? late("recovery.current", `the read tables were ${behind} ms behind`)
          : []),
      ];
    }),
    ...commands.flatMap(({ command, exitCode, output }): Finding[] =>
      exitCode === 0
        ? []
        : [
            {
              claim: "commands.clean",
              subject: command,
              words: `ended with ${exitCode}: ${output.slice(-500)}`,
            },
          ],
    ),
  ];
}
