/** Owns the fields that say what the room is for: kind of event, length, engineer, attendees, special requirements. */
import type { ReactNode } from "react";
import { EVENT_TYPES } from "../../../../bff/contract/event-types.ts";
import { AreaField, Checkbox, SelectField, TextField } from "../../ui/field.tsx";
import { FieldGroup } from "./field-group.tsx";
import { LengthFields } from "./length-fields.tsx";
import { engineerFees } from "./price-lines.ts";
import { type BookingFlow, type BookingFormProps, fieldId } from "./use-booking-form.ts";

interface SessionFieldsProps extends Pick<BookingFormProps, "room" | "choice" | "onChoice" | "minHours"> {
  flow: BookingFlow;
  attendeesRequired: boolean;
  /** Beside the length: another one that costs less. */
  lengthHint: ReactNode;
}

export function SessionFields({ flow, room, attendeesRequired, lengthHint, ...length }: SessionFieldsProps) {
  const { register } = flow.form;
  const { messages } = flow;
  return (
    <FieldGroup legend="What it is for">
      <SelectField
        label="Event type"
        required
        id={fieldId("eventType")}
        error={messages.eventType}
        className="@md:col-span-2"
        {...register("eventType")}
        options={EVENT_TYPES}
      >
        <option value="">Choose an event type</option>
      </SelectField>

      <LengthFields room={room} messages={messages} hint={lengthHint} {...length} />

      <TextField
        label="Attendees"
        required={attendeesRequired}
        id={fieldId("attendees")}
        error={messages.attendees}
        hint={`Up to ${room.capacity} people`}
        {...register("attendees")}
        inputMode="numeric"
        autoComplete="off"
      />

      {room.engineerAvailable && (
        <Checkbox
          {...register("engineerRequired")}
          id={fieldId("engineerRequired")}
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
        label="Special requirements"
        id={fieldId("specialRequirements")}
        error={messages.specialRequirements}
        className="@md:col-span-2"
        {...register("specialRequirements")}
        rows={3}
      />
    </FieldGroup>
  );
}
