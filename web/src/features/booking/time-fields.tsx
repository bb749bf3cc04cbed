/** The fields for the booking dialog's start and end, on the venue's clock (decision 161). */
import { zoneName } from "../../../../core/venue/time/time-format.ts";
import { useZone } from "../../format/venue.ts";
import { TextField } from "../../ui/field.tsx";
import { FieldGroup } from "./field-group.tsx";
import type { FieldMessages } from "./submission/booking-fields.ts";
import { fieldId } from "./use-booking-form.ts";
import type { VisitTimes } from "./use-visit-times.ts";

const AN_HOUR_SECONDS = 3_600;

interface TimeFieldsProps {
  times: VisitTimes;
  messages: FieldMessages;
  /** The start, or another instant whose offset the zone's name uses. */
  at: Date;
}

export function TimeFields({ times, messages, at }: TimeFieldsProps) {
  const zone = useZone();
  const fields = [
    { name: "startTime", label: "Start", ...times.start },
    { name: "endTime", label: "End", ...times.end },
  ] as const;
  return (
    <FieldGroup legend="When">
      {fields.map(({ name, label, value, type }) => (
        <TextField
          key={name}
          label={label}
          required
          id={fieldId(name)}
          error={messages[name]}
          hint={`The venue's clock: ${zoneName(zone, at)}`}
          type="datetime-local"
          name={name}
          step={AN_HOUR_SECONDS}
          min={times.earliest}
          max={times.latest}
          value={value}
          onChange={(event) => type(event.target.value)}
          controlClass="figures"
        />
      ))}
    </FieldGroup>
  );
}
