/** Checks a draft by a schema of the contract, when it is sent in another form than it is typed in. */
import type { FieldErrors, FieldValues } from "react-hook-form";
import type { z } from "zod";

/** The first message of each field. */
export function contractErrors<Draft extends FieldValues>(
  issues: readonly Pick<z.core.$ZodIssue, "path" | "message">[],
): FieldErrors<Draft> {
  const errors: Record<string, { type: string; message: string }> = {};
  for (const { path, message } of issues) errors[String(path[0])] ??= { type: "contract", message };
  return errors as FieldErrors<Draft>; // the fields of the contract have the names of the draft's
}

/** A form's rules: `sentOf` makes of the draft what is sent, which the schema checks. */
export const contractCheck =
  <Draft extends FieldValues, Sent extends FieldValues>(
    schema: z.ZodType<unknown, Sent>,
    sentOf: (draft: Draft) => Sent,
  ) =>
  (draft: Draft) => {
    const sent = sentOf(draft);
    const read = schema.safeParse(sent);
    return read.success
      ? { values: sent, errors: {} }
      : { values: {}, errors: contractErrors<Draft>(read.error.issues) };
  };
