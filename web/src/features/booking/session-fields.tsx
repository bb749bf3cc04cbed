/** The fields for what the room is needed for: event type, length, engineer, attendees, special requirements. */
import type { ReactNode } from "react";
import { EVENT_TYPES } from "../../../../core/booking/rules/event-types.ts";
import { peopleText } from "../../format/counts.ts";
import { AreaField, Checkbox, SelectField, TextField } from "../../ui/field.tsx";
import { FieldGroup } from "./field-group.tsx";
import { LengthFields } from "./length-fields.tsx";
import { engineerFees } from "./price-lines.ts";
import type { BookingFormProps, BookingFormState } from "./use-booking-form.ts";

interface SessionFieldsProps extends Pick<BookingFormProps, "room" | "choice" | "onChoice" | "minHours"> {
  flow: BookingFormState;
  attendeesRequired: boolean;
  /** Shown next to the length: another length that costs less. */
  lengthHint: ReactNode;
}

export function SessionFields({ flow, room, attendeesRequired, lengthHint, ...length }: SessionFieldsProps) {
  const { field, messages } = flow;
  return (
    <FieldGroup legend="Your visit">
      <SelectField
        {...field("eventType")}
        label="Event type"
        required
        className="@md:col-span-2"
        options={EVENT_TYPES}
      >
        <option value="">Choose an event type</option>
      </SelectField>

      <LengthFields room={room} messages={messages} hint={lengthHint} {...length} />

      <TextField
        {...field("attendees")}
        label="Attendees"
        required={attendeesRequired}
        hint={`Up to ${peopleText(room.capacity)}`}
        inputMode="numeric"
        autoComplete="off"
      />

      {room.engineerAvailable && (
        <Checkbox
          {...field("engineerRequired")}
          label={
            <>
              Add an engineer
              <span className="figures block text-sm text-muted">{engineerFees(room)}</span>
            </>
          }
          error={messages.engineerRequired}
          className="@md:col-span-2"
        />
      )}

      <AreaField
        {...field("specialRequirements")}
        label="Special requirements"
        className="@md:col-span-2"
        rows={3}
      />
    </FieldGroup>
  );
}
