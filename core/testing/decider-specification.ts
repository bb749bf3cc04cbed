/** Specifies streams in the form given / when / then. */
import { expect as assert } from "vitest";
import type { FieldError, RejectionCode } from "../log/rejection.ts";

type Decision<E> =
  | { ok: true; events: E[] }
  | { ok: false; rejection: { code: RejectionCode; errors?: FieldError[] } };

export interface Decider<State, Event, Command> {
  initial: State;
  evolve(state: State, event: Event): State;
  decide(command: Command, state: State): Decision<Event>;
}

/** `given(...events).when(command).expect(...events)`, `.expectNothing()` or `.expectRefused(code, ...paths)`. */
export function specification<State, Event, Command>(decider: Decider<State, Event, Command>) {
  return {
    given(...history: Event[]) {
      const state = history.reduce(decider.evolve, decider.initial);
      return {
        state,
        when(command: Command) {
          const decision = decider.decide(command, state);
          return {
            expect(...events: Event[]) {
              assert(decision).toEqual({ ok: true, events });
            },
            expectNothing() {
              assert(decision).toEqual({ ok: true, events: [] });
            },
            expectRefused(code: RejectionCode, ...paths: string[]) {
              const refused = decision.ok ? null : decision.rejection;
              assert(refused?.code).toBe(code);
              assert(refused?.errors?.map((error) => error.path) ?? []).toEqual(paths);
            },
          };
        },
      };
    },
  };
}
