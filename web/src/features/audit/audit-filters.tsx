/** Filters the log by time, stream, type, actor, booking and room, applied together. */
import clsx from "clsx";
import { useEffect, useId, useState } from "react";
import { z } from "zod";
import type { AuditKinds } from "../../../../bff/contract/auditor/audit.ts";
import type { Room } from "../../../../bff/contract/room.ts";
import type { AuditFilter } from "../../api/audit/staff-audit.ts";
import { useHubForm } from "../../form/use-sent-form.ts";
import { useZone } from "../../format/venue.ts";
import { Button } from "../../ui/button.tsx";
import { Field, SelectField, TextField, TextInput } from "../../ui/field.tsx";
import { dateTimeFieldOf, instantOfField } from "./date-time-field.ts";

/** The names in the URL; values are text, instants are ISO 8601. */
const NAMES = ["from", "to", "stream", "type", "actor", "booking", "room"] as const;
type Name = (typeof NAMES)[number];
const Draft = z.record(z.enum(NAMES), z.string());
type Draft = z.infer<typeof Draft>;

const ACTORS: Readonly<Record<string, string>> = {
  "": "Anyone",
  visitor: "Visitors",
  customer: "Customers",
  staff: "Staff",
  provider: "Stripe",
  system: "The system",
};

const draftOf = (filter: AuditFilter, zone: string): Draft => ({
  from: dateTimeFieldOf(filter.from, zone),
  to: dateTimeFieldOf(filter.to, zone),
  stream: filter.stream ?? "",
  type: filter.type ?? "",
  actor: filter.actor ?? "",
  booking: filter.booking ?? "",
  room: filter.room ?? "",
});

/** The filter without its empty fields. */
function filterOf(draft: Draft, zone: string): AuditFilter {
  const filter: AuditFilter = {};
  for (const name of NAMES) {
    const typed = draft[name].trim();
    const value =
      name === "from" || name === "to"
        ? instantOfField(typed, zone, name === "to" ? "ends" : "begins")
        : typed;
    if (value) filter[name] = value;
  }
  return filter;
}

interface AuditFiltersProps {
  filter: AuditFilter;
  rooms: readonly Room[];
  /** All kinds of events, to choose from. */
  kinds: AuditKinds;
  /** The server's errors, by field. */
  complaints: ReadonlyMap<string, string>;
  onFilter(filter: AuditFilter): void;
}

export function AuditFilters({ filter, rooms, kinds, complaints, onFilter }: AuditFiltersProps) {
  const zone = useZone();
  const typesId = useId();
  const formId = useId();
  // On a phone the events come first, so the filters start closed.
  const [open, setOpen] = useState(false);
  const { form, field } = useHubForm({ schema: Draft, defaults: draftOf(filter, zone) });
  const { reset } = form;
  // Back or a link in the list may have changed the filter.
  useEffect(() => reset(draftOf(filter, zone)), [reset, filter, zone]);
  const filterField = (name: Name, label: string) => ({
    ...field(name),
    density: "dense" as const,
    label,
    error: complaints.get(name),
  });
  const actor = form.watch("actor");
  const narrowed = NAMES.filter((name) => filter[name]).length;

  return (
    <search>
      <Button
        density="dense"
        aria-expanded={open}
        aria-controls={formId}
        className="md:hidden"
        onClick={() => setOpen(!open)}
      >
        {open ? "Hide the Filters" : narrowed === 0 ? "Filter the Log" : `Filter the Log (${narrowed})`}
      </Button>
      <form
        noValidate
        id={formId}
        aria-label="Filter the log"
        className={clsx(
          "gap-x-3 gap-y-3 max-md:pt-3 xs:grid-cols-2 md:grid md:grid-cols-4",
          open || complaints.size > 0 ? "grid" : "hidden",
        )}
        onSubmit={form.handleSubmit((typed) => onFilter(filterOf(typed, zone)))}
      >
        <TextField {...filterField("from", "From")} type="datetime-local" step={1} />
        <TextField {...filterField("to", "To")} type="datetime-local" step={1} />
        <SelectField
          {...filterField("actor", "Actor")}
          options={actor in ACTORS ? ACTORS : { ...ACTORS, [actor]: actor }}
        />
        <SelectField
          {...filterField("room", "Room")}
          options={rooms.map(({ id, name }) => [id, name] as const)}
        >
          <option value="">All rooms</option>
        </SelectField>
        <TextField {...filterField("booking", "Booking number")} inputMode="numeric" autoComplete="off" />
        <TextField
          {...filterField("stream", "Stream")}
          placeholder="booking-42"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Field {...filterField("type", "Event")}>
          {(aria) => (
            <>
              <TextInput
                {...form.register("type")}
                {...aria}
                list={typesId}
                placeholder="price"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
              <datalist id={typesId}>
                {kinds.map(({ type, name }) => (
                  <option key={type} value={type}>
                    {name}
                  </option>
                ))}
              </datalist>
            </>
          )}
        </Field>
        <div className="flex items-end gap-2">
          <Button type="submit" density="dense" variant="solid" className="sm:min-h-10">
            Apply
          </Button>
          {narrowed > 0 && (
            <Button density="dense" className="sm:min-h-10" onClick={() => onFilter({})}>
              Show Everything
            </Button>
          )}
        </div>
      </form>
    </search>
  );
}
