/** Checks a file by a dry run, asks what its headers and dates are, and applies it. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Import, ImportPlan } from "../../../../bff/contract/open/imports.ts";
import { countText } from "../../../../core/text/count-text.ts";
import { refusalMessage } from "../../api/refusal.ts";
import { toastRefusal, useRefresh } from "../../form/after-change.ts";
import { count } from "../../format/counts.ts";
import { Button } from "../../ui/button.tsx";
import { RefusalNotice } from "../../ui/error-summary.tsx";
import { Field, SelectField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { applyImport, dryRun, IMPORTS_KEY, type Upload } from "./calls.ts";
import { FileQuestions } from "./file-questions.tsx";
import { PlanTable } from "./plan-table.tsx";

const ONE = { bookings: "booking", customers: "customer" } as const;

const KINDS = { bookings: "Bookings", customers: "Customers" } as const;

export function ImportForm({ onBegun }: { onBegun(): void }) {
  const refresh = useRefresh();
  const [file, setFile] = useState<File | null>(null);
  const [said, setSaid] = useState<Omit<Upload, "file">>({ kind: "bookings", columns: {}, days: null });
  const [plan, setPlan] = useState<ImportPlan | null>(null);
  const check = useMutation({
    mutationFn: dryRun,
    onSuccess: setPlan,
    onError: () => setPlan(null),
  });
  const apply = useMutation({
    mutationFn: applyImport,
    onSuccess({ id, fileName }) {
      toast({ title: "Import Begun", description: `Import ${id} of ${fileName} goes on by itself.` });
      refresh(IMPORTS_KEY);
      onBegun();
    },
    onError: toastRefusal("Import Not Begun", "The file could not be imported. Please try again."),
  });
  /** What is said differently is checked at once: the answer is what applying would do. */
  const say = (change: Partial<Omit<Upload, "file">>, checked = file) => {
    const next = { ...said, ...change };
    setSaid(next);
    if (checked) check.mutate({ file: checked, ...next });
  };
  return (
    <div className="grid gap-5 border border-rule bg-sheet p-4 sm:p-5">
      <div className="grid items-start gap-4 sm:grid-cols-[1fr_14rem]">
        <Field label="File" required density="dense" hint="CSV, up to 8 MB and 20,000 lines">
          {(aria) => (
            <input
              {...aria}
              type="file"
              accept=".csv,.tsv,.txt,text/csv"
              className="block min-h-11 w-full max-w-full text-sm file:mr-3 file:min-h-11 file:border file:border-control file:bg-ground file:px-3.5 file:font-medium file:text-ink"
              onChange={({ target }) => {
                const chosen = target.files?.[0] ?? null;
                setFile(chosen);
                setPlan(null);
                say({ columns: {}, days: null }, chosen);
              }}
            />
          )}
        </Field>
        <SelectField
          label="What its lines are"
          density="dense"
          options={KINDS}
          value={said.kind}
          onChange={({ target }) => say({ kind: target.value as Import["kind"], columns: {} })}
        />
      </div>
      {check.isError && (
        <RefusalNotice>
          {refusalMessage(check.error, "The file could not be checked. Please try again.")}
        </RefusalNotice>
      )}
      <p role="status" className={check.isPending ? "text-muted" : "sr-only"}>
        {check.isPending ? "Checking the file…" : plan && !check.isError ? statusOf(plan) : ""}
      </p>
      {file && plan && (
        <>
          <FileQuestions plan={plan} said={said} onSay={say} />
          {plan.ready && <PlanTable plan={plan} />}
          {plan.ready && plan.counts.made > 0 && (
            <div>
              <Button
                variant="solid"
                density="dense"
                busy={apply.isPending}
                inert={check.isPending}
                onClick={() => apply.mutate({ file, ...said })}
              >
                {apply.isPending ? "Beginning..." : `Import ${countText(plan.counts.made, ONE[said.kind])}`}
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  );
}

const statusOf = ({ ready, counts }: ImportPlan): string =>
  ready
    ? `${count(counts.made)} lines would be made, ${count(counts.notMade)} not.`
    : "Say first what is asked below.";
