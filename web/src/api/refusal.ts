/** What a page shows of the server's refusal: its words, and its complaints at their fields (decision 162). */
import { useId } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { NoAnswerError, RequestError } from "./request.ts";

/** The server's reason for a failed call, else the page's own words (decision 116). */
export const serverWords = (error: unknown, otherwise: string): string =>
  (error instanceof RequestError && error.problem?.message) || otherwise;

/** What stands beside the button when no answer came; null for any other failure. */
export function noAnswerWords(error: unknown): string | null {
  if (!(error instanceof NoAnswerError)) return null;
  switch (error.why) {
    case "offline":
      return "You seem to be offline. Nothing was sent, and nothing is sent later by itself: try again once you are connected.";
    case "slow":
      return "No answer came in time. Check your connection and try again.";
    case "unreachable":
      return "We could not be reached. Check your connection and try again.";
  }
}

/** The server's complaints about fields, the first one about each. */
export function fieldComplaints(error: unknown): Map<string, string> {
  const complaints = new Map<string, string>();
  const errors = error instanceof RequestError ? (error.problem?.errors ?? []) : [];
  for (const { path, message } of errors) if (!complaints.has(path)) complaints.set(path, message);
  return complaints;
}

/** Why a call failed, in one sentence: no answer, the first rule that was broken, the server's words, else the page's own. */
export const refusalWords = (error: unknown, otherwise: string): string =>
  noAnswerWords(error) ?? [...fieldComplaints(error).values()][0] ?? serverWords(error, otherwise);

/** A form's errors, whoever found them. `names`: its fields in the order of the page. */
export function useFieldErrors<Draft extends FieldValues, Name extends Path<Draft>, Output>(
  form: UseFormReturn<Draft, unknown, Output>,
  names: readonly Name[],
) {
  const prefix = useId();
  const idOf = (name: Name): string => `${prefix}-${name}`;
  const messageOf = (name: Name) => form.getFieldState(name, form.formState).error?.message;
  return {
    idOf,
    /** For the field's `Field`. */
    field: (name: Name) => ({ id: idOf(name), error: messageOf(name) }),
    /** For an `ErrorSummary`. */
    wrong: names.flatMap((name) => {
      const message = messageOf(name);
      return message ? [{ id: idOf(name), message }] : [];
    }),
    /** Puts the server's complaints to their fields, and the focus to the first of them. */
    showComplaints(error: unknown): void {
      const complaints = fieldComplaints(error);
      const refused = names.filter((name) => complaints.has(name));
      for (const name of refused)
        form.setError(name, { type: "server", message: complaints.get(name) ?? "" });
      if (refused[0]) form.setFocus(refused[0]);
    },
  };
}
