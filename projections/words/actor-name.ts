/** Names actors for staff and auditors. */
import type { Actor } from "../../core/log/append-request.ts";

const NAMES: Record<Exclude<Actor["kind"], "staff">, string> = {
  visitor: "Visitor",
  customer: "Customer",
  provider: "Stripe",
  system: "System",
};

/** A colleague's name if `staffNames` has it; otherwise the kind of actor. */
export const actorName = (actor: Actor, staffNames: ReadonlyMap<number, string>): string =>
  actor.kind === "staff" ? (staffNames.get(actor.id) ?? `Staff ${actor.id}`) : NAMES[actor.kind];
