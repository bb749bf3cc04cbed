/** Handles the disputes of the ledger: a bank asks about a charge, withholds its money, and returns it or keeps it. */
import type Stripe from "stripe";
import { type DisputeRow, disputeObject } from "./dispute-object.ts";
import { newId } from "./identifiers.ts";
import { type Ledger, lockIntent, recordEvent } from "./ledger.ts";
import type { UpdateDispute } from "./parameters.ts";
import type { ChargeRow, IntentRow } from "./stripe-objects.ts";
import { invalidRequest, noSuch } from "./stripe-refusal.ts";

/** Stripe's words for testing what a bank decides (docs.stripe.com/testing, "Disputes"). */
const VERDICTS: Readonly<Record<string, "won" | "lost" | "needs_response">> = {
  winning_evidence: "won",
  losing_evidence: "lost",
  escalate_inquiry_evidence: "needs_response",
};

/** The bank opens a dispute as soon as the card is charged. It withholds the money at once, except for an inquiry. */
export async function openDispute(
  ledger: Ledger,
  intent: Pick<IntentRow, "id" | "amount" | "currency">,
  charge: string,
  kind: "dispute" | "inquiry",
): Promise<void> {
  await ledger.tx`update simulated_stripe.charges set disputed = true where id = ${charge}`;
  const [row] = await ledger.tx<[DisputeRow]>`
    insert into simulated_stripe.disputes (id, charge, payment_intent, amount, reason, status, created_at)
    values (${newId("du")}, ${charge}, ${intent.id}, ${intent.amount}, 'fraudulent',
      ${kind === "inquiry" ? "warning_needs_response" : "needs_response"}, ${ledger.now})
    returning *`;
  const dispute = disputeObject(row, intent.currency);
  await recordEvent(ledger, "charge.dispute.created", dispute);
  if (kind === "dispute") await recordEvent(ledger, "charge.dispute.funds_withdrawn", dispute);
}

/**
 * The evidence decides the dispute: Stripe's test words win, lose or escalate it. Any other text is refused, because
 * there is no real bank to wait for.
 */
export async function updateDispute(
  ledger: Ledger,
  params: UpdateDispute,
  id: string,
): Promise<Stripe.Dispute> {
  const { row, currency, isInquiry } = await lockDispute(ledger, id);
  const evidence = params.evidence?.uncategorized_text ?? "";
  const verdict = Object.hasOwn(VERDICTS, evidence) ? VERDICTS[evidence] : undefined;
  if (!verdict) {
    throw invalidRequest(`The simulated Stripe accepts as evidence: ${Object.keys(VERDICTS).join(", ")}.`, {
      param: "evidence[uncategorized_text]",
    });
  }
  if (isInquiry !== (verdict === "needs_response")) {
    throw invalidRequest("An inquiry can only be escalated, and only an inquiry can.", {
      param: "evidence[uncategorized_text]",
    });
  }
  const dispute = await updateRow(ledger, row, currency, verdict, evidence);
  if (verdict === "needs_response") {
    await recordEvent(ledger, "charge.dispute.updated", dispute);
    await recordEvent(ledger, "charge.dispute.funds_withdrawn", dispute);
    return dispute;
  }
  await recordEvent(ledger, "charge.dispute.closed", dispute);
  if (verdict === "won") await recordEvent(ledger, "charge.dispute.funds_reinstated", dispute);
  return dispute;
}

/** Accepts the dispute: it is lost. An inquiry ends without moving money. */
export async function closeDispute(ledger: Ledger, _: object, id: string): Promise<Stripe.Dispute> {
  const { row, currency, isInquiry } = await lockDispute(ledger, id);
  const dispute = await updateRow(ledger, row, currency, isInquiry ? "warning_closed" : "lost", row.evidence);
  await recordEvent(ledger, "charge.dispute.closed", dispute);
  return dispute;
}

/** Whether the bank withholds the charge's money; then there is nothing to refund. */
export async function isChargedBack(ledger: Ledger, charge: Pick<ChargeRow, "id">): Promise<boolean> {
  const [row] = await ledger.tx<{ withheld: boolean }[]>`
    select exists (
      select from simulated_stripe.disputes where charge = ${charge.id} and status in ('needs_response', 'lost')
    ) as withheld`;
  return row?.withheld ?? false;
}

/** Locks a dispute that is still open, by its intent, as refunds do. */
async function lockDispute(ledger: Ledger, id: string) {
  const [found] = await ledger.tx<{ payment_intent: string }[]>`
    select payment_intent from simulated_stripe.disputes where id = ${id}`;
  if (!found) throw noSuch("dispute", id, "dispute");
  const { currency } = await lockIntent(ledger, found.payment_intent);
  const [row] = await ledger.tx<[DisputeRow]>`select * from simulated_stripe.disputes where id = ${id}`;
  const isInquiry = row.status === "warning_needs_response";
  if (!isInquiry && row.status !== "needs_response") {
    throw invalidRequest(`This dispute is already closed: its status is ${row.status}.`);
  }
  return { row, currency, isInquiry };
}

async function updateRow(
  ledger: Ledger,
  { id }: DisputeRow,
  currency: string,
  status: DisputeRow["status"],
  evidence: string | null,
): Promise<Stripe.Dispute> {
  const [row] = await ledger.tx<[DisputeRow]>`
    update simulated_stripe.disputes set status = ${status}, evidence = ${evidence} where id = ${id} returning *`;
  return disputeObject(row, currency);
}
