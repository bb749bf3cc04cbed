/** What a page shows of a refusal: the server's message and its field errors (decision 162). */
import { NoAnswerError, RequestError } from "./request.ts";

/** The server's reason for a failed call, or else the page's own text (decision 116). */
export const serverMessage = (error: unknown, otherwise: string): string =>
  (error instanceof RequestError && error.problem?.message) || otherwise;

/** The text beside the button when no answer came; null for any other failure. */
export function noAnswerMessage(error: unknown): string | null {
  if (!(error instanceof NoAnswerError)) return null;
  switch (error.why) {
    case "offline":
      return "You seem to be offline. Nothing was sent, and nothing will be sent automatically. Try again once you are connected.";
    case "slow":
      return "The server did not answer in time. Check your connection and try again.";
    case "unreachable":
      return "The server could not be reached. Check your connection and try again.";
  }
}

/** The server's field errors, the first one for each field. */
export function fieldErrors(error: unknown): Map<string, string> {
  const complaints = new Map<string, string>();
  const errors = error instanceof RequestError ? (error.problem?.errors ?? []) : [];
  for (const { path, message } of errors) if (!complaints.has(path)) complaints.set(path, message);
  return complaints;
}

/** Why a call failed, in one sentence: no answer, the first field error, the server's message, or else the page's own text. */
export const refusalMessage = (error: unknown, otherwise: string): string =>
  noAnswerMessage(error) ?? [...fieldErrors(error).values()][0] ?? serverMessage(error, otherwise);

/** The days of a series that others have; empty for any other failure. */
export const lostDates = (error: unknown): string[] =>
  error instanceof RequestError ? (error.problem?.dates ?? []) : [];
