/** Owns the tie between a visitor's choice and the address: reload and Back restore it (UI 8). */
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type BookingChoice, choiceSearch } from "../booking-choice.ts";

/**
 * The choice the address stands for, and how to change it. A new day drops the chosen slot. Choosing a day or a slot is a
 * step that Back undoes; a change of length, or `forget`, is not.
 */
export function useChoice(minHours: number) {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const choice = choiceSearch.choiceOf(choiceSearch.parse(search), minHours);

  const go = (next: BookingChoice, replace: boolean) =>
    void navigate({
      to: ".",
      search: () => choiceSearch.serialise(next, minHours),
      replace,
      resetScroll: false,
    });

  return {
    choice,
    change(next: Partial<BookingChoice>): void {
      const movesDay = next.day !== undefined && next.day !== choice.day;
      const startHour = next.startHour ?? (movesDay || next.startHour === null ? null : choice.startHour);
      go({ ...choice, ...next, startHour }, next.day === undefined && next.startHour === undefined);
    },
    forget(): void {
      go(choiceSearch.choiceOf({}, minHours), true);
    },
  };
}
