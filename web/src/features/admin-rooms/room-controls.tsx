/** The controls of a room's form, one for each field of the list. */

import { useWatch } from "react-hook-form";
import { currencySign } from "../../../../core/venue/currency.ts";
import type { HubForm } from "../../form/use-sent-form.ts";
import { AreaField, Checkbox, SelectField, TextField } from "../../ui/field.tsx";
import { ROOM_FIELDS, type RoomDraft, type RoomField } from "./room-draft.ts";

interface RoomControlsProps {
  room: HubForm<RoomDraft, RoomDraft>;
  isNew: boolean;
}

export function RoomControls({ room, isNew }: RoomControlsProps) {
  const hasEngineer = useWatch({ control: room.form.control, name: "engineerAvailable" }) === true;
  const fields: readonly RoomField[] = ROOM_FIELDS;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-4 gap-y-5 sm:grid-cols-6">
      {fields
        .filter(({ ofEngineer, later }) => (!ofEngineer || hasEngineer) && !(later && isNew))
        .map((one) => (
          <div key={one.name} className={WIDTHS[one.kind]}>
            <Control of={one} room={room} />
          </div>
        ))}
    </div>
  );
}

const WIDTHS: Record<RoomField["kind"], string> = {
  text: "sm:col-span-3",
  whole: "sm:col-span-3",
  measure: "sm:col-span-2",
  words: "sm:col-span-3",
  plan: "sm:col-span-6",
  long: "sm:col-span-6",
  lines: "sm:col-span-3",
  amount: "sm:col-span-2",
  choice: "sm:col-span-3",
  yes: "sm:col-span-6",
};

const KEYBOARDS = { whole: "numeric", measure: "numeric", amount: "decimal", text: undefined } as const;

function Control({ of, room }: { of: RoomField; room: RoomControlsProps["room"] }) {
  const { kind, label, hint, optional, choices = [] } = of;
  const named = kind === "amount" ? `${label}, ${currencySign()}` : label;
  const field = { ...room.field(of.name), label: named, hint, required: !optional };
  switch (kind) {
    case "yes":
      return <Checkbox {...field} required={false} />;
    case "long":
      return <AreaField {...field} rows={4} />;
    case "words":
      return <AreaField {...field} rows={3} />;
    case "lines":
      return <AreaField {...field} rows={5} />;
    case "plan":
      return <AreaField {...field} rows={8} />;
    case "choice":
      return <SelectField {...field} options={choices.map((choice) => [choice, capital(choice)] as const)} />;
    default:
      return <TextField {...field} inputMode={KEYBOARDS[kind]} autoComplete="off" />;
  }
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
