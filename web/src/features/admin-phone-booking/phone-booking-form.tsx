/** The form of a phone booking: who, where and when, at which price, and how it is paid; it is sent once, even if it is pressed twice. */
import { useEffect, useState } from "react";
import type { Room } from "../../../../bff/contract/room.ts";
import { EVENT_TYPES } from "../../../../core/booking/rules/event-types.ts";
import { instantAt } from "../../../../core/venue/time/venue-time.ts";
import { fieldErrors, lostDates, refusalMessage } from "../../api/refusal.ts";
import { RequestError } from "../../api/request.ts";
import { accountRefusal } from "../../api/staff-billing.ts";
import { useHubForm } from "../../form/use-sent-form.ts";
import { fieldTimeOf } from "../../format/field-time.ts";
import { useZone } from "../../format/venue.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { GuestSearch } from "./guest-search.tsx";
import {
  emptyDraft,
  instantOf,
  PhoneBookingFields,
  type PhoneBookingInput,
  submissionOf,
  usualHoldUntil,
} from "./phone-booking-fields.ts";
import type { PhoneBookingStart } from "./phone-booking-start.ts";
import { Group, PriceFields } from "./price-fields.tsx";
import { RepeatFields } from "./series/repeat-fields.tsx";
import { SeriesDates } from "./series/series-dates.tsx";
import { noSeries, useSeries } from "./series/use-series.ts";
import { standardPrice } from "./standard-price.ts";
import { clockIfChosen, definedOf, readDraft, storeDraft } from "./stored-draft.ts";
import { useSendBooking } from "./use-send-booking.ts";
import { useVisit } from "./use-visit.ts";
import { usualEventType } from "./usual-event-type.ts";
import { VisitFields } from "./visit-fields.tsx";

const PERSON = [
  ["firstName", "First Name", "text"],
  ["lastName", "Last Name", "text"],
  ["phone", "Phone", "tel"],
  ["email", "Email", "email"],
] as const;

/** A visit that begins within this time is a walk-in: its guest pays at the desk unless staff choose otherwise. */
const WALK_IN_MS = 3 * 3_600_000;

function isWalkIn({ day, startTime }: PhoneBookingStart, zone: string, now = new Date()): boolean {
  if (day === undefined || startTime === undefined) return false;
  const start = instantAt(day, Number(startTime.slice(0, 2)), zone);
  return start.getTime() - now.getTime() < WALK_IN_MS;
}

interface CallerFormProps {
  staffId: number;
  start: PhoneBookingStart;
  rooms: readonly Room[];
  onCancel(): void;
  onBooked(bookingId: number): void;
}

export function PhoneBookingForm({ staffId, start: asked, rooms, onCancel, onBooked }: CallerFormProps) {
  const zone = useZone();
  const [kept] = useState(() => readDraft(staffId, asked));
  const start = kept ? { ...kept.start, ...definedOf(asked) } : asked;
  const caller = useHubForm({
    schema: PhoneBookingFields,
    defaults:
      kept?.fields ??
      emptyDraft(start, {
        payment: isWalkIn(start, zone) ? "desk" : "link",
        eventType: usualEventType(rooms, start.roomId),
      }),
  });
  const { form, field, wrong, showComplaints } = caller;
  const visit = useVisit(start, rooms);
  const [typedHold, setTypedHold] = useState<string | null>(null);
  const { room, hours, chosen } = visit;
  const typed = form.watch();
  const { choice } = visit;
  const { setValue } = form;
  const isTypeChosen = form.formState.dirtyFields.eventType === true || kept !== null;
  useEffect(() => {
    if (!isTypeChosen) setValue("eventType", usualEventType(rooms, choice.roomId));
  }, [setValue, isTypeChosen, rooms, choice.roomId]);
  const engineerWanted = form.watch("engineerRequired") && room.engineerAvailable;
  const rules =
    hours === null
      ? null
      : {
          ...standardPrice(room, hours, engineerWanted, { day: choice.day, startHour: choice.start }),
          hours,
        };
  const holdText = typedHold ?? fieldTimeOf(usualHoldUntil(visit.now, chosen), zone);
  const series = useSeries(
    kept?.series ?? noSeries,
    { day: choice.day, today: visit.today },
    chosen &&
      rules && {
        ...chosen,
        today: visit.today,
        hours: rules.hours,
        duration: rules.duration,
        attendees: Number(typed.attendees) || null,
        engineerRequired: engineerWanted,
      },
  );
  const isTouched = form.formState.isDirty || kept !== null || series.isOn;
  useEffect(() => {
    const { roomId, day, start: from, end } = choice;
    const times = { startTime: clockIfChosen(from), endTime: clockIfChosen(end) };
    storeDraft(staffId, {
      fields: typed,
      series: series.draft,
      start: { roomId, day, ...times },
      isTouched,
    });
  }, [staffId, typed, choice, series.draft, isTouched]);

  const booking = useSendBooking({
    onBooked,
    onRefused(error) {
      showComplaints(error);
      const noCredit = accountRefusal(error);
      if (noCredit !== null) {
        form.setError("accountId", { type: "server", message: noCredit }, { shouldFocus: true });
        return;
      }
      const lost = lostDates(error);
      if (lost.length > 0) void series.lose(lost);
      else visit.complain(fieldErrors(error), error instanceof RequestError && error.status === 409);
    },
  });

  const send = (fields: PhoneBookingInput) => {
    const until = instantOf(holdText, zone);
    const noHold = fields.payment === "link" && until === null;
    if (!visit.check({ noHold, focus: true, repeats: series.isOn }) || !chosen || !rules) return;
    if (!series.check({ focus: true })) return;
    const price = series.sums && series.isOn ? { ...rules.price, ...series.sums } : rules.price;
    booking.mutate({
      booking: submissionOf(fields, chosen, { rules: { ...rules, price }, holdUntil: until }),
      series: series.payload(),
    });
  };

  const allWrong = [...wrong, ...visit.wrong, ...series.wrong];
  const summary =
    booking.error && allWrong.length === 0
      ? refusalMessage(booking.error, "The booking could not be made")
      : null;
  return (
    <form
      noValidate
      aria-label="Phone booking"
      className="mt-4 grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (booking.isPending) return;
        visit.forgive();
        void form.handleSubmit(send, () => {
          visit.check({ noHold: false, focus: false, repeats: series.isOn });
          series.check({ focus: false });
        })(event);
      }}
    >
      {kept && (
        <p role="status" className="border-l-4 border-ink bg-sheet px-4 py-2.5">
          This is your unfinished booking. <b>Cancel</b> below starts afresh next time.
        </p>
      )}
      <Group legend="Guest">
        <GuestSearch
          onPick={({ firstName, lastName, email, phone }) => {
            const known = { firstName, lastName, email, phone };
            for (const [name] of PERSON) {
              form.setValue(name, known[name] ?? "", { shouldValidate: form.formState.isSubmitted });
            }
          }}
        />
        <div className="grid gap-3 sm:grid-cols-2">
          {PERSON.map(([name, label, type]) => (
            <TextField
              {...field(name)}
              key={name}
              density="dense"
              label={label}
              required={name === "firstName" || typed.payment === "link"}
              type={type}
              autoComplete="off"
            />
          ))}
        </div>
      </Group>
      <Group legend="Visit">
        <VisitFields rooms={rooms} visit={visit} repeats={series.isOn} />
        <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3">
          <SelectField
            {...field("eventType")}
            density="dense"
            label="Event Type"
            required
            options={EVENT_TYPES}
          />
          <TextField
            {...field("attendees")}
            density="dense"
            label={`People (up to ${room.capacity})`}
            inputMode="numeric"
            autoComplete="off"
          />
          {room.engineerAvailable && (
            <label className="col-span-2 flex min-h-11 items-center gap-3 sm:col-span-1 sm:min-h-10">
              <input type="checkbox" {...form.register("engineerRequired")} className="size-4.5 shrink-0" />
              With an engineer
            </label>
          )}
        </div>
        <RepeatFields series={series} />
        {series.isOn && (
          <SeriesDates series={series} rooms={rooms} isPriced={!typed.ownPrice && typed.payment !== "free"} />
        )}
      </Group>
      <PriceFields
        caller={caller}
        rules={rules}
        series={series.isOn ? { sums: series.sums } : null}
        holdUntil={{
          text: holdText,
          ...visit.field("holdUntil"),
          onType: (text) => {
            setTypedHold(text);
            visit.forgive("holdUntil");
          },
        }}
      />
      <ErrorSummary errors={allWrong} />
      {summary && (
        <p role="alert" className="border-l-4 border-danger bg-sheet px-4 py-3 font-semibold text-danger">
          {summary}
        </p>
      )}
      <div className="flex flex-wrap gap-3 border-t-2 border-ink pt-4">
        <Button density="dense" type="submit" variant="solid" busy={booking.isPending}>
          {booking.isPending ? "Booking..." : series.isOn ? bookWords(series.sums?.count) : "Book"}
        </Button>
        <Button density="dense" inert={booking.isPending} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

const bookWords = (dates: number | undefined): string =>
  dates ? `Book ${dates} ${dates === 1 ? "Date" : "Dates"}` : "Book Dates";
