/** Owns what whoever acted is called, for staff and auditors. */
import type { Actor } from "../../core/log/append-request.ts";

const NAMES: Record<Exclude<Actor["kind"], "staff">, string> = {
  visitor: "Visitor",
  customer: "Customer",
  provider: "Stripe",
  system: "System",
};

/** A colleague's own name, as far as `staffNames` has it; of others what they are. */
export const actorName = (actor: Actor, staffNames: ReadonlyMap<number, string>): string =>
  actor.kind === "staff" ? (staffNames.get(actor.id) ?? `Staff ${actor.id}`) : NAMES[actor.kind];
