/** Writes a dispute of the ledger as Stripe's object; the SDK's own type ensures every field of the pinned API version. */
import type Stripe from "stripe";
import { unixSeconds } from "./stripe-objects.ts";

export interface DisputeRow {
  id: string;
  charge: string;
  payment_intent: string;
  amount: number;
  reason: string;
  status: "warning_needs_response" | "warning_closed" | "needs_response" | "won" | "lost";
  /** The only kind of evidence that is accepted here: text without a category. */
  evidence: string | null;
  created_at: Date;
}

export function disputeObject(row: DisputeRow, currency: string): Stripe.Dispute {
  const isInquiry = row.status.startsWith("warning_");
  return {
    id: row.id,
    object: "dispute",
    amount: row.amount,
    balance_transactions: [],
    charge: row.charge,
    created: unixSeconds(row.created_at),
    currency,
    enhanced_eligibility_types: [],
    evidence: { ...NO_EVIDENCE, uncategorized_text: row.evidence },
    evidence_details: {
      due_by: null,
      enhanced_eligibility: {},
      has_evidence: row.evidence !== null,
      past_due: false,
      submission_count: row.evidence === null ? 0 : 1,
      submission_method: "manual",
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry || row.status === "won",
    livemode: false,
    metadata: {},
    payment_intent: row.payment_intent,
    reason: row.reason,
    status: row.status,
  };
}

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};
