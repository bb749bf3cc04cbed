/** Decides what a disputed payment does to its booking. News may come in any order, and each is recorded once. Pure; integer cents. */
import type { BookingEvent } from "../state/booking-events.ts";
import { accept, type BookingDecision } from "../state/booking-money.ts";
import type { Booking } from "../state/booking-state.ts";

/** In an inquiry the bank only asks, and no money has moved. It ends, or becomes a dispute under the same id. */
type DisputeStage = "inquiry" | "inquiry-closed" | "open" | "won" | "lost";

/** What the provider reports of a dispute. `amountCents` is what it is about; an inquiry withholds none of it. */
export interface RecordDispute {
  type: "RecordDispute";
  disputeId: string;
  paymentIntentId: string;
  chargeId: string | null;
  amountCents: number;
  reasonCode: string | null;
  stage: DisputeStage;
}

/** What news of a dispute changes: null for what stays. */
interface DisputeSteps {
  /** It opens, or becomes a dispute, and withholds so much; 0 for an inquiry. */
  opensAtCents: number | null;
  ends: "won" | "lost" | null;
}

/**
 * News that is older than what is known changes nothing: an inquiry after the dispute that it became, or anything after the end. An inquiry
 * that was closed has moved no money, so it can still become a dispute.
 */
export function disputeSteps(
  { stage, amountCents }: Pick<RecordDispute, "stage" | "amountCents">,
  known: { amountCents: number; outcome: "won" | "lost" | null } | undefined,
): DisputeSteps {
  const isInquiry = stage === "inquiry" || stage === "inquiry-closed";
  const withheldCents = isInquiry ? 0 : amountCents;
  const moved = known !== undefined && known.amountCents > 0;
  const isOver = known !== undefined && known.outcome !== null;
  if (moved ? isInquiry || isOver : isInquiry && isOver) return { opensAtCents: null, ends: null };
  const opens = !known || (!moved && withheldCents > 0);
  const goesOn = stage === "inquiry" || stage === "open";
  return {
    opensAtCents: opens ? withheldCents : null,
    ends: goesOn ? null : stage === "lost" ? "lost" : "won",
  };
}

/** Opens, escalates and closes a dispute. */
export function recordDispute(command: RecordDispute, booking: Booking): BookingDecision {
  const { disputeId, paymentIntentId, chargeId, reasonCode } = command;
  const { opensAtCents, ends } = disputeSteps(command, booking.disputes[disputeId]);
  const events: BookingEvent[] = [];
  if (opensAtCents !== null) {
    const data = { disputeId, paymentIntentId, chargeId, amountCents: opensAtCents, reasonCode };
    events.push({ type: "DisputeOpened", data });
  }
  if (ends !== null) events.push({ type: "DisputeClosed", data: { disputeId, outcome: ends } });
  return accept(...events);
}
