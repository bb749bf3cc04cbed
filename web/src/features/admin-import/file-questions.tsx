/** Shows what each header of a file is taken for and lets staff assign it; asks the order of day and month. */
import { ASSIGNMENTS, type ImportPlan } from "../../../../bff/contract/open/imports.ts";
import { SelectField } from "../../ui/field.tsx";
import type { Upload } from "./calls.ts";

type Said = Pick<Upload, "columns" | "days">;

const nameOf = (column: string): string => column.charAt(0).toUpperCase() + column.slice(1);

const OPTIONS = ASSIGNMENTS.map(
  (column) => [column, column === "ignore" ? "Leave out" : nameOf(column)] as const,
);

const ORDERS = { "day-first": "Day first: 03/04 is 3 April", "month-first": "Month first: 03/04 is March 4" };

interface FileQuestionsProps {
  plan: ImportPlan;
  said: Said;
  onSay(change: Partial<Said>): void;
}

export function FileQuestions({ plan, said, onSay }: FileQuestionsProps) {
  const { headers, missing, ambiguousDate, days, encoding, ready } = plan;
  // What is said of a header is said of every one with its name.
  const named = [
    ...new Map(headers.filter(({ header }) => header.trim() !== "").map((one) => [one.header, one])).values(),
  ];
  // What is asked comes first, and stays there once it is answered.
  const isAsked = ({ header, use }: (typeof named)[number]) => use === null || header in said.columns;
  const shown = [...named.filter(isAsked), ...named.filter((one) => !isAsked(one))];
  const unknown = named.filter(({ use }) => use === null);
  return (
    <details
      open={!ready || said.days !== null || Object.keys(said.columns).length > 0}
      className="grid gap-3"
    >
      <summary className="min-h-11 cursor-pointer py-2 font-medium">
        Columns of the file{encoding !== "UTF-8" && `, read as ${encoding}`}
      </summary>
      <div className="grid gap-4 pt-2">
        {(unknown.length > 0 || missing.length > 0) && (
          <p className="border-l-4 border-action bg-ground px-3 py-2">
            {unknown.length > 0 && `Say what is in ${unknown.map(({ header }) => header).join(", ")}. `}
            {missing.length > 0 && `No header is known as: ${missing.join(", ")}.`}
          </p>
        )}
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {shown.map(({ header, use }) => (
            <SelectField
              key={header}
              label={header}
              density="dense"
              options={OPTIONS}
              value={use ?? ""}
              {...(use === null ? { error: "Choose what this is" } : {})}
              onChange={({ target }) => onSay({ columns: { ...said.columns, [header]: target.value } })}
            >
              {use === null && <option value="">Choose…</option>}
            </SelectField>
          ))}
        </div>
        {(ambiguousDate || days) && (
          <SelectField
            label="Order of day and month"
            density="dense"
            className="max-w-80"
            options={ORDERS}
            value={said.days ?? days ?? ""}
            {...(ambiguousDate
              ? { error: `Line ${ambiguousDate.line}: ${ambiguousDate.text} can be read in two ways` }
              : {})}
            onChange={({ target }) => onSay({ days: target.value as ImportPlan["days"] })}
          >
            {!(said.days ?? days) && <option value="">Choose…</option>}
          </SelectField>
        )}
      </div>
    </details>
  );
}
