/** Defines the stream `import-N`: an import of bookings or customers, from its begin to its end and its undoing (decision 309). Pure. */
import { z } from "zod";
import type { Decision } from "../log/decision.ts";
import { defineEvent, type EventOf } from "../log/event-definition.ts";
import { refuse } from "../log/rejection.ts";
import { defineStream } from "../log/stream.ts";
import { IMPORT_KINDS, type ImportKind } from "./columns.ts";

const count = z.number().int().min(0);

const definitions = [
  /** The file's name is in its row. Each line that is made says in its own meta that this import made it. */
  defineEvent("ImportBegun", z.object({ kind: z.enum(IMPORT_KINDS), lines: count })),
  /** Every line was tried; it can be begun again until then. */
  defineEvent("ImportEnded", z.object({ made: count, notMade: count })),
  /** From here on it makes no line. */
  defineEvent("ImportUndoBegun", z.object({})),
  /** `kept`: what had been changed since, and stays. */
  defineEvent("ImportUndone", z.object({ undone: count, kept: count })),
] as const;

export type ImportEvent = EventOf<(typeof definitions)[number]>;

export type ImportState =
  | { exists: false }
  | { exists: true; kind: ImportKind; phase: "begun" | "ended" | "undoing" | "undone" };

function evolve(state: ImportState, event: ImportEvent): ImportState {
  if (event.type === "ImportBegun") return { exists: true, kind: event.data.kind, phase: "begun" };
  if (!state.exists) return state;
  switch (event.type) {
    case "ImportEnded":
      return { ...state, phase: "ended" };
    case "ImportUndoBegun":
      return { ...state, phase: "undoing" };
    case "ImportUndone":
      return { ...state, phase: "undone" };
    default:
      return event satisfies never;
  }
}

/** The streams `import-N`. */
export const importStream = defineStream({
  category: "import",
  events: definitions,
  initial: { exists: false } as ImportState,
  evolve,
});

export type ImportStep =
  | { type: "Begin"; kind: ImportKind; lines: number }
  | { type: "End"; made: number; notMade: number }
  | { type: "BeginUndo" }
  | { type: "EndUndo"; undone: number; kept: number };

/** No event means that it is already so. */
export function decide(step: ImportStep, state: ImportState): Decision<ImportEvent> {
  const accept = (...events: ImportEvent[]): Decision<ImportEvent> => ({ ok: true, events });
  if (step.type === "Begin") {
    const { kind, lines } = step;
    return state.exists ? accept() : accept({ type: "ImportBegun", data: { kind, lines } });
  }
  if (!state.exists) return refuse("ImportNotFound");
  switch (step.type) {
    case "End": {
      const { made, notMade } = step;
      return state.phase === "begun" ? accept({ type: "ImportEnded", data: { made, notMade } }) : accept();
    }
    case "BeginUndo":
      return state.phase === "undoing" || state.phase === "undone"
        ? accept()
        : accept({ type: "ImportUndoBegun", data: {} });
    case "EndUndo": {
      const { undone, kept } = step;
      return state.phase === "undoing" ? accept({ type: "ImportUndone", data: { undone, kept } }) : accept();
    }
    default:
      return step satisfies never;
  }
}
