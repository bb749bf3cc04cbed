/** Owns saying what cancelling gives back, in this booking's own dates and dollars (SPEC §9). */
import type { CancellationStage } from "../../../../bff/contract/held-booking.ts";
import { dollars } from "../../../../bff/contract/money.ts";
import { shortInstant } from "../../format/short-times.ts";

/** `"Cancel until Mon 6 PM: $54.00 back, until Tue 6 AM: $30.00 back, then nothing."` Null once nothing goes back any more. */
export function cancellationWords(
  stages: readonly CancellationStage[],
  zone: string,
  now: Date,
): string | null {
  const ahead = stages.filter(
    ({ until, refundAmount }) => Date.parse(until) > now.getTime() && Number(refundAmount) > 0,
  );
  if (ahead.length === 0) return null;
  const parts = ahead.map(
    ({ until, refundAmount }) =>
      `until ${shortInstant(new Date(until), zone, now)}: ${dollars(refundAmount)} back`,
  );
  return `Cancel ${parts.join(", ")}, then nothing.`;
}
