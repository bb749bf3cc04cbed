/** The form of a closure: rooms, hours, the reason and who can read it, the conflicting bookings, and one button that does all of it. */
import { Button } from "../../ui/button.tsx";
import { Checkbox, TextField } from "../../ui/field.tsx";
import type { NamedRoom } from "./closure-words.ts";
import { ConflictingBookings } from "./conflicting-bookings.tsx";
import { SpanFields } from "./span-fields.tsx";
import { type BlockFormOptions, useCloseHoursForm } from "./use-close-hours-form.ts";

const REASONS = ["Closed for maintenance", "Private event", "Public holiday"];

export function CloseHoursForm(props: BlockFormOptions) {
  const { rooms, onClose } = props;
  const block = useCloseHoursForm(props);
  const { draft, change, errors } = block;
  return (
    <form
      noValidate
      ref={block.form}
      aria-label="Close hours"
      className="mt-5 grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        block.submit();
      }}
    >
      <RoomChoice
        rooms={rooms}
        whole={draft.wholeVenue}
        chosen={draft.roomIds}
        error={errors.get("roomIds")}
        onChange={change}
      />
      <SpanFields
        span={draft.span}
        startError={errors.get("startTime")}
        endError={errors.get("endTime")}
        onChange={(span) => change({ span })}
      />
      <div className="grid gap-2">
        <TextField
          label="Reason"
          density="dense"
          required
          error={errors.get("reason")}
          autoComplete="off"
          maxLength={200}
          value={draft.reason}
          onChange={(event) => change({ reason: event.target.value })}
        />
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">Usual reasons</legend>
          {REASONS.map((reason) => (
            <Button key={reason} density="dense" onClick={() => change({ reason })}>
              {reason}
            </Button>
          ))}
        </fieldset>
        <Checkbox
          label="Visitors see the reason"
          hint={
            draft.isPublic
              ? "The calendar of each room shows it on every closed hour."
              : "Visitors see that the hours are closed, not why."
          }
          checked={draft.isPublic}
          onChange={(event) => change({ isPublic: event.target.checked })}
        />
      </div>
      {block.inTheWay.length > 0 && block.hours !== null && (
        <ConflictingBookings
          bookings={block.inTheWay}
          said={block.said}
          onSay={block.say}
          onSayAll={block.sayAll}
          closing={{ ...block.hours, roomIds: block.draft.roomIds }}
          errors={errors}
          rooms={rooms}
        />
      )}
      <div aria-live="polite" className="empty:hidden">
        {block.refused && <p className="font-semibold text-danger">{block.refused}</p>}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" density="dense" variant="solid" busy={block.busy}>
          {block.busy ? "Closing..." : "Close these hours"}
        </Button>
        <Button density="dense" inert={block.busy} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

interface RoomChoiceProps {
  rooms: readonly NamedRoom[];
  whole: boolean;
  chosen: readonly number[];
  error: string | undefined;
  onChange(change: { wholeVenue: boolean; roomIds: number[] }): void;
}

function RoomChoice({ rooms, whole, chosen, error, onChange }: RoomChoiceProps) {
  const all = rooms.map(({ id }) => id);
  return (
    <fieldset className="grid gap-1">
      <legend className="text-sm font-medium">Rooms</legend>
      <Checkbox
        label="The whole venue"
        hint="Also rooms that you add later."
        checked={whole}
        error={error}
        className="font-medium"
        onChange={() =>
          onChange(whole ? { wholeVenue: false, roomIds: [] } : { wholeVenue: true, roomIds: all })
        }
      />
      <div className="grid gap-x-4 border-t border-rule sm:grid-cols-2">
        {rooms.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onChange={({ target: { checked } }) =>
              onChange({
                wholeVenue: false,
                roomIds: all.filter((room) => (room === id ? checked : chosen.includes(room))),
              })
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
