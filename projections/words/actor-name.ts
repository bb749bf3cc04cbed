/** Names actors for staff and auditors. */
import type { Actor } from "../../core/log/append-request.ts";

const NAMES: Record<Exclude<Actor["kind"], "staff" | "token">, string> = {
  visitor: "Visitor",
  customer: "Customer",
  provider: "Stripe",
  system: "System",
};

/** Names of colleagues and of tokens, by their numbers. */
interface ActorNames {
  staff: ReadonlyMap<number, string>;
  tokens: ReadonlyMap<number, string>;
}

/** The name of a colleague or of a token, or its number without one; otherwise the kind of actor. */
export function actorName(actor: Actor, { staff, tokens }: ActorNames): string {
  if (actor.kind === "staff") return staff.get(actor.id) ?? `Staff ${actor.id}`;
  if (actor.kind !== "token") return NAMES[actor.kind];
  const name = tokens.get(actor.id);
  return name === undefined ? `Token ${actor.id}` : `Token ${actor.id} (${name})`;
}
