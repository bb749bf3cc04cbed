/** Owns what the house's groups of settings share: the frame of a group, and one setting typed on a line, with the complaint about it. */
import { type ReactNode, useId } from "react";
import { TextField } from "../../ui/field.tsx";
import type { HouseDraft, HouseEdits } from "./house-draft.ts";
import type { Errors } from "./use-house-form.ts";

export interface GroupProps {
  draft: HouseDraft;
  edit(next: HouseEdits): void;
  errors: Errors;
}

export function Group({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-4 border border-rule bg-sheet p-4 sm:p-5">
      <div>
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        {note && <p className="text-sm text-muted">{note}</p>}
      </div>
      {children}
    </section>
  );
}

interface SettingFieldProps {
  label: string;
  value: string;
  error: string | undefined;
  onChange(value: string): void;
  numeric?: boolean;
  type?: "text" | "email" | "tel" | "url";
  hint?: string;
  className?: string;
}

export function SettingField({
  label,
  value,
  error,
  onChange,
  numeric = false,
  type = "text",
  hint,
  className,
}: SettingFieldProps) {
  return (
    <TextField
      label={label}
      density="dense"
      error={error}
      hint={hint}
      className={className}
      type={type}
      inputMode={numeric ? "decimal" : undefined}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
