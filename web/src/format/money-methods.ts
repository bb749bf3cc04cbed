/** Names the ways in which money is paid and returned. */
import { DESK_METHODS } from "../../../core/booking/rules/statuses.ts";

/** `marked`: staff marked a booking as paid and named no way. */
export const MONEY_METHODS = {
  cash: "Cash",
  terminal: "Card terminal",
  transfer: "Transfer",
  card: "Card online",
  marked: "Marked by staff",
} as const;

/** The ways at the desk, for a list of choices. */
export const DESK_METHOD_OPTIONS = DESK_METHODS.map((method) => [method, MONEY_METHODS[method]] as const);
