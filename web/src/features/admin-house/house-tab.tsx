/** Owns the House tab: how the house is set, from which day a change holds, and what is to come already. */
import { useQuery } from "@tanstack/react-query";
import type { HouseChanged } from "../../../../bff/contract/house-record.ts";
import { shortDayAndYear, type VenueDay, venueDayOf } from "../../../../bff/contract/venue-time.ts";
import { staffHouseQuery } from "../../api/staff-house.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { FailureNotice } from "../../ui/state-notice.tsx";
import { ComingChanges } from "./coming-changes.tsx";
import { OpeningFields } from "./opening-fields.tsx";
import { ParticularFields } from "./particular-fields.tsx";
import { PlaceFields } from "./place-fields.tsx";
import { TermFields } from "./term-fields.tsx";
import { useHouseForm } from "./use-house-form.ts";

export function HouseTab({ zone }: { zone: string }) {
  const { data, isError, refetch } = useQuery(staffHouseQuery);
  if (isError) return <FailureNotice title="Failed to fetch the house" onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-96" />;
  const today = venueDayOf(new Date(), zone);
  return (
    <div className="grid gap-6">
      <ComingChanges upcoming={data.upcoming} />
      <HouseForm standing={data} today={today} />
    </div>
  );
}

function HouseForm({ standing, today }: { standing: HouseChanged; today: VenueDay }) {
  const house = useHouseForm(standing, today);
  const { draft, edit, errors, from } = house;
  const fields = { draft, edit, errors };
  return (
    <form
      noValidate
      ref={house.form}
      aria-label="The house"
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        house.submit();
      }}
    >
      <div className="grid gap-4 border border-rule bg-sheet p-4 sm:grid-cols-[16rem_minmax(0,1fr)] sm:items-center sm:p-5">
        <TextField
          label="Holds from"
          density="dense"
          required
          error={errors.get("from")}
          type="date"
          min={today}
          value={from}
          onChange={(event) => house.setFrom(event.target.value)}
        />
        <p>
          Below is what holds {from === today || from === "" ? "today" : `on ${shortDayAndYear(from)}`}.
          Opening hours hold for visits on that day and later, terms for what is booked from then on.{" "}
          <strong>Bookings made keep their terms.</strong>
        </p>
      </div>
      <OpeningFields {...fields} />
      <TermFields {...fields} />
      <ParticularFields {...fields} />
      <PlaceFields {...fields} />
      <div aria-live="polite" className="empty:hidden">
        {errors.size > 0 && (
          <p className="font-semibold text-danger">
            Nothing was changed: {errors.size === 1 ? "one field needs" : `${errors.size} fields need`} your
            attention.
          </p>
        )}
        {house.notice && <p className="font-semibold">{house.notice}</p>}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" density="dense" variant="solid" busy={house.busy}>
          {house.busy ? "Saving..." : from === today ? "Save, from today on" : "Save for that day"}
        </Button>
        <Button density="dense" inert={house.busy || !house.dirty} onClick={house.undo}>
          Undo edits
        </Button>
      </div>
    </form>
  );
}
