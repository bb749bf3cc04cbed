/** The form by which staff swap two visits; it shows first what becomes of both prices. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { BookingsSwapped } from "../../../../bff/contract/staff/bookings-by-staff.ts";
import type { StaffBooking } from "../../../../bff/contract/staff/staff-booking.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { dayAndTime } from "../../../../core/venue/time/time-format.ts";
import { isVenueDay, venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { serverMessage } from "../../api/refusal.ts";
import { BOOKINGS_KEY, swapBookings, swapPreviewQuery, visitsOfDayQuery } from "../../api/staff-bookings.ts";
import { toastRefusal, useRefresh } from "../../form/after-change.ts";
import { customerName } from "../../format/names.ts";
import { useZone } from "../../format/venue.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox, SelectField, TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast/toast.tsx";

const FAILED = "The visits could not be swapped. Please try again.";

export function SwapForm({ booking, onDone }: { booking: StaffBooking; onDone(): void }) {
  const zone = useZone();
  const refresh = useRefresh();
  const [day, setDay] = useState(() => venueDayOf(new Date(booking.startTime), zone));
  const [withId, setWithId] = useState(0);
  const [ourFault, setOurFault] = useState(false);
  const [mail, setMail] = useState(true);
  const others = useQuery({
    ...visitsOfDayQuery(day),
    enabled: isVenueDay(day),
  });
  const visits = (others.data ?? []).filter(
    ({ id, status }) => id !== booking.id && (status === "pending" || status === "confirmed"),
  );
  const wanted = { with: withId, ourFault, mail };
  const preview = useQuery({ ...swapPreviewQuery(booking.id, wanted), enabled: withId > 0 });
  const swapping = useMutation({
    mutationFn: () => swapBookings(booking.id, wanted),
    onSuccess() {
      toast({
        title: "Visits Swapped",
        description: mail ? "Both guests get a mail with their new time." : "No mail is sent.",
      });
      onDone();
    },
    onError: toastRefusal("Not Swapped", FAILED),
    onSettled: () => refresh(BOOKINGS_KEY),
  });
  return (
    <form
      aria-label="Swap visits"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (withId > 0) swapping.mutate();
      }}
    >
      <div className="grid gap-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
        <TextField
          density="dense"
          label="Day"
          type="date"
          value={day}
          onChange={({ target }) => {
            setDay(target.value);
            setWithId(0);
          }}
        />
        <SelectField
          density="dense"
          label="Swap with"
          value={withId}
          onChange={({ target }) => setWithId(Number(target.value))}
          options={visits.map((visit) => [String(visit.id), optionOf(visit, zone)] as const)}
        >
          <option value={0}>{visits.length === 0 ? "No other visit on this day" : "Choose a visit…"}</option>
        </SelectField>
      </div>
      <Checkbox
        label="It is our fault: neither price rises"
        checked={ourFault}
        onChange={({ target }) => setOurFault(target.checked)}
      />
      <Checkbox
        label="Tell both guests by mail"
        checked={mail}
        onChange={({ target }) => setMail(target.checked)}
      />
      <div aria-live="polite" className="grid gap-1 empty:hidden">
        {withId > 0 && preview.data && <Outcome visits={preview.data.visits} zone={zone} />}
        {withId > 0 && preview.error && (
          <p className="font-semibold text-danger">{serverMessage(preview.error, FAILED)}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          density="dense"
          variant="solid"
          busy={swapping.isPending}
          inert={withId === 0 || !preview.data}
        >
          {swapping.isPending ? "Swapping..." : "Swap Visits"}
        </Button>
        <Button density="dense" onClick={onDone}>
          Leave It
        </Button>
      </div>
    </form>
  );
}

const optionOf = (visit: StaffBooking, zone: string): string =>
  `#${visit.id} ${customerName(visit)}, ${visit.roomName}, ${dayAndTime(new Date(visit.startTime), new Date(visit.endTime), zone)}`;

/** `"the price stays"`, `"$25.00 more"`. */
function changeOf(difference: string): string {
  const size = formatMoney(difference.replace("-", ""));
  if (Number(difference) === 0) return "the price stays";
  return `${size} ${difference.startsWith("-") ? "less" : "more"}`;
}

const Outcome = ({ visits, zone }: { visits: BookingsSwapped["visits"]; zone: string }) =>
  visits.map(({ id, startTime, endTime, totalAmount, difference }) => (
    <p key={id} className="figures">
      <strong>#{id}</strong> {dayAndTime(new Date(startTime), new Date(endTime), zone)}:{" "}
      {formatMoney(totalAmount)}, {changeOf(difference)}
    </p>
  ));
