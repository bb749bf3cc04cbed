/** Owns the controls of a room's form, one for each field of the list. */
import type { UseFormReturn } from "react-hook-form";
import { useWatch } from "react-hook-form";
import { Checkbox, Field, SelectInput, TextArea, TextInput } from "../../ui/field.tsx";
import { type FieldName, ROOM_FIELDS, type RoomDraft, type RoomField } from "./room-draft.ts";

interface RoomControlsProps {
  form: UseFormReturn<RoomDraft>;
  isNew: boolean;
  /** Id and error of a field. */
  field(name: FieldName): { id: string; error: string | undefined };
}

export function RoomControls({ form, isNew, field }: RoomControlsProps) {
  const hasEngineer = useWatch({ control: form.control, name: "engineerAvailable" }) === true;
  const fields: readonly RoomField[] = ROOM_FIELDS;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-4 gap-y-5 sm:grid-cols-6">
      {fields
        .filter(({ ofEngineer, later }) => (!ofEngineer || hasEngineer) && !(later && isNew))
        .map((one) => (
          <div key={one.name} className={WIDTHS[one.kind]}>
            <Control field={one} form={form} aria={field(one.name)} />
          </div>
        ))}
    </div>
  );
}

const WIDTHS: Record<RoomField["kind"], string> = {
  text: "sm:col-span-3",
  whole: "sm:col-span-3",
  long: "sm:col-span-6",
  lines: "sm:col-span-3",
  amount: "sm:col-span-2",
  choice: "sm:col-span-3",
  yes: "sm:col-span-6",
};

interface ControlProps {
  field: RoomField;
  form: UseFormReturn<RoomDraft>;
  aria: { id: string; error: string | undefined };
}

function Control({ field: { name, label, kind, hint, optional, choices }, form, aria }: ControlProps) {
  const control = form.register(name);
  if (kind === "yes") return <Checkbox {...control} {...aria} label={label} hint={hint} />;
  return (
    <Field label={label} required={!optional} hint={hint} {...aria}>
      {(given) => {
        switch (kind) {
          case "long":
            return <TextArea {...given} {...control} rows={4} />;
          case "lines":
            return <TextArea {...given} {...control} rows={5} />;
          case "choice":
            return (
              <SelectInput {...given} {...control}>
                {choices?.map((choice) => (
                  <option key={choice} value={choice}>
                    {choice.slice(0, 1).toUpperCase() + choice.slice(1)}
                  </option>
                ))}
              </SelectInput>
            );
          case "whole":
            return <TextInput {...given} {...control} inputMode="numeric" autoComplete="off" />;
          case "amount":
            return <TextInput {...given} {...control} inputMode="decimal" autoComplete="off" />;
          default:
            return <TextInput {...given} {...control} autoComplete="off" />;
        }
      }}
    </Field>
  );
}
