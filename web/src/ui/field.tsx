/** Form fields: a label, a control, a hint and an error that assistive technology connects; also in a dense size for staff. */
import clsx from "clsx";
import { type ComponentProps, type ComponentType, type ReactNode, useId } from "react";
import type { Density } from "./button.tsx";

/** The props that connect the control to label, hint and error. Spread them onto the control. */
interface FieldAria {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
  "aria-required": true | undefined;
}

interface FieldProps {
  label: ReactNode;
  /** The message under the field; if present, the field is invalid. */
  error?: string | undefined;
  hint?: ReactNode;
  /** A field that is not required is marked as optional. */
  required?: boolean | undefined;
  /** The control's id, if an error summary links to it. */
  id?: string | undefined;
  className?: string | undefined;
  density?: Density | undefined;
  children: (aria: FieldAria) => ReactNode;
}

export function Field({
  label,
  error,
  hint,
  required = false,
  id,
  className,
  density = "roomy",
  children,
}: FieldProps) {
  const dense = density === "dense";
  // Dense fields are not marked as optional: in a search every field is.
  const optional = !required && !dense;
  const ownId = useId();
  const fieldId = id ?? ownId;
  const described = clsx(
    optional && `${fieldId}-optional`,
    hint && `${fieldId}-hint`,
    error && `${fieldId}-error`,
  );
  return (
    <div className={clsx("grid content-start", dense ? "gap-1" : "gap-1.5", className)}>
      <div className="flex items-baseline justify-between gap-2">
        <label htmlFor={fieldId} className={dense ? "text-sm font-medium" : "font-semibold"}>
          {label}
        </label>
        {optional && (
          <span id={`${fieldId}-optional`} className="text-sm text-muted">
            Optional
          </span>
        )}
      </div>
      {children({
        id: fieldId,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": described || undefined,
        "aria-required": required || undefined,
      })}
      <FieldWords id={fieldId} hint={hint} error={error} />
    </div>
  );
}

/** The hint and the error below a control. */
function FieldWords({ id, hint, error }: { id: string; hint: ReactNode; error: string | undefined }) {
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="flex gap-2 text-sm font-semibold text-danger">
          <span aria-hidden="true">✕</span>
          {error}
        </p>
      )}
    </>
  );
}

const CONTROL = clsx(
  "w-full min-w-0 border-control bg-sheet px-3 text-base text-ink placeholder:text-muted",
  "hover:border-ink focus-visible:border-action focus-visible:outline-offset-0",
  "aria-invalid:border-danger disabled:opacity-60",
);

const LINE: Record<Density, string> = {
  roomy: "h-12 border-2",
  dense: "h-11 border sm:h-10 sm:text-[0.9375rem]",
};

interface Dense {
  density?: Density | undefined;
}

export function TextInput({ density = "roomy", className, ...rest }: ComponentProps<"input"> & Dense) {
  return <input {...rest} className={clsx(CONTROL, LINE[density], className)} />;
}

export function TextArea({
  density = "roomy",
  className,
  rows = 5,
  ...rest
}: ComponentProps<"textarea"> & Dense) {
  const look = density === "dense" ? "border py-2" : "border-2 py-2.5";
  return <textarea {...rest} rows={rows} className={clsx(CONTROL, look, className)} />;
}

type SelectProps = ComponentProps<"select"> &
  Dense & {
    /** Pairs of value and label, or texts that are both. `children` come before them. */
    options?: Readonly<Record<string, string>> | readonly (string | readonly [string | number, string])[];
  };

/** A native select, which opens as the visitor's own device shows it. */
export function SelectInput({ density = "roomy", options = [], children, ...rest }: SelectProps) {
  const dense = density === "dense";
  const pairs = Array.isArray(options)
    ? options.map((option) => (typeof option === "string" ? [option, option] : option))
    : Object.entries(options);
  return (
    <div className="relative">
      <select
        {...rest}
        className={clsx(CONTROL, LINE[density], "appearance-none truncate", dense ? "pr-8" : "pr-10")}
      >
        {children}
        {pairs.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <svg
        aria-hidden="true"
        viewBox="0 0 12 8"
        className={clsx(
          "pointer-events-none absolute top-1/2 -translate-y-1/2 fill-current",
          dense ? "right-3 w-2.5" : "right-3.5 w-3",
        )}
      >
        <path d="M0 0h12L6 8z" />
      </svg>
    </div>
  );
}

type Tied<Control> = Omit<FieldProps, "children"> &
  Omit<Control, Exclude<keyof FieldProps, "children">> & {
    /** The control's own class; `className` is the field's. */
    controlClass?: string | undefined;
  };

/** A control as a field: the props of label, hint and error go to the frame, the rest to the control. */
function tied<Control extends Dense>(Input: ComponentType<Control>) {
  return function TiedField({ controlClass, ...props }: Tied<Control>) {
    const { label, error, hint, required, id, className, density, ...control } =
      props as unknown as FieldProps;
    const frame = { label, error, hint, required, id, className, density };
    return (
      <Field {...frame}>
        {(aria) => (
          // The remaining props are the control's, but TypeScript cannot infer that from a generic rest.
          <Input {...(control as unknown as Control)} {...aria} density={density} className={controlClass} />
        )}
      </Field>
    );
  };
}

export type TextFieldProps = Tied<ComponentProps<typeof TextInput>>;
export const TextField = tied<ComponentProps<typeof TextInput>>(TextInput);
export const AreaField = tied<ComponentProps<typeof TextArea>>(TextArea);
export const SelectField = tied<SelectProps>(SelectInput);

/** An email address, which the visitor's device can fill in. */
export const EmailField = (props: Omit<TextFieldProps, "label">) => (
  <TextField
    label="Email"
    required
    type="email"
    inputMode="email"
    autoComplete="email"
    autoCapitalize="none"
    spellCheck={false}
    {...props}
  />
);

interface CheckboxProps extends Omit<ComponentProps<"input">, "type"> {
  label: ReactNode;
  error?: string | undefined;
  hint?: ReactNode;
}

export function Checkbox({ label, error, hint, id, className, ...rest }: CheckboxProps) {
  const ownId = useId();
  const boxId = id ?? ownId;
  const described = clsx(hint && `${boxId}-hint`, error && `${boxId}-error`);
  return (
    <div className={clsx("grid gap-1.5", className)}>
      <div className="flex min-h-11 items-start gap-3 py-2">
        <input
          {...rest}
          id={boxId}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          className="mt-0.5 size-5.5 shrink-0 aria-invalid:outline-2 aria-invalid:outline-offset-2 aria-invalid:outline-danger"
        />
        <label htmlFor={boxId}>{label}</label>
      </div>
      <FieldWords id={boxId} hint={hint} error={error} />
    </div>
  );
}
