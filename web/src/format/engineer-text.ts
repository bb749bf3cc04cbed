/** Writes what the engineer of a booking costs: part of its total. */
import type { OwnBooking } from "../../../bff/contract/customer/customer.ts";
import { formatMoney } from "../../../core/booking/rules/money.ts";

/** `"+$150.00"`; `"Included"` in a price that the venue agreed; null without an engineer. */
export function engineerText({
  engineerRequired,
  receipt,
}: Pick<OwnBooking, "engineerRequired" | "receipt">): string | null {
  if (!engineerRequired) return null;
  const line = receipt.lines.find(({ text }) => text === "Engineer");
  return line ? `+${formatMoney(line.amount)}` : "Included";
}
