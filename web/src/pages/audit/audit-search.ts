/**
 * The part of the audit pages' state that is in the address, so that reload and Back
 * restore it: the filter of the log, where the list begins, and as of when.
 */
import { z } from "zod/mini";
import type { AuditFilter } from "../../api/audit/staff-audit.ts";
import { orAbsent, typedText, venueDay } from "../address.ts";

/** The server decides what the values mean. */
const text = typedText(100, (typed) => typed.trim());

const instant = orAbsent(z.string().check(z.refine((at) => !Number.isNaN(Date.parse(at)))));

export const auditSearch = z.object({
  tab: orAbsent(z.enum(["look-back", "verify", "take-along"])),
  from: instant,
  to: instant,
  stream: text,
  type: text,
  actor: text,
  booking: text,
  room: text,
  /** Where the list begins, if not at the newest event. */
  cursor: text,
});
export type AuditSearch = z.output<typeof auditSearch>;

export const asOfSearch = z.object({ at: instant });

export const roomDaySearch = z.object({ day: venueDay, at: instant });

const NAMES = ["from", "to", "stream", "type", "actor", "booking", "room"] as const;

/** The filter of the log; empty if it is not filtered. */
export function filterIn(search: AuditSearch): AuditFilter {
  const filter: AuditFilter = {};
  for (const name of NAMES) {
    const value = search[name];
    if (value !== undefined) filter[name] = String(value);
  }
  return filter;
}
