/** The shared parts of the venue's settings: the frame of a group, and rows that can be added and removed. */
import { type ReactNode, useId } from "react";
import { Button } from "../../ui/button.tsx";
import type { SettingsForm } from "./use-settings-form.ts";

export interface GroupProps {
  settings: SettingsForm;
}

/** For every setting that is typed on one line. */
export const LINE = { density: "dense", autoComplete: "off" } as const;
export const NUMBER = { ...LINE, inputMode: "decimal" } as const;

/** `id`: the anchor to which the steps of the setup lead. */
export function Group({
  title,
  note,
  id: anchor,
  children,
}: {
  title: string;
  note?: ReactNode;
  id?: string;
  children: ReactNode;
}) {
  const own = useId();
  const id = anchor ? `set-${anchor}` : own;
  return (
    <section aria-labelledby={id} className="grid gap-4 border border-rule bg-sheet p-4 sm:p-5">
      <div>
        <h2 id={id} tabIndex={-1} className="scroll-mt-24 text-lg font-semibold">
          {title}
        </h2>
        {note && <p className="text-sm text-muted">{note}</p>}
      </div>
      {children}
    </section>
  );
}

interface RowsProps {
  title: string;
  /** What one row is called, such as "social link". */
  of: string;
  rows: readonly { id: string }[];
  /** The contract's maximum number of rows. */
  most: number;
  rowClass: string;
  row(at: number): ReactNode;
  onAdd(): void;
  onRemove(at: number): void;
  /** Shown above the rows. */
  children?: ReactNode;
}

export function Rows({ title, of, rows, most, rowClass, row, onAdd, onRemove, children }: RowsProps) {
  return (
    <div className="grid gap-2">
      <h3 className="font-medium">{title}</h3>
      {children}
      {rows.map(({ id }, at) => (
        <fieldset key={id} className={`grid items-end gap-3 border-t border-rule pt-2 ${rowClass}`}>
          <legend className="sr-only">
            {of.charAt(0).toUpperCase() + of.slice(1)} {at + 1}
          </legend>
          {row(at)}
          <Button density="dense" aria-label={`Remove ${of} ${at + 1}`} onClick={() => onRemove(at)}>
            Remove
          </Button>
        </fieldset>
      ))}
      <Button density="dense" className="justify-self-start" inert={rows.length >= most} onClick={onAdd}>
        Add a {of}
      </Button>
    </div>
  );
}
