/** Owns how the log is narrowed: time, stream, type, actor, booking and room, applied together. */
import clsx from "clsx";
import { useId, useState } from "react";
import type { Room } from "../../../../bff/contract/room.ts";
import type { AuditFilter } from "../../api/audit/staff-audit.ts";
import { Button } from "../../ui/button.tsx";
import { Field, SelectField, TextField, TextInput } from "../../ui/field.tsx";
import { fieldOf, instantIn } from "./venue-clock.ts";

/** As the address has them: text, instants as ISO 8601. */
const NAMES = ["from", "to", "stream", "type", "actor", "booking", "room"] as const;
type Name = (typeof NAMES)[number];
type Draft = Record<Name, string>;

const ACTORS: Readonly<Record<string, string>> = {
  "": "Anybody",
  visitor: "Visitors",
  customer: "Customers",
  staff: "Staff",
  provider: "Stripe",
  system: "The system",
};

const draftOf = (filter: AuditFilter, zone: string): Draft => ({
  from: fieldOf(filter.from, zone),
  to: fieldOf(filter.to, zone),
  stream: filter.stream ?? "",
  type: filter.type ?? "",
  actor: filter.actor ?? "",
  booking: filter.booking ?? "",
  room: filter.room ?? "",
});

/** Without what is empty. */
function filterOf(draft: Draft, zone: string): AuditFilter {
  const filter: AuditFilter = {};
  for (const name of NAMES) {
    const typed = draft[name].trim();
    const value =
      name === "from" || name === "to" ? instantIn(typed, zone, name === "to" ? "ends" : "begins") : typed;
    if (value) filter[name] = value;
  }
  return filter;
}

interface AuditFiltersProps {
  filter: AuditFilter;
  zone: string;
  rooms: readonly Room[];
  /** Names of events that have been seen, to choose from. */
  types: readonly string[];
  /** What the server says of a field. */
  complaints: ReadonlyMap<string, string>;
  onFilter(filter: AuditFilter): void;
}

export function AuditFilters({ filter, zone, rooms, types, complaints, onFilter }: AuditFiltersProps) {
  const typesId = useId();
  const formId = useId();
  // On a phone the events come first.
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useState(() => draftOf(filter, zone));
  const [shown, setShown] = useState(filter);
  // Back, or a link in the list, has narrowed the log otherwise.
  if (shown !== filter) {
    setShown(filter);
    setDraft(draftOf(filter, zone));
  }
  const control = (name: Name) => ({
    density: "dense" as const,
    name,
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => setDraft({ ...draft, [name]: target.value }),
  });
  const field = (name: Name, label: string) => ({
    density: "dense" as const,
    label,
    error: complaints.get(name),
  });
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
        {open ? "Hide the Filters" : narrowed === 0 ? "Narrow the Log" : `Narrow the Log (${narrowed})`}
      </Button>
      <form
        noValidate
        id={formId}
        aria-label="Narrow the log"
        className={clsx(
          "gap-x-3 gap-y-3 max-md:pt-3 xs:grid-cols-2 md:grid md:grid-cols-4",
          open || complaints.size > 0 ? "grid" : "hidden",
        )}
        onSubmit={(event) => {
          event.preventDefault();
          onFilter(filterOf(draft, zone));
        }}
      >
        <TextField {...field("from", "From")} {...control("from")} type="datetime-local" step={1} />
        <TextField {...field("to", "To")} {...control("to")} type="datetime-local" step={1} />
        <SelectField
          {...field("actor", "Actor")}
          {...control("actor")}
          options={draft.actor in ACTORS ? ACTORS : { ...ACTORS, [draft.actor]: draft.actor }}
        />
        <SelectField
          {...field("room", "Room")}
          {...control("room")}
          options={rooms.map(({ id, name }) => [id, name] as const)}
        >
          <option value="">All rooms</option>
        </SelectField>
        <TextField
          {...field("booking", "Booking number")}
          {...control("booking")}
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField
          {...field("stream", "Stream")}
          {...control("stream")}
          placeholder="booking-42"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Field {...field("type", "Event")}>
          {(aria) => (
            <>
              <TextInput
                {...aria}
                {...control("type")}
                list={typesId}
                placeholder="BookingConfirmed"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
              <datalist id={typesId}>
                {types.map((type) => (
                  <option key={type} value={type} />
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
