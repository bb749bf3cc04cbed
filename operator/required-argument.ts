/** Refuses an operator's command whose variable was not given: `make` passes an empty text for it. */

/** The message is for the operator: what is missing, and an example. */
export class MissingArgument extends Error {
  override readonly name = "MissingArgument";
}

/** The parser of an argument that `make` fills from a variable. */
export const required =
  (variable: string, example: string) =>
  (text: string): string => {
    if (text.trim() !== "") return text.trim();
    throw new MissingArgument(`${variable} is missing. For example: ${example}`);
  };
